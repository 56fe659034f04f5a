import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { GridHandle } from '../../../ui/grid/grid-context.ts';
import type { ColumnLayout } from '../../../ui/grid/layout.ts';
import { selectCell } from '../../../ui/grid/selection.ts';
import type { GridSelection } from '../../../ui/grid/types.ts';
import { ALL_OPEN } from '../rows/open-groups.ts';
import type { ListingTree } from '../rows/use-listing-tree.ts';
import type { ListingState } from './url-state.ts';

/** A line to be put under the cursor as soon as it is among the rows, or a column to be in sight as soon as it is drawn. */
type Wanted = { line: string } | { column: string } | 'first';

interface Place {
  rows: ListingTree['rows'];
  layout: ColumnLayout;
  grid: RefObject<GridHandle | null>;
  onSelect: (selection: GridSelection) => void;
}

/** Links to work open every group, in a mode: what they lead to is the first line. */
function wantedOf({ open, mode, validation, product }: ListingState): Wanted | null {
  const works = mode === 'discount' || validation !== null;
  return works && open === ALL_OPEN && product === null ? 'first' : null;
}

/** Puts the cursor on the first line that a link leads to, its column in sight, and on a line whose discount is to be edited. */
export function useWantedCell(state: ListingState, place: Place): (lineId: string) => void {
  const { rows, layout, grid, onSelect } = place;
  const [wanted, setWanted] = useState(() => wantedOf(state));
  const [added] = state.added ?? [];
  // A link may be followed from a dialog over the listing, which is not drawn anew.
  useEffect(() => {
    if (added !== undefined) setWanted({ column: added });
  }, [added]);
  useEffect(() => {
    if (wanted === null) return;
    if (wanted !== 'first' && 'column' in wanted) {
      const column = layout.columns.findIndex(({ id }) => id === wanted.column);
      if (rows.length === 0 || column < 0) return;
      setWanted(null);
      grid.current?.scrollToCell({ row: 0, column });
      return;
    }
    const row = rows.findIndex(
      (candidate) => candidate.kind === 'line' && (wanted === 'first' || candidate.id === wanted.line),
    );
    const discount = layout.columns.findIndex(({ id }) => id === 'editionDiscount');
    if (row < 0 || (state.mode === 'discount' && discount < 0)) return;
    setWanted(null);
    const cell = { row, column: Math.max(0, discount) };
    onSelect(selectCell(cell));
    grid.current?.scrollToCell(cell);
    grid.current?.focus();
  }, [wanted, rows, layout, state.mode, onSelect, grid]);
  return useCallback((line: string) => setWanted({ line }), []);
}

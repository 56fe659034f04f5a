import type { DiscountEdit } from '@palier/domain';
import type { GridHandle } from '../../../ui/grid/grid-context.ts';
import type { ColumnLayout } from '../../../ui/grid/layout.ts';
import type { GridColumn, GridRow, GridSelection, SortState } from '../../../ui/grid/types.ts';
import type { CellContext } from '../cells/context.ts';
import type { UnreadCell } from '../edit/clipboard-cells.ts';
import type { TriedGroup } from '../edit/ladder-table.tsx';
import type { MenuCell } from '../screen/panel-types.ts';
import type { NothingListed } from './nothing-listed.ts';
import type { Group, Line } from './row.ts';
import type { ListingTree } from './use-listing-tree.ts';

type Row = GridRow<Group, Line>;

export interface ListingGridProps {
  listing: ListingTree;
  layout: ColumnLayout;
  context: CellContext;
  total: Group | null;
  project_count: number | null;
  /** What an empty listing says, and the ways to see products again. */
  nothing: NothingListed;
  onWiden: (undo: NothingListed['ways'][number]['undo']) => void;
  selection: GridSelection | null;
  onSelect: (selection: GridSelection | null) => void;
  sort: SortState | null;
  onSort: (column: GridColumn) => void;
  onResize: (id: string, width: number) => void;
  onMove: (id: string, before: string | null) => void;
  onFold: (section: string) => void;
  /** `unread` texts and `unloaded` products of the cells edited are told apart. */
  onEdit: (
    edits: Record<string, DiscountEdit>,
    label: string,
    unread?: readonly UnreadCell[],
    unloaded?: number,
  ) => void;
  /** What the ladder of a group's discount is asked about. */
  tried: (group: Group) => TriedGroup;
  onEditGroup: (group: Group, value: number | null) => void;
  onReview: (row: Row) => void;
  onUndo: () => void;
  onRedo: () => void;
  onMenu: (cell: MenuCell, point: { x: number; y: number }) => void;
  onColumnMenu: (column: GridColumn, point: { x: number; y: number }) => void;
  handle: React.RefObject<GridHandle | null>;
}

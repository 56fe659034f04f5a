// biome-ignore-all lint/a11y/useSemanticElements: a virtualised treegrid is made of placed boxes, not of table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid keeps the focus, aria-activedescendant names the cell
import { memo, type ReactNode, useState } from 'react';
import { cellId, HEADER_ROWS } from './grid-context.ts';
import { type ColumnDress, DrawnCells, MARKS, RowBlocks, type RowShared } from './row-cells.tsx';
import type { CellRange } from './selection.ts';
import type { GridRow } from './types.ts';

interface GridRowProps<G, L> {
  row: GridRow<G, L>;
  index: number;
  /** Where it stands in the box of the rows, px. */
  top: number;
  height: number;
  shared: RowShared<G, L>;
  /** First and last middle column drawn. */
  from: number;
  to: number;
  /** First and last middle column whose cells are drawn whole. */
  wholeFrom: number;
  wholeTo: number;
  /** It passes too fast to be read: its cells say what they can at little cost. */
  light: boolean;
  /** The part of the selection in this row, -1 when there is none. */
  left: number;
  right: number;
  isTop: boolean;
  isBottom: boolean;
  active: number;
}

function markOf<G, L>(props: GridRowProps<G, L>, at: number): number {
  const inside = props.right > -1 && at >= props.left && at <= props.right;
  return (
    (props.active === at ? MARKS.active : 0) +
    (inside ? MARKS.range : 0) +
    (inside && props.isTop ? MARKS.top : 0) +
    (inside && props.isBottom ? MARKS.bottom : 0) +
    (inside && at === props.left ? MARKS.left : 0) +
    (inside && at === props.right ? MARKS.right : 0)
  );
}

function WideCell<G, L>({ row, index, shared }: GridRowProps<G, L>): ReactNode {
  return (
    <div
      id={cellId(shared.grid, { row: index, column: 0 })}
      className="pg-wide"
      role="gridcell"
      aria-colindex={1}
      aria-colspan={shared.layout.columns.length}
      data-column={0}
    >
      {shared.renderWide(row)}
    </div>
  );
}

function RowView<G, L>(props: GridRowProps<G, L>): ReactNode {
  const { row, index, shared, top, height } = props;
  const group = row.kind === 'group' ? row.node : null;
  const wide = row.kind === 'more' || row.kind === 'error' || row.kind === 'empty';
  const own = shared.rowClass?.(row) ?? '';
  const [cells] = useState(() => new DrawnCells<G, L>());
  const firstWhole = shared.dress.left.length + props.wholeFrom;
  const lastWhole = shared.dress.left.length + props.wholeTo;
  const cell = (dressed: ColumnDress): ReactNode => {
    const { at, column } = dressed;
    const rushes = !column.pinned && (at < firstWhole || at > lastWhole);
    const activeRow = props.active === at ? index : -1;
    return cells.draw({
      row,
      activeRow,
      dressed,
      mark: markOf(props, at),
      light: props.light || rushes,
      shared,
    });
  };
  return (
    <div
      className={`pg-row pg-${row.kind} pg-depth-${Math.min(row.depth, 2)} ${own}`}
      style={{ transform: `translateY(${top}px)`, height, width: shared.layout.width }}
      role="row"
      aria-level={row.depth + 1}
      aria-expanded={group ? group.open : undefined}
      aria-busy={row.kind === 'placeholder' || undefined}
      aria-rowindex={index + 1 + HEADER_ROWS + shared.offset}
      data-row={index}
      data-id={row.id}
      data-kind={row.kind}
    >
      {wide ? (
        <WideCell {...props} />
      ) : (
        <RowBlocks dress={shared.dress} from={props.from} to={props.to} cell={cell} pins={cells.pins} />
      )}
    </div>
  );
}

/** One row; drawn again only when its own data, its place or its part of the selection changes. */
export const GridRowView = memo(RowView) as typeof RowView;

/** The part of a selection that falls in a row, in the shape the row takes. */
export function selectionOfRow(
  range: CellRange | null,
  active: { row: number; column: number } | null,
  index: number,
): { left: number; right: number; isTop: boolean; isBottom: boolean; active: number } {
  const inside = range !== null && index >= range.top && index <= range.bottom;
  return {
    left: inside ? range.left : -1,
    right: inside ? range.right : -1,
    isTop: inside && index === range.top,
    isBottom: inside && index === range.bottom,
    active: active?.row === index ? active.column : -1,
  };
}

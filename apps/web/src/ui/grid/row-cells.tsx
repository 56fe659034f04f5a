// biome-ignore-all lint/a11y/useSemanticElements: a virtualised treegrid is made of placed boxes, not of table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid keeps the focus, aria-activedescendant names the cell
import { memo, type ReactNode } from 'react';
import { cellId, type TreeGridProps } from './grid-context.ts';
import { type ColumnLayout, startsSection } from './layout.ts';
import type { GridColumn, GridRow } from './types.ts';

/** How a column is drawn in every row, worked out once for a layout. */
export interface ColumnDress {
  column: GridColumn;
  /** Its index among the visible columns. */
  at: number;
  className: string;
  style: React.CSSProperties;
}

export interface RowDress {
  left: readonly ColumnDress[];
  middle: readonly ColumnDress[];
  right: readonly ColumnDress[];
  /** Width of the columns that scroll, px. */
  middle_width: number;
}

/** Pinned columns stand side by side in a block stuck to its edge; the others are placed in the middle block. */
export function dressColumns(layout: ColumnLayout): RowDress {
  const { left, middle, right } = layout;
  let start = 0;
  const dressed = layout.columns.map((column, at): ColumnDress => {
    const names = ['pg-cell'];
    if (column.align === 'left') names.push('pg-left');
    if (startsSection(layout, at)) names.push('pg-section-start');
    if (left.at(-1) === column) names.push('pg-edge-left');
    if (right[0] === column) names.push('pg-edge-right');
    const place = column.pinned ? {} : { left: start };
    if (!column.pinned) start += column.width;
    return { column, at, className: names.join(' '), style: { width: column.width, ...place } };
  });
  return {
    left: dressed.slice(0, left.length),
    middle: dressed.slice(left.length, left.length + middle.length),
    right: dressed.slice(left.length + middle.length),
    middle_width: layout.width - layout.left_width - layout.right_width,
  };
}

/** What every row shares; one object, replaced only when the drawing of all rows changes. */
export interface RowShared<G, L> {
  grid: string;
  layout: ColumnLayout;
  dress: RowDress;
  renderCell: TreeGridProps<G, L>['renderCell'];
  cellClass: TreeGridProps<G, L>['cellClass'];
  rowClass: TreeGridProps<G, L>['rowClass'];
  renderWide: TreeGridProps<G, L>['renderWide'];
  fillable: TreeGridProps<G, L>['fillable'];
  /** The pinned total takes a row of its own in the numbering. */
  offset: number;
}

/** The three blocks of a row; of the middle only the columns in sight are drawn. */
export function RowBlocks({
  dress,
  from,
  to,
  cell,
}: {
  dress: RowDress;
  from: number;
  to: number;
  cell: (dressed: ColumnDress) => ReactNode;
}): ReactNode {
  return (
    <>
      {dress.left.length > 0 ? <div className="pg-pins pg-pins-left">{dress.left.map(cell)}</div> : null}
      <div className="pg-middle" style={{ width: dress.middle_width }}>
        {dress.middle.slice(from, to + 1).map(cell)}
      </div>
      {dress.right.length > 0 ? <div className="pg-pins pg-pins-right">{dress.right.map(cell)}</div> : null}
    </>
  );
}

/** What a cell has of the selection, as bits: 0 for nearly all of them, so that they are not drawn again. */
export const MARKS = { range: 1, top: 2, bottom: 4, left: 8, right: 16, active: 32 } as const;

const MARK_CLASSES: readonly [number, string][] = [
  [MARKS.range, 'pg-in-range'],
  [MARKS.top, 'pg-range-top'],
  [MARKS.bottom, 'pg-range-bottom'],
  [MARKS.left, 'pg-range-left'],
  [MARKS.right, 'pg-range-right'],
  [MARKS.active, 'pg-active'],
];

interface GridCellProps<G, L> {
  row: GridRow<G, L>;
  /** Index of the row when the cell is the active one, -1 otherwise: the others need no id. */
  activeRow: number;
  dressed: ColumnDress;
  mark: number;
  light: boolean;
  shared: RowShared<G, L>;
}

function CellView<G, L>({ row, activeRow, dressed, mark, light, shared }: GridCellProps<G, L>): ReactNode {
  const { column, at } = dressed;
  let className = dressed.className;
  if (mark > 0) for (const [bit, name] of MARK_CLASSES) if (mark & bit) className += ` ${name}`;
  const own = shared.cellClass?.(row, column);
  if (own) className += ` ${own}`;
  const corner = (mark & MARKS.bottom) > 0 && (mark & MARKS.right) > 0 && shared.fillable?.(column);
  const content = shared.renderCell(row, column, light);
  if (typeof content === 'string') className += ' pg-text';
  return (
    <div
      id={activeRow >= 0 ? cellId(shared.grid, { row: activeRow, column: at }) : undefined}
      className={className}
      style={dressed.style}
      role="gridcell"
      aria-colindex={at + 1}
      aria-selected={mark & MARKS.range ? true : undefined}
      data-column={at}
      data-field={column.id}
    >
      {corner ? (
        <>
          {content}
          <span className="pg-fill" data-fill="" aria-hidden="true" />
        </>
      ) : (
        // Alone: a text is then the element's own, which costs least.
        content
      )}
    </div>
  );
}

/** One cell; drawn again only when its row's data or its part of the selection changes. */
export const GridCell = memo(CellView) as typeof CellView;

// biome-ignore-all lint/a11y/useSemanticElements: a virtualised treegrid is made of placed boxes, not of table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid keeps the focus, aria-activedescendant names the cell
import type { ReactNode } from 'react';
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
    const place = column.pinned ? {} : { marginLeft: start };
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

type Side = 'left' | 'right';

function pinBlock(side: Side, cells: readonly ReactNode[]): ReactNode {
  return <div className={`pg-pins pg-pins-${side}`}>{cells}</div>;
}

interface RowBlocksProps {
  dress: RowDress;
  from: number;
  to: number;
  cell: (dressed: ColumnDress) => ReactNode;
  /** Makes the block of the columns pinned to a side. */
  pins?: typeof pinBlock;
}

/** The three blocks of a row; of the middle only the columns in sight are drawn. */
export function RowBlocks({ dress, from, to, cell, pins = pinBlock }: RowBlocksProps): ReactNode {
  return (
    <>
      {dress.left.length > 0 ? pins('left', dress.left.map(cell)) : null}
      <div className="pg-middle" style={{ width: dress.middle_width }}>
        {dress.middle.slice(from, to + 1).map(cell)}
      </div>
      {dress.right.length > 0 ? pins('right', dress.right.map(cell)) : null}
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

/** What a cell is drawn from. */
export interface CellInput<G, L> {
  row: GridRow<G, L>;
  /** Index of the row when the cell is the active one, -1 otherwise: the others need no id. */
  activeRow: number;
  dressed: ColumnDress;
  mark: number;
  light: boolean;
  shared: RowShared<G, L>;
}

function drawCell<G, L>({ row, activeRow, dressed, mark, light, shared }: CellInput<G, L>): ReactNode {
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
      key={column.id}
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

interface DrawnPins {
  cells: readonly ReactNode[];
  element: ReactNode;
}

/**
 * The cells of one row as they were last drawn. One whose input is the same is the same element, which React leaves as
 * it is, and so is a block of such cells: a component for each cell, memoised, cost more than most cells do.
 */
export class DrawnCells<G, L> {
  readonly #cells: ({ input: CellInput<G, L>; element: ReactNode } | undefined)[] = [];
  readonly #pins = new Map<Side, DrawnPins>();

  draw(input: CellInput<G, L>): ReactNode {
    const last = this.#cells[input.dressed.at];
    if (last && isSameInput(last.input, input)) return last.element;
    const element = drawCell(input);
    this.#cells[input.dressed.at] = { input, element };
    return element;
  }

  readonly pins = (side: Side, cells: readonly ReactNode[]): ReactNode => {
    const last = this.#pins.get(side);
    if (last?.cells.length === cells.length && last.cells.every((cell, at) => cell === cells[at]))
      return last.element;
    const element = pinBlock(side, cells);
    this.#pins.set(side, { cells, element });
    return element;
  };
}

function isSameInput<G, L>(a: CellInput<G, L>, b: CellInput<G, L>): boolean {
  return (
    a.row === b.row &&
    a.dressed === b.dressed &&
    a.mark === b.mark &&
    a.activeRow === b.activeRow &&
    a.light === b.light &&
    a.shared === b.shared
  );
}

import type { ReactNode } from 'react';
import type { ColumnLayout } from './layout.ts';
import type { CellRange } from './selection.ts';
import type { CellPosition, GridColumn, GridRow, GridSelection, RowKind, SortState } from './types.ts';

/** What a screen can ask of the grid. */
export interface GridHandle {
  focus: () => void;
  scrollToCell: (cell: CellPosition) => void;
  /** The drawn cell, for what opens beside it. */
  cellElement: (cell: CellPosition) => HTMLElement | null;
  scroller: () => HTMLElement | null;
}

export interface TreeGridProps<G, L> {
  ref?: React.Ref<GridHandle>;
  /** Accessible name. */
  label: string;
  rows: readonly GridRow<G, L>[];
  layout: ColumnLayout;
  density: 'default' | 'compact';
  rowHeight: (kind: RowKind) => number;
  /** `light` where the row passes too fast to be read: what costs little then, the whole cell once it rests. */
  renderCell: (row: GridRow<G, L>, column: GridColumn, light: boolean) => ReactNode;
  /** Class of a cell, for its tint. */
  cellClass?: (row: GridRow<G, L>, column: GridColumn) => string | undefined;
  /** Class of a row, for its tint. */
  rowClass?: (row: GridRow<G, L>) => string | undefined;
  /** Rows that are one wide cell: load more, error, empty. */
  renderWide: (row: GridRow<G, L>) => ReactNode;
  renderTotal?: (column: GridColumn) => ReactNode;
  /** Text of the sticky bar: the open groups above the first visible row. */
  renderAncestors?: (ids: readonly string[]) => ReactNode;
  selection: GridSelection | null;
  onSelect: (selection: GridSelection | null) => void;
  sort: SortState | null;
  onSort: (column: GridColumn) => void;
  /** Left out where columns keep their widths, their order, their sections open. */
  onResize?: (id: string, width: number) => void;
  onMove?: (id: string, before: string | null) => void;
  onFold?: (section: string) => void;
  /** A right click on a title, or Alt and the down arrow: where its menu is to open, in the window. */
  onHeadMenu?: (column: GridColumn, point: { x: number; y: number }) => void;
  onToggle: (row: GridRow<G, L>) => void;
  /** Rows in sight, so that what was never loaded can be. */
  onVisible?: (rows: readonly GridRow<G, L>[]) => void;
  /** A key the screen takes for itself; true when it did. */
  onKey?: (event: React.KeyboardEvent, cell: CellPosition) => boolean;
  /** Opens the editor of a cell, with the character typed if one was. */
  onEdit?: (cell: CellPosition, typed: string | null) => boolean;
  onCellDoubleClick?: (cell: CellPosition) => void;
  cellText: (row: GridRow<G, L>, column: GridColumn) => string;
  onPaste?: (range: CellRange, block: string[][]) => void;
  /** Fills a target block from the block above or beside it. */
  onFill?: (source: CellRange, target: CellRange) => void;
  fillable?: (column: GridColumn) => boolean;
  busy?: boolean;
}

export const HEADER_ROWS = 2;

/** Id of the active cell, for aria-activedescendant. */
export function cellId(grid: string, cell: CellPosition): string {
  return `${grid}-${cell.row}-${cell.column}`;
}

/** The cell under an element, from the attributes that the rows write. */
export function cellOfElement(element: Element | null): CellPosition | null {
  const cell = element?.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (!cell || !row) return null;
  return { row: Number(row.dataset.row), column: Number(cell.dataset.column) };
}

/** The drawn cell at a position, null when it is out of sight. */
export function elementOfCell(grid: HTMLElement | null, cell: CellPosition): HTMLElement | null {
  return grid?.querySelector(`[data-row="${cell.row}"] [data-column="${cell.column}"]`) ?? null;
}

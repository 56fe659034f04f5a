import type { CellPosition, GridSelection } from './types.ts';

export interface KeyPress {
  key: string;
  shift: boolean;
  ctrl: boolean;
}

export interface NavigationContext {
  rows: number;
  columns: number;
  /** Rows of one screen, for Page Up and Page Down. */
  page: number;
}

/** Where a key leads from a cell, or null when it does not move. Ctrl+arrows go to the edges. */
export function nextCell(
  cell: CellPosition,
  press: KeyPress,
  context: NavigationContext,
): CellPosition | null {
  const lastRow = context.rows - 1;
  const lastColumn = context.columns - 1;
  const row = (value: number): CellPosition => ({ ...cell, row: Math.max(0, Math.min(lastRow, value)) });
  const column = (value: number): CellPosition => ({
    ...cell,
    column: Math.max(0, Math.min(lastColumn, value)),
  });
  switch (press.key) {
    case 'ArrowDown':
      return press.ctrl ? row(lastRow) : row(cell.row + 1);
    case 'ArrowUp':
      return press.ctrl ? row(0) : row(cell.row - 1);
    case 'ArrowRight':
      return press.ctrl ? column(lastColumn) : column(cell.column + 1);
    case 'ArrowLeft':
      return press.ctrl ? column(0) : column(cell.column - 1);
    case 'PageDown':
      return row(cell.row + context.page);
    case 'PageUp':
      return row(cell.row - context.page);
    case 'Home':
      return press.ctrl ? { row: 0, column: 0 } : column(0);
    case 'End':
      return press.ctrl ? { row: lastRow, column: lastColumn } : column(lastColumn);
    default:
      return null;
  }
}

/** The selection after a key: Shift stretches the block, everything else moves the cell. */
export function moveSelection(
  selection: GridSelection,
  press: KeyPress,
  context: NavigationContext,
): GridSelection | null {
  const from = press.shift ? selection.focus : selection.anchor;
  const to = nextCell(from, press, context);
  if (!to) return null;
  return press.shift ? { anchor: selection.anchor, focus: to } : { anchor: to, focus: to };
}

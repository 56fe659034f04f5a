import type { CellPosition, GridSelection } from './types.ts';

/** A block of cells, bounds included. */
export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export function selectCell(cell: CellPosition): GridSelection {
  return { anchor: cell, focus: cell };
}

export function rangeOf(selection: GridSelection): CellRange {
  const { anchor, focus } = selection;
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export function countCells(range: CellRange): number {
  return (range.bottom - range.top + 1) * (range.right - range.left + 1);
}

/** The selection once rows or columns have shrunk; null when there is nothing left to select. */
export function clampSelection(
  selection: GridSelection | null,
  rows: number,
  columns: number,
): GridSelection | null {
  if (!selection || rows === 0 || columns === 0) return null;
  const clamp = (cell: CellPosition): CellPosition => ({
    row: Math.min(cell.row, rows - 1),
    column: Math.min(cell.column, columns - 1),
  });
  return { anchor: clamp(selection.anchor), focus: clamp(selection.focus) };
}

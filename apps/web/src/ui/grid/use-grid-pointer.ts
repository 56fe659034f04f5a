import { cellOfElement, type TreeGridProps } from './grid-context.ts';
import { type CellRange, rangeOf, selectCell } from './selection.ts';
import type { CellPosition, GridSelection } from './types.ts';

function under(event: PointerEvent): CellPosition | null {
  return cellOfElement(document.elementFromPoint(event.clientX, event.clientY));
}

function track(move: (cell: CellPosition) => void, end: () => void): void {
  const onMove = (event: PointerEvent): void => {
    const cell = under(event);
    if (cell) move(cell);
  };
  const onUp = (): void => {
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onUp);
    end();
  };
  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', onUp);
}

/** Rows added under or above a block by dragging its corner; null when the pointer is inside. */
export function fillTarget(source: CellRange, to: CellPosition): CellRange | null {
  if (to.row > source.bottom) return { ...source, top: source.bottom + 1, bottom: to.row };
  if (to.row < source.top) return { ...source, top: to.row, bottom: source.top - 1 };
  return null;
}

function dragFill<G, L>(props: TreeGridProps<G, L>, selection: GridSelection): void {
  const source = rangeOf(selection);
  let target: CellRange | null = null;
  track(
    (cell) => {
      target = fillTarget(source, cell);
      const top = Math.min(source.top, target?.top ?? source.top);
      const bottom = Math.max(source.bottom, target?.bottom ?? source.bottom);
      props.onSelect({
        anchor: { row: top, column: source.left },
        focus: { row: bottom, column: source.right },
      });
    },
    () => {
      if (target) props.onFill?.(source, target);
    },
  );
}

/** Selects with the mouse: press, drag, Shift to stretch, the corner to fill. */
export function onGridPointerDown<G, L>(event: React.PointerEvent, props: TreeGridProps<G, L>): void {
  const target = event.target as HTMLElement;
  if (event.button !== 0) return;
  if (target.closest('[data-fill]') && props.selection) {
    event.preventDefault();
    dragFill(props, props.selection);
    return;
  }
  const cell = cellOfElement(target);
  if (!cell || target.closest('input,select,textarea')) return;
  if (event.shiftKey && props.selection) {
    event.preventDefault();
    props.onSelect({ anchor: props.selection.anchor, focus: cell });
    return;
  }
  props.onSelect(selectCell(cell));
  if (target.closest('button,a,label')) return;
  let last = cell;
  track(
    (moved) => {
      if (moved.row === last.row && moved.column === last.column) return;
      last = moved;
      props.onSelect({ anchor: cell, focus: moved });
    },
    () => undefined,
  );
}

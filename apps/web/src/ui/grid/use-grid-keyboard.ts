import type { TreeGridProps } from './grid-context.ts';
import { moveSelection } from './navigate.ts';
import { rangeOf, selectCell } from './selection.ts';
import type { CellPosition, GridRow } from './types.ts';

interface KeyboardContext<G, L> {
  props: TreeGridProps<G, L>;
  page: () => number;
  scrollTo: (cell: CellPosition) => void;
}

const TREE_COLUMN = 0;

function treeKey<G, L>(
  key: string,
  row: GridRow<G, L>,
  context: KeyboardContext<G, L>,
): CellPosition | 'done' | null {
  const { props } = context;
  if (row.kind === 'group' && key === 'ArrowRight' && !row.node.open) {
    props.onToggle(row);
    return 'done';
  }
  if (key !== 'ArrowLeft') return null;
  if (row.kind === 'group' && row.node.open) {
    props.onToggle(row);
    return 'done';
  }
  const parent = props.rows.findIndex(
    (candidate) => candidate.kind === 'group' && candidate.id === row.parent,
  );
  return parent >= 0 ? { row: parent, column: TREE_COLUMN } : null;
}

function fillDown<G, L>(props: TreeGridProps<G, L>): boolean {
  if (!props.selection || !props.onFill) return false;
  const range = rangeOf(props.selection);
  if (range.bottom === range.top) return false;
  props.onFill({ ...range, bottom: range.top }, { ...range, top: range.top + 1 });
  return true;
}

function activate<G, L>(cell: CellPosition, row: GridRow<G, L>, props: TreeGridProps<G, L>): boolean {
  if (row.kind === 'group' && cell.column === TREE_COLUMN) {
    props.onToggle(row);
    return true;
  }
  if (row.kind === 'more' || row.kind === 'error') {
    props.onToggle(row);
    return true;
  }
  return props.onEdit?.(cell, null) ?? false;
}

/** True when the event comes from a field or a button inside a cell: the grid leaves it alone. */
function isInner(event: React.KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return (
    target !== event.currentTarget &&
    target.closest('input,select,textarea,button,[contenteditable]') !== null
  );
}

/** The keys of a treegrid (ARIA practices) and those of a spreadsheet. */
export function onGridKey<G, L>(event: React.KeyboardEvent, context: KeyboardContext<G, L>): void {
  const { props } = context;
  if (isInner(event) || props.rows.length === 0) return;
  const selection = props.selection ?? selectCell({ row: 0, column: TREE_COLUMN });
  const cell = selection.anchor;
  const row = props.rows[cell.row];
  if (!row) return;
  const ctrl = event.ctrlKey || event.metaKey;
  const go = (to: CellPosition): void => {
    props.onSelect(selectCell(to));
    context.scrollTo(to);
  };
  const handled = ((): boolean => {
    if (props.onKey?.(event, cell)) return true;
    if (ctrl && event.key.toLowerCase() === 'd') return fillDown(props);
    if (cell.column === TREE_COLUMN && !event.shiftKey && !ctrl) {
      const found = treeKey(event.key, row, context);
      if (found === 'done') return true;
      if (found) {
        go(found);
        return true;
      }
    }
    if (event.key === 'Enter' || event.key === 'F2') {
      if (activate(cell, row, props)) return true;
      if (event.key === 'Enter') go({ ...cell, row: Math.min(props.rows.length - 1, cell.row + 1) });
      return event.key === 'Enter';
    }
    if (event.key === 'Tab' && !ctrl) {
      const column = cell.column + (event.shiftKey ? -1 : 1);
      // At the ends of a row the keyboard leaves the grid: Tab is never a trap.
      if (!props.selection || column < 0 || column >= props.layout.columns.length) return false;
      go({ ...cell, column });
      return true;
    }
    if (/^[0-9-]$/.test(event.key) && !ctrl && !event.altKey) return props.onEdit?.(cell, event.key) ?? false;
    const press = { key: event.key, shift: event.shiftKey, ctrl };
    const limits = { rows: props.rows.length, columns: props.layout.columns.length, page: context.page() };
    const moved = event.altKey ? null : moveSelection(selection, press, limits);
    if (!moved) return false;
    props.onSelect(moved);
    context.scrollTo(moved.focus);
    return true;
  })();
  if (handled) event.preventDefault();
}

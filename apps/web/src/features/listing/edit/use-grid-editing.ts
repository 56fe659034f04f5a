import type { DiscountEdit } from '@palier/domain';
import { useCallback, useState } from 'react';
import type { ColumnLayout } from '../../../ui/grid/layout.ts';
import { type CellRange, rangeOf, selectCell } from '../../../ui/grid/selection.ts';
import type { CellPosition, GridColumn, GridRow } from '../../../ui/grid/types.ts';
import type { ListingGridProps } from '../rows/grid-props.ts';
import type { Group, Line } from '../rows/row.ts';
import { isEditable, parseDiscount, parseInclusion, type UnreadCell } from './clipboard-cells.ts';
import type { EditorCommit } from './discount-editor.tsx';
import { levelOfPrice, parsePrice, priceFault } from './typed-price.ts';

type Row = GridRow<Group, Line>;
type EditingProps = Pick<
  ListingGridProps,
  'listing' | 'layout' | 'context' | 'handle' | 'selection' | 'onEdit' | 'onEditGroup' | 'onSelect'
>;
/** What the keys of the listing read and do. */
interface KeyProps
  extends Pick<
    ListingGridProps,
    'handle' | 'selection' | 'onEdit' | 'onSelect' | 'onReview' | 'onUndo' | 'onRedo'
  > {
  listing: Pick<ListingGridProps['listing'], 'rows'>;
  layout: Pick<ColumnLayout, 'columns'>;
}

type KeyEvent = Pick<React.KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

export interface Editing {
  row: Row & { kind: 'line' | 'group' };
  cell: CellPosition;
  typed: string | null;
  anchor: HTMLElement;
}

function discountEdits(
  rows: readonly Row[],
  value: number | null,
  comment = '',
): Record<string, DiscountEdit> {
  const edit: DiscountEdit = { discount_pct_user: value, ...(comment ? { comment } : {}) };
  return Object.fromEntries(rows.flatMap((row) => (row.kind === 'line' ? [[row.id, edit]] : [])));
}

/** Products among rows whose place alone is drawn: nothing is known of them yet, so that nothing of them is edited. */
function unloadedIn(rows: readonly Row[]): number {
  return rows.filter(({ kind }) => kind === 'placeholder').length;
}

/** What the lines of a project may take, and the money of their prices. */
type Offer = Pick<ListingGridProps['context'], 'levels' | 'catalog_currency'>;

function unreadCell(line: Line, text: string, price: number | null, offer: Offer): UnreadCell {
  if (price === null) return { line, text };
  return { line, text, fault: priceFault(line, offer.levels, price, offer.catalog_currency) };
}

/**
 * Edits of a pasted or filled block: discounts (or prices, each the nearest discount whose price it is) and inclusions
 * of the lines it covers, the rest is left alone. Texts that say neither are returned apart, to be named, and how many
 * of the lines are not loaded.
 */
export function blockEdits(
  rows: readonly Row[],
  columns: readonly GridColumn[],
  range: CellRange,
  block: readonly (readonly string[])[],
  offer: Offer,
): { edits: Record<string, DiscountEdit>; unread: UnreadCell[]; unloaded: number } {
  const edits: Record<string, DiscountEdit> = {};
  const unread: UnreadCell[] = [];
  block.forEach((cells, down) => {
    const row = rows[range.top + down];
    if (row?.kind !== 'line') return;
    cells.forEach((text, across) => {
      const column = columns[range.left + across];
      if (column?.id === 'editionDiscount') {
        const price = parsePrice(text, offer.catalog_currency);
        const value = price === null ? parseDiscount(text) : levelOfPrice(row.line, offer.levels, price);
        if (value === undefined) unread.push(unreadCell(row.line, text, price, offer));
        else edits[row.id] = { ...edits[row.id], discount_pct_user: value };
      } else if (column?.id === 'editionInclusion') {
        const included = parseInclusion(text);
        if (included === undefined) unread.push({ line: row.line, text });
        else edits[row.id] = { ...edits[row.id], included };
      }
    });
  });
  const width = Math.max(0, ...block.map((cells) => cells.length));
  const isEdited = columns.slice(range.left, range.left + width).some(isEditable);
  const unloaded = isEdited ? unloadedIn(rows.slice(range.top, range.top + block.length)) : 0;
  return { edits, unread, unloaded };
}

/** The cell being edited: opening, cancelling, committing and where the keyboard goes next. */
export function useEditing(props: EditingProps) {
  const { listing, layout, context, handle, onEdit, onEditGroup, onSelect } = props;
  const [editing, setEditing] = useState<Editing | null>(null);
  const open = useCallback(
    (cell: CellPosition, typed: string | null): boolean => {
      const row = listing.rows[cell.row];
      const column = layout.columns[cell.column];
      if (!row || !column || context.work_locked) return false;
      if (column.id === 'editionInclusion' && row.kind === 'line') {
        onEdit({ [row.id]: { included: row.line.included === false } }, 'Inclusion');
        return true;
      }
      if (column.id !== 'editionDiscount' || (row.kind !== 'line' && row.kind !== 'group')) return false;
      const anchor = handle.current?.cellElement(cell);
      if (!anchor) return false;
      setEditing({ row, cell, typed, anchor });
      return true;
    },
    [listing.rows, layout, context.work_locked, handle, onEdit],
  );
  const close = (away: boolean): void => {
    setEditing(null);
    // What the user went to keeps the focus: what is typed there is no discount.
    if (!away) handle.current?.focus();
  };
  const commit = ({ value, move, all, comment }: EditorCommit): void => {
    if (!editing) return;
    const { row, cell } = editing;
    const range = props.selection ? rangeOf(props.selection) : null;
    const rows = all && range ? listing.rows.slice(range.top, range.bottom + 1) : [row];
    close(move === 'away');
    if (row.kind === 'group') onEditGroup(row.node.group, value);
    else
      onEdit(
        discountEdits(rows, value, comment),
        value === null ? 'Démarque automatique' : `Démarque à ${value}\u202f%`,
        [],
        unloadedIn(rows),
      );
    const next = {
      row: move === 'down' ? Math.min(listing.rows.length - 1, cell.row + 1) : cell.row,
      column: Math.max(
        0,
        Math.min(layout.columns.length - 1, cell.column + (move === 'right' ? 1 : move === 'left' ? -1 : 0)),
      ),
    };
    if (all || move === 'away') return;
    onSelect(selectCell(next));
    handle.current?.scrollToCell(next);
  };
  return { editing, open, close, commit };
}

/** Keys of the listing beside those of the grid. True when taken. */
export function onListingKey(event: KeyEvent, cell: CellPosition, props: KeyProps): boolean {
  const row = props.listing.rows[cell.row];
  const ctrl = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (ctrl && key === 'z') {
    if (event.shiftKey) props.onRedo();
    else props.onUndo();
    return true;
  }
  if (ctrl && key === 'y') {
    props.onRedo();
    return true;
  }
  if (event.key === ' ' && row && (row.kind === 'line' || row.kind === 'group')) {
    // The group of a line; on a group's row, that very group.
    const group =
      event.shiftKey && row.kind === 'line'
        ? props.listing.rows.find((other) => other.kind === 'group' && other.id === row.parent)
        : undefined;
    props.onReview(group ?? row);
    if (!event.shiftKey && row.kind === 'line') {
      const next = { ...cell, row: Math.min(props.listing.rows.length - 1, cell.row + 1) };
      props.onSelect(selectCell(next));
      props.handle.current?.scrollToCell(next);
    }
    return true;
  }
  if ((event.key === 'Delete' || event.key === 'Backspace') && props.selection) {
    const range = rangeOf(props.selection);
    const columns = props.layout.columns.slice(range.left, range.right + 1);
    if (!columns.some(({ id }) => id === 'editionDiscount')) return false;
    const rows = props.listing.rows.slice(range.top, range.bottom + 1);
    props.onEdit(discountEdits(rows, null), 'Démarque automatique', [], unloadedIn(rows));
    return true;
  }
  return false;
}

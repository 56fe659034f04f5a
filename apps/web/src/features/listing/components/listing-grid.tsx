import type { DiscountEdit } from '@palier/domain';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { GridHandle } from '../../../ui/grid/grid-context.ts';
import type { ColumnLayout } from '../../../ui/grid/layout.ts';
import {
  type CellRange,
  clampSelection,
  countCells,
  rangeOf,
  selectCell,
} from '../../../ui/grid/selection.ts';
import { TreeGrid } from '../../../ui/grid/tree-grid.tsx';
import type {
  CellPosition,
  GridColumn,
  GridRow,
  GridSelection,
  RowKind,
  SortState,
} from '../../../ui/grid/types.ts';
import type { CellContext } from '../cells/context.ts';
import { groupTitle, lineTitle } from '../cells/product.tsx';
import { listingCellClass, renderListingCell, renderTotalCell } from '../cells/render.tsx';
import { words } from '../listing-messages.ts';
import { cellText, isEditable, parseDiscount, parseInclusion } from '../model/clipboard-cells.ts';
import type { Group, Line } from '../model/row.ts';
import type { ListingTree } from '../model/use-listing-tree.ts';
import { DiscountEditor, type EditorCommit } from './discount-editor.tsx';
import { TotalTitle, WideRow } from './wide-row.tsx';

type Row = GridRow<Group, Line>;

export interface ListingGridProps {
  listing: ListingTree;
  layout: ColumnLayout;
  context: CellContext;
  total: Group | null;
  project_count: number | null;
  selection: GridSelection | null;
  onSelect: (selection: GridSelection | null) => void;
  sort: SortState | null;
  onSort: (column: GridColumn) => void;
  onResize: (id: string, width: number) => void;
  onMove: (id: string, before: string | null) => void;
  onFold: (section: string) => void;
  onEdit: (edits: Record<string, DiscountEdit>, label: string) => void;
  onEditGroup: (groupId: string, value: number | null) => void;
  onReview: (row: Row) => void;
  onUndo: () => void;
  onRedo: () => void;
  onMenu: (cell: CellPosition, point: { x: number; y: number }) => void;
  handle: React.RefObject<GridHandle | null>;
}

const HEIGHTS: Record<'default' | 'compact', Record<RowKind, number>> = {
  default: { group: 114, line: 96, placeholder: 96, more: 100, error: 160, empty: 96 },
  compact: { group: 66, line: 48, placeholder: 48, more: 100, error: 160, empty: 64 },
};

interface Editing {
  row: Row & { kind: 'line' | 'group' };
  cell: CellPosition;
  typed: string | null;
  anchor: HTMLElement;
}

function discountEdits(rows: readonly Row[], value: number | null): Record<string, DiscountEdit> {
  return Object.fromEntries(
    rows.flatMap((row) => (row.kind === 'line' ? [[row.id, { discount_pct_user: value }]] : [])),
  );
}

/** Edits of a pasted or filled block: discounts and inclusions of the lines it covers, the rest is left alone. */
function blockEdits(
  rows: readonly Row[],
  columns: readonly GridColumn[],
  range: CellRange,
  block: readonly (readonly string[])[],
): Record<string, DiscountEdit> {
  const edits: Record<string, DiscountEdit> = {};
  block.forEach((cells, down) => {
    const row = rows[range.top + down];
    if (row?.kind !== 'line') return;
    cells.forEach((text, across) => {
      const column = columns[range.left + across];
      if (column?.id === 'editionDiscount') {
        const value = parseDiscount(text);
        if (value !== undefined) edits[row.id] = { ...edits[row.id], discount_pct_user: value };
      } else if (column?.id === 'editionInclusion') {
        const included = parseInclusion(text);
        if (included !== undefined) edits[row.id] = { ...edits[row.id], included };
      }
    });
  });
  return edits;
}

function useEditing(props: ListingGridProps) {
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
  const close = (): void => {
    setEditing(null);
    handle.current?.focus();
  };
  const commit = ({ value, move, all }: EditorCommit): void => {
    if (!editing) return;
    const { row, cell } = editing;
    const range = props.selection ? rangeOf(props.selection) : null;
    const rows = all && range ? listing.rows.slice(range.top, range.bottom + 1) : [row];
    close();
    if (row.kind === 'group') onEditGroup(row.id, value);
    else
      onEdit(
        discountEdits(rows, value),
        value === null ? 'Démarque automatique' : `Démarque à ${value}\u202f%`,
      );
    const next = {
      row: move === 'down' ? Math.min(listing.rows.length - 1, cell.row + 1) : cell.row,
      column: Math.max(
        0,
        Math.min(layout.columns.length - 1, cell.column + (move === 'right' ? 1 : move === 'left' ? -1 : 0)),
      ),
    };
    if (all) return;
    onSelect(selectCell(next));
    handle.current?.scrollToCell(next);
  };
  return { editing, open, close, commit };
}

/** Keys of the listing beside those of the grid. True when taken. */
function onListingKey(event: React.KeyboardEvent, cell: CellPosition, props: ListingGridProps): boolean {
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
    const parent = event.shiftKey
      ? props.listing.rows.find((other) => other.kind === 'group' && other.id === row.parent)
      : undefined;
    props.onReview(parent ?? row);
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
    props.onEdit(
      discountEdits(props.listing.rows.slice(range.top, range.bottom + 1), null),
      'Démarque automatique',
    );
    return true;
  }
  return false;
}

function useGridDrawing(props: ListingGridProps) {
  const { listing, context, total, project_count } = props;
  const renderCell = useCallback(
    (row: Row, column: GridColumn) => renderListingCell(row, column, context),
    [context],
  );
  const renderTotal = useCallback(
    (column: GridColumn) =>
      column.id === 'product' ? (
        <TotalTitle
          total={total}
          count={project_count}
          error={listing.total_error}
          onRetry={listing.refreshFigures}
        />
      ) : (
        renderTotalCell(total, column, context)
      ),
    [total, context, project_count, listing.total_error, listing.refreshFigures],
  );
  const { tree } = listing;
  const renderWide = useCallback(
    (row: Row) => <WideRow row={row} tree={tree} context={context} />,
    [tree, context],
  );
  const renderAncestors = useCallback(
    (ids: readonly string[]) =>
      ids
        .flatMap((id) => tree?.store.node(id)?.group ?? [])
        .map((group) => groupTitle(group, context))
        .join(' › '),
    [tree, context],
  );
  const rowClass = useCallback(
    (row: Row) => (row.kind === 'line' && row.line.included === false ? 'ls-excluded' : ''),
    [],
  );
  return { renderCell, renderTotal, renderWide, renderAncestors, rowClass };
}

/** The tree grid with the listing's cells, keys, editor, clipboard and fill. */
export function ListingGrid(props: ListingGridProps): ReactNode {
  const { listing, layout, context, selection, handle, onEdit } = props;
  const { tree, rows } = listing;
  const density = context.compact ? 'compact' : 'default';
  const drawing = useGridDrawing(props);
  const { editing, open, close, commit } = useEditing(props);
  const wrapper = useRef<HTMLDivElement>(null);
  const rowHeight = useCallback((kind: RowKind) => HEIGHTS[density][kind], [density]);
  const safe = useMemo(
    () => clampSelection(selection, rows.length, layout.columns.length),
    [selection, rows, layout],
  );
  const onVisible = useCallback(
    (seen: readonly Row[]) =>
      tree?.ensureLoaded(new Set(seen.flatMap((row) => (row.kind === 'placeholder' ? [row.parent] : [])))),
    [tree],
  );
  const text = (row: Row, column: GridColumn): string =>
    cellText(row, column, (group) => groupTitle(group, context));
  const paste = (range: CellRange, block: string[][]): void =>
    onEdit(blockEdits(rows, layout.columns, range, block), 'Collage');
  const fill = (source: CellRange, target: CellRange): void => {
    const height = source.bottom - source.top + 1;
    const block = Array.from({ length: target.bottom - target.top + 1 }, (_, down) => {
      const row = rows[source.top + (down % height)];
      return layout.columns
        .slice(source.left, source.right + 1)
        .map((column) => (row ? text(row, column) : ''));
    });
    onEdit(blockEdits(rows, layout.columns, target, block), 'Recopie');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu's entries are all elsewhere too; the right click is a shortcut
    <div className="ls-grid" ref={wrapper} onContextMenu={(event) => openMenu(event, props)}>
      <TreeGrid<Group, Line>
        ref={handle}
        label={words.grid}
        rows={rows}
        layout={layout}
        density={density}
        rowHeight={rowHeight}
        renderCell={drawing.renderCell}
        cellClass={listingCellClass}
        rowClass={drawing.rowClass}
        renderWide={drawing.renderWide}
        renderTotal={drawing.renderTotal}
        renderAncestors={drawing.renderAncestors}
        selection={safe}
        onSelect={props.onSelect}
        sort={props.sort}
        onSort={props.onSort}
        onResize={props.onResize}
        onMove={props.onMove}
        onFold={props.onFold}
        onToggle={(row) => {
          if (row.kind === 'group') tree?.toggle(row.id);
          else if (row.kind === 'more') void tree?.loadMore(row.parent);
          else if (row.kind === 'error') void tree?.retry(row.parent);
        }}
        onVisible={onVisible}
        onKey={(event, cell) => onListingKey(event, cell, props)}
        onEdit={open}
        onCellDoubleClick={(cell) => open(cell, null)}
        cellText={text}
        onPaste={context.mode === 'none' ? undefined : paste}
        onFill={fill}
        fillable={isEditable}
        busy={listing.changing || listing.refreshing}
      />
      {editing ? (
        <DiscountEditor
          key={`${editing.row.id}`}
          anchor={editing.anchor}
          scroller={handle.current?.scroller() ?? null}
          title={
            editing.row.kind === 'line'
              ? lineTitle(editing.row.line)
              : groupTitle(editing.row.node.group, context)
          }
          line={editing.row.kind === 'line' ? editing.row.line : null}
          value={editing.row.kind === 'line' ? (editing.row.line.discount_pct ?? null) : null}
          typed={editing.typed}
          levels={context.levels}
          selected={safe ? countCells(rangeOf(safe)) : 1}
          catalog_currency={context.catalog_currency}
          accounting_currency={context.accounting_currency}
          onCommit={commit}
          onCancel={close}
        />
      ) : null}
    </div>
  );
}

function openMenu(event: React.MouseEvent, props: ListingGridProps): void {
  const cell = (event.target as Element).closest('[data-column]');
  if (!(cell instanceof HTMLElement)) return;
  event.preventDefault();
  const position = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  props.onMenu(position, { x: event.clientX, y: event.clientY });
}

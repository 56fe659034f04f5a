import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { cellOfElement } from '../../../ui/grid/grid-context.ts';
import { type CellRange, clampSelection, rangeOf } from '../../../ui/grid/selection.ts';
import { TreeGrid } from '../../../ui/grid/tree-grid.tsx';
import type { GridColumn, GridRow, RowKind } from '../../../ui/grid/types.ts';
import { useWindowWidth } from '../../../ui/use-window-width.ts';
import { groupTitle, lineTitle } from '../cells/product.tsx';
import { listingCellClass, renderListingCell, renderTotalCell } from '../cells/render.tsx';
import { cellText, isEditable } from '../edit/clipboard-cells.ts';
import { DiscountEditor } from '../edit/discount-editor.tsx';
import { blockEdits, onListingKey, useEditing } from '../edit/use-grid-editing.ts';
import shared from '../shared.module.css';
import { CardCell, cardHeights, cardLayout, showsCards } from './card-cell.tsx';
import type { ListingGridProps } from './grid-props.ts';
import styles from './listing-grid.module.css';
import type { Group, Line } from './row.ts';
import { TotalTitle, WideRow } from './wide-row.tsx';

type Row = GridRow<Group, Line>;

const HEIGHTS: Record<'default' | 'compact', Record<RowKind, number>> = {
  default: { group: 114, line: 96, placeholder: 96, more: 100, error: 160, empty: 240 },
  compact: { group: 66, line: 48, placeholder: 48, more: 100, error: 160, empty: 240 },
};

function useGridDrawing(props: ListingGridProps) {
  const { listing, context, total, project_count, nothing, onWiden } = props;
  const renderCell = useCallback(
    (row: Row, column: GridColumn, light: boolean) => renderListingCell(row, column, context, light),
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
    (row: Row) => <WideRow row={row} tree={tree} context={context} nothing={nothing} onWiden={onWiden} />,
    [tree, context, nothing, onWiden],
  );
  const renderAncestors = useCallback(
    (ids: readonly string[]) =>
      ids
        .flatMap((id) => tree?.store.node(id)?.group ?? [])
        .map((group) => groupTitle(group, context))
        .join(' › '),
    [tree, context],
  );
  const { open_product: product } = context;
  const rowClass = useCallback(
    (row: Row) => {
      if (row.kind !== 'line') return '';
      if (row.line.item_group_id === product) return styles.current;
      return row.line.included === false ? shared.excluded : '';
    },
    [product],
  );
  return { renderCell, renderTotal, renderWide, renderAncestors, rowClass };
}

/** Products in a block: what is typed for all of it is given to each once, however many columns it has. */
function countLines(rows: readonly Row[], { top, bottom }: CellRange): number {
  return rows.slice(top, bottom + 1).filter(({ kind }) => kind === 'line').length;
}

/** The tree grid with the listing's cells, keys, editor, clipboard and fill. */
export function ListingGrid(given: ListingGridProps): ReactNode {
  const width = useWindowWidth();
  const cards = showsCards(width, window.innerHeight);
  const { context } = given;
  const layout = useMemo(
    () => (cards ? cardLayout(width, context) : given.layout),
    [cards, width, context, given.layout],
  );
  const props = { ...given, layout };
  const { listing, selection, handle, onEdit } = props;
  const { tree, rows } = listing;
  const density = context.compact ? 'compact' : 'default';
  const drawing = useGridDrawing(props);
  const { editing, open, close, commit } = useEditing(props);
  const wrapper = useRef<HTMLDivElement>(null);
  const rowHeight = useCallback(
    (kind: RowKind) => (cards ? cardHeights(width) : HEIGHTS[density])[kind],
    [cards, width, density],
  );
  const renderCard = useCallback((row: Row) => <CardCell row={row} context={context} />, [context]);
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
  const paste = (range: CellRange, block: string[][]): void => {
    const { edits, unread, unloaded } = blockEdits(rows, layout.columns, range, block, context);
    onEdit(edits, 'Collage', unread, unloaded);
  };
  const fill = (source: CellRange, target: CellRange): void => {
    const height = source.bottom - source.top + 1;
    const block = Array.from({ length: target.bottom - target.top + 1 }, (_, down) => {
      const row = rows[source.top + (down % height)];
      return layout.columns
        .slice(source.left, source.right + 1)
        .map((column) => (row ? text(row, column) : ''));
    });
    const { edits, unloaded } = blockEdits(rows, layout.columns, target, block, context);
    onEdit(edits, 'Recopie', [], unloaded);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu's entries are all elsewhere too; the right click is a shortcut
    <div
      className={cards ? `${styles.grid} ${styles.cards}` : styles.grid}
      ref={wrapper}
      onContextMenu={(event) => openMenu(event, props)}
    >
      <TreeGrid<Group, Line>
        ref={handle}
        label="Produits et groupes du listing"
        rows={rows}
        layout={layout}
        density={density}
        rowHeight={rowHeight}
        renderCell={cards ? renderCard : drawing.renderCell}
        cellClass={cards ? undefined : listingCellClass}
        rowClass={drawing.rowClass}
        renderWide={drawing.renderWide}
        renderTotal={cards ? undefined : drawing.renderTotal}
        renderAncestors={drawing.renderAncestors}
        selection={safe}
        onSelect={props.onSelect}
        sort={props.sort}
        onSort={props.onSort}
        onResize={props.onResize}
        onMove={props.onMove}
        onFold={props.onFold}
        onHeadMenu={props.onColumnMenu}
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
          tried={editing.row.kind === 'group' ? props.tried(editing.row.node.group) : null}
          value={editing.row.kind === 'line' ? (editing.row.line.discount_pct ?? null) : null}
          typed={editing.typed}
          levels={context.levels}
          selected={safe ? countLines(rows, rangeOf(safe)) : 1}
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
  const place = cellOfElement(event.target as Element);
  const row = place && props.listing.rows[place.row];
  const column = place && props.layout.columns[place.column];
  if (!row || !column) return;
  event.preventDefault();
  // A button of the cell took the focus; the menu would close what it opens when that focus moves.
  props.handle.current?.focus();
  props.onMenu({ row, column }, { x: event.clientX, y: event.clientY });
}

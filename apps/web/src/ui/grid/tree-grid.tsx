// biome-ignore-all lint/a11y/useSemanticElements: a virtualised treegrid is made of placed boxes, not of table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid keeps the focus, aria-activedescendant names the cell
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { fromTsv, tileBlock, toTsv } from './clipboard.ts';
import { cellId, cellOfElement, elementOfCell, HEADER_ROWS, type TreeGridProps } from './grid-context.ts';
import { GridHeader } from './grid-header.tsx';
import { GridRowView, selectionOfRow } from './grid-row.tsx';
import { GridTotal } from './grid-total.tsx';
import { dressColumns, type RowShared } from './row-cells.tsx';
import { RowSlots } from './row-slots.ts';
import { rangeOf } from './selection.ts';
import type { CellPosition, GridRow, GridSelection } from './types.ts';
import { onGridKey } from './use-grid-keyboard.ts';
import { onGridPointerDown } from './use-grid-pointer.ts';
import './grid.css';

const OVERSCAN_ROWS = 3;
const OVERSCAN_COLUMNS = 2;
/** Sections 24, columns 34, total 44. */
const HEAD_HEIGHT = 58;
const TOTAL_HEIGHT = 44;
const ANCESTORS_HEIGHT = 32;

function textBlock<G, L>(props: TreeGridProps<G, L>, selection: GridSelection): string[][] {
  const range = rangeOf(selection);
  const block: string[][] = [];
  for (let row = range.top; row <= range.bottom; row += 1) {
    const line = props.rows[row];
    const columns = props.layout.columns.slice(range.left, range.right + 1);
    block.push(columns.map((column) => (line ? props.cellText(line, column) : '')));
  }
  return block;
}

/** Ids of the open groups above a row, top first. */
export function ancestorsOf<G, L>(rows: readonly GridRow<G, L>[], index: number): string[] {
  const found: string[] = [];
  let wanted = rows[index]?.parent ?? '';
  for (let at = index - 1; at >= 0 && wanted !== ''; at -= 1) {
    const row = rows[at] as GridRow<G, L>;
    if (row.kind !== 'group' || row.id !== wanted) continue;
    found.unshift(row.id);
    wanted = row.parent;
  }
  return found;
}

function useVirtualRows<G, L>(
  props: TreeGridProps<G, L>,
  scroller: React.RefObject<HTMLDivElement | null>,
  headHeight: number,
) {
  const { rows, rowHeight, selection } = props;
  const active = selection?.anchor.row ?? -1;
  const most = useRef(0);
  const rangeExtractor = useCallback(
    (range: Range) => {
      // As many rows whatever the place: one comes when one leaves and takes its elements.
      most.current = Math.max(most.current, range.endIndex - range.startIndex + 1);
      const indexes = defaultRangeExtractor({ ...range, endIndex: range.startIndex + most.current - 1 });
      // The active row stays drawn: aria-activedescendant must find it.
      if (active >= 0 && active < range.count && !indexes.includes(active)) indexes.push(active);
      return indexes;
    },
    [active],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight((rows[index] as GridRow<G, L>).kind),
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: ANCESTORS_HEIGHT,
    scrollPaddingEnd: headHeight,
    rangeExtractor,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights change with rows and density
  useEffect(() => {
    most.current = 0;
    virtualizer.measure();
  }, [rows, rowHeight, virtualizer]);
  return virtualizer;
}

function useVirtualColumns<G, L>(
  props: TreeGridProps<G, L>,
  scroller: React.RefObject<HTMLDivElement | null>,
) {
  const { layout } = props;
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: layout.middle.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => layout.middle[index]?.width ?? 0,
    overscan: OVERSCAN_COLUMNS,
    paddingStart: layout.left_width,
    paddingEnd: layout.right_width,
    scrollPaddingStart: layout.left_width,
    scrollPaddingEnd: layout.right_width,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths change with the layout
  useEffect(() => virtualizer.measure(), [layout, virtualizer]);
  const items = virtualizer.getVirtualItems();
  return { virtualizer, from: items[0]?.index ?? 0, to: items.at(-1)?.index ?? -1 };
}

function useShared<G, L>(props: TreeGridProps<G, L>, grid: string): RowShared<G, L> {
  const { layout, renderCell, cellClass, rowClass, renderWide, fillable } = props;
  const offset = props.renderTotal ? 1 : 0;
  return useMemo(
    () => ({
      grid,
      layout,
      dress: dressColumns(layout),
      renderCell,
      cellClass,
      rowClass,
      renderWide,
      fillable,
      offset,
    }),
    [grid, layout, renderCell, cellClass, rowClass, renderWide, fillable, offset],
  );
}

/**
 * A virtualised treegrid: rows and columns drawn only where they are seen, one scroller, header and
 * pinned columns stuck to its edges. It knows nothing of what its cells mean.
 */
export function TreeGrid<G, L>(props: TreeGridProps<G, L>): ReactNode {
  const { rows, layout, selection, onVisible } = props;
  const scroller = useRef<HTMLDivElement | null>(null);
  const grid = useId();
  const headHeight = HEAD_HEIGHT + (props.renderTotal ? TOTAL_HEIGHT : 0);
  const virtual = useVirtualRows(props, scroller, headHeight);
  const across = useVirtualColumns(props, scroller);
  const shared = useShared(props, grid);
  const items = virtual.getVirtualItems();
  const range = selection ? rangeOf(selection) : null;
  const [slots] = useState(() => new RowSlots());
  const drawn = slots.assign(
    items.flatMap((item) => {
      const row = rows[item.index];
      return row ? [{ item, row, id: row.id, kind: row.kind }] : [];
    }),
    virtual.isScrolling,
  );

  const scrollTo = (cell: CellPosition): void => {
    virtual.scrollToIndex(cell.row, { align: 'auto' });
    const middle = cell.column - layout.left.length;
    if (middle >= 0 && middle < layout.middle.length)
      across.virtualizer.scrollToIndex(middle, { align: 'auto' });
  };
  useImperativeHandle(props.ref, () => ({
    focus: () => scroller.current?.focus({ preventScroll: true }),
    scrollToCell: scrollTo,
    cellElement: (cell) => elementOfCell(scroller.current, cell),
    scroller: () => scroller.current,
  }));

  const firstIndex = items.find((item) => item.end > (virtual.scrollOffset ?? 0))?.index ?? 0;
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    onVisible?.(rows.slice(firstIndex, lastIndex + 1));
  }, [onVisible, rows, firstIndex, lastIndex]);

  const page = (): number => Math.max(1, items.length - 2 * OVERSCAN_ROWS - 1);
  // The first row that the bar would leave visible decides what it says.
  const underBar =
    items.find((item) => item.end > (virtual.scrollOffset ?? 0) + ANCESTORS_HEIGHT)?.index ?? firstIndex;
  const ancestors = (virtual.scrollOffset ?? 0) > 0 ? ancestorsOf(rows, underBar) : [];
  const onLeave = useCallback(() => scroller.current?.focus({ preventScroll: true }), []);

  return (
    <div
      ref={scroller}
      className="pg"
      data-density={props.density}
      role="treegrid"
      aria-label={props.label}
      aria-rowcount={rows.length + HEADER_ROWS + shared.offset}
      aria-colcount={layout.columns.length}
      aria-multiselectable="true"
      aria-busy={props.busy || undefined}
      aria-activedescendant={selection ? cellId(grid, selection.anchor) : undefined}
      tabIndex={0}
      onKeyDown={(event) => onGridKey(event, { props, page, scrollTo })}
      onPointerDown={(event) => onGridPointerDown(event, props)}
      onDoubleClick={(event) => {
        const cell = cellOfElement(event.target as Element);
        if (cell) props.onCellDoubleClick?.(cell);
      }}
      onCopy={(event) => {
        if (!selection || (event.target as HTMLElement).closest('input,textarea')) return;
        event.preventDefault();
        event.clipboardData.setData('text/plain', toTsv(textBlock(props, selection)));
      }}
      onPaste={(event) => {
        if (!range || !props.onPaste || (event.target as HTMLElement).closest('input,textarea')) return;
        event.preventDefault();
        const block = fromTsv(event.clipboardData.getData('text/plain'));
        if (block.length === 0) return;
        props.onPaste(range, tileBlock(block, range.bottom - range.top + 1, range.right - range.left + 1));
      }}
    >
      <GridHeader
        layout={layout}
        sort={props.sort}
        onSort={props.onSort}
        onResize={props.onResize}
        onMove={props.onMove}
        onFold={props.onFold}
        onLeave={onLeave}
      >
        {props.renderTotal ? (
          <GridTotal dress={shared.dress} from={across.from} to={across.to} renderTotal={props.renderTotal} />
        ) : null}
      </GridHeader>
      {ancestors.length > 0 && props.renderAncestors ? (
        <div className="pg-ancestors" aria-hidden="true" style={{ top: headHeight }}>
          <div>{props.renderAncestors(ancestors)}</div>
        </div>
      ) : null}
      <div
        className="pg-body"
        role="rowgroup"
        style={{ height: virtual.getTotalSize(), width: layout.width }}
      >
        {drawn.map(({ slot, of: { item, row } }) => {
          return (
            <GridRowView
              key={slot}
              row={row as GridRow<unknown, unknown>}
              index={item.index}
              top={item.start}
              height={item.size}
              shared={shared as unknown as RowShared<unknown, unknown>}
              from={across.from}
              to={across.to}
              {...selectionOfRow(range, selection?.anchor ?? null, item.index)}
            />
          );
        })}
      </div>
    </div>
  );
}

// biome-ignore-all lint/a11y/useSemanticElements: a virtualised treegrid is made of placed boxes, not of table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid keeps the focus, aria-activedescendant names the cell
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
import { type ColumnLayout, withWidth } from './layout.ts';
import { dressColumns, type RowShared } from './row-cells.tsx';
import { RowSlots } from './row-slots.ts';
import { scrollSmoothly } from './scroll-animation.ts';
import { rangeOf } from './selection.ts';
import type { CellPosition, GridRow, GridSelection } from './types.ts';
import { onGridKey } from './use-grid-keyboard.ts';
import { onGridPointerDown } from './use-grid-pointer.ts';
import {
  ANCESTORS_HEIGHT,
  ancestorsOf,
  OVERSCAN_ROWS,
  useVirtualColumns,
  useVirtualRows,
} from './use-grid-windows.ts';
import './grid.css';

/** Sections 24, columns 34, total 44. */
const HEAD_HEIGHT = 58;
const TOTAL_HEIGHT = 44;

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

/** The layout with the column being resized at its tried width, and what the header calls. */
function useSizing<G, L>(
  props: TreeGridProps<G, L>,
): {
  layout: ColumnLayout;
  onResize: (id: string, width: number, done: boolean) => void;
} {
  const { layout, onResize } = props;
  const [tried, setTried] = useState<{ id: string; width: number } | null>(null);
  const latest = useRef(onResize);
  latest.current = onResize;
  return {
    layout: useMemo(() => (tried ? withWidth(layout, tried.id, tried.width) : layout), [layout, tried]),
    onResize: useCallback((id, width, done) => {
      setTried(done ? null : { id, width });
      if (done) latest.current(id, width);
    }, []),
  };
}

/**
 * A virtualised treegrid: rows and columns drawn only where they are seen, one scroller, header and
 * pinned columns stuck to its edges. It knows nothing of what its cells mean.
 */
export function TreeGrid<G, L>(given: TreeGridProps<G, L>): ReactNode {
  const sizing = useSizing(given);
  const props = { ...given, layout: sizing.layout };
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
  const moving = useRef<() => void>(() => {});
  const toAncestor = (id: string | undefined): void => {
    const index = rows.findIndex((row) => row.kind === 'group' && row.id === id);
    const [top] = virtual.getOffsetForIndex(index, 'start') ?? [];
    moving.current();
    if (!scroller.current || top === undefined) return;
    // The bar leaves once a group of the first level is at the top.
    const bar = rows[index]?.depth === 0 ? ANCESTORS_HEIGHT : 0;
    moving.current = scrollSmoothly(scroller.current, top + bar);
  };
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
      onClick={(event) => {
        // A button of a cell gives the keyboard back: arrows go on from there, and its element may soon serve another row.
        const button = (event.target as Element).closest('.pg-row button');
        if (button && button === document.activeElement) scroller.current?.focus({ preventScroll: true });
      }}
      onWheel={() => moving.current()}
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
        onResize={sizing.onResize}
        onMove={props.onMove}
        onFold={props.onFold}
        onLeave={onLeave}
      >
        {props.renderTotal ? (
          <GridTotal dress={shared.dress} from={across.from} to={across.to} renderTotal={props.renderTotal} />
        ) : null}
      </GridHeader>
      {ancestors.length > 0 && props.renderAncestors ? (
        <div
          className="pg-ancestors"
          aria-hidden="true"
          style={{ top: headHeight }}
          onClick={() => toAncestor(ancestors.at(-1))}
        >
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

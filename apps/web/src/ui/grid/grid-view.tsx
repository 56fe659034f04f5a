// biome-ignore-all lint/a11y/useSemanticElements: a virtualised treegrid is made of placed boxes, not of table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid keeps the focus, aria-activedescendant names the cell
import { type ReactNode, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { TreeGridProps } from './grid-context.ts';
import { GridHeader } from './grid-header.tsx';
import { GridRowView, selectionOfRow } from './grid-row.tsx';
import { GridTotal } from './grid-total.tsx';
import { sectionAt } from './layout.ts';
import type { RowShared } from './row-cells.tsx';
import { RowSlots } from './row-slots.ts';
import { scrollSmoothly } from './scroll-animation.ts';
import { rangeOf } from './selection.ts';
import type { CellPosition } from './types.ts';
import {
  ANCESTORS_HEIGHT,
  ancestorsOf,
  OVERSCAN_ROWS,
  useVirtualColumns,
  useVirtualRows,
} from './use-grid-windows.ts';
import { usePace } from './use-pace.ts';

/** Sections 24, columns 34, total 44. */
const HEAD_HEIGHT = 58;
const TOTAL_HEIGHT = 44;

/** What the grid asks of its view. */
export interface ViewHandle {
  /** Rows that a page key passes. */
  page: () => number;
  scrollTo: (cell: CellPosition) => void;
  /** Stops a scroll that a click asked for: the user scrolls. */
  stop: () => void;
}

interface GridViewProps<G, L> {
  ref: React.Ref<ViewHandle>;
  props: TreeGridProps<G, L>;
  shared: RowShared<G, L>;
  /** The element that scrolls, once it is in the page. */
  scroller: HTMLDivElement | null;
  /** A width tried while it is dragged, kept once done. */
  onResize: ((id: string, width: number, done: boolean) => void) | undefined;
  /** Gives the keyboard back to the rows. */
  onLeave: () => void;
}

/** The header, and of the rows and columns those in sight: all that scrolling draws again. */
export function GridView<G, L>({ ref, props, shared, scroller, onResize, onLeave }: GridViewProps<G, L>) {
  const { rows, layout, selection, onVisible, renderTotal } = props;
  const headHeight = HEAD_HEIGHT + (renderTotal ? TOTAL_HEIGHT : 0);
  // Columns first: their scroll handler reads widths before the rows' own has changed the page.
  const across = useVirtualColumns(props, scroller);
  const virtual = useVirtualRows(props, scroller, headHeight);
  const items = virtual.getVirtualItems();
  const offset = virtual.scrollOffset ?? 0;
  const range = selection ? rangeOf(selection) : null;
  const [slots] = useState(() => new RowSlots());
  const firstIndex = items.find((item) => item.end > offset)?.index ?? 0;
  const lastIndex = items.at(-1)?.index ?? 0;
  const pace = usePace(firstIndex, items.length - OVERSCAN_ROWS);
  const bottom = offset + (scroller?.clientHeight ?? 0);
  const sight = pace === 'leap' ? items.filter((item) => item.end > offset && item.start < bottom) : items;
  const whole = useRef<ReadonlySet<string>>(new Set());
  const drawn = slots.assign(
    sight.flatMap((item) => {
      const row = rows[item.index];
      return row ? [{ item, row, id: row.id, kind: row.kind }] : [];
    }),
    virtual.isScrolling,
  );
  // Where rows are measured from: a leap moves their box, and leaves each row of it where it stands.
  const base = useRef(0);
  if (pace === 'leap') base.current = sight[0]?.start ?? 0;
  const moving = useRef<() => void>(() => {});
  useImperativeHandle(ref, () => ({
    page: () => Math.max(1, items.length - OVERSCAN_ROWS - 1),
    scrollTo: (cell) => {
      virtual.scrollToIndex(cell.row, { align: 'auto' });
      const middle = cell.column - layout.left.length;
      if (middle >= 0 && middle < layout.middle.length)
        across.virtualizer.scrollToIndex(middle, { align: 'auto' });
    },
    stop: () => moving.current(),
  }));

  const light = (id: string): boolean => pace !== 'read' && !whole.current.has(id);
  useEffect(() => {
    whole.current = new Set(drawn.flatMap(({ of: { id } }) => (light(id) ? [] : [id])));
  });
  useEffect(() => {
    onVisible?.(rows.slice(firstIndex, lastIndex + 1));
  }, [onVisible, rows, firstIndex, lastIndex]);

  // The first row that the bar would leave visible decides what it says.
  const underBar = items.find((item) => item.end > offset + ANCESTORS_HEIGHT)?.index ?? firstIndex;
  const ancestors = offset > 0 ? ancestorsOf(rows, underBar) : [];
  const toAncestor = (id: string | undefined): void => {
    const index = rows.findIndex((row) => row.kind === 'group' && row.id === id);
    const [top] = virtual.getOffsetForIndex(index, 'start') ?? [];
    moving.current();
    if (!scroller || top === undefined) return;
    // The bar leaves once a group of the first level is at the top.
    const bar = rows[index]?.depth === 0 ? ANCESTORS_HEIGHT : 0;
    moving.current = scrollSmoothly(scroller, top + bar);
  };
  const { dress } = shared;
  // What a leap draws out of sight, the next one leaves behind.
  const { from, to } = pace === 'leap' ? across.seen : across.drawn;
  // One element as long as nothing of it changes: the header is then left as it is.
  const total = useMemo(
    () => (renderTotal ? <GridTotal dress={dress} from={from} to={to} renderTotal={renderTotal} /> : null),
    [dress, from, to, renderTotal],
  );

  return (
    <>
      <GridHeader
        layout={layout}
        cutFrom={sectionAt(layout, layout.left.length + across.drawn.from)}
        cutTo={sectionAt(layout, layout.left.length + across.seen.from + 1)}
        sort={props.sort}
        onSort={props.onSort}
        onResize={onResize}
        onMove={props.onMove}
        onFold={props.onFold}
        onMenu={props.onHeadMenu}
        onLeave={onLeave}
      >
        {total}
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
        <div className="pg-rows" style={{ transform: `translateY(${base.current}px)` }}>
          {drawn.map(
            ({ slot, of: { item, row } }): ReactNode => (
              <GridRowView
                key={slot}
                row={row}
                index={item.index}
                top={item.start - base.current}
                height={item.size}
                shared={shared}
                from={from}
                to={to}
                wholeFrom={across.whole.from}
                wholeTo={across.whole.to}
                light={light(row.id)}
                {...selectionOfRow(range, selection?.anchor ?? null, item.index)}
              />
            ),
          )}
        </div>
      </div>
    </>
  );
}

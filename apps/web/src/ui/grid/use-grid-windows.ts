import { type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import type { TreeGridProps } from './grid-context.ts';
import { type GridRow, ROOT_ID } from './types.ts';
import { useRushAcross } from './use-pace.ts';

/** Rows drawn out of sight: where the scroll leads, and where it comes from. */
const ROWS_AHEAD = 3;
const ROWS_BEHIND = 1;
export const OVERSCAN_ROWS = ROWS_AHEAD + ROWS_BEHIND;
const OVERSCAN_COLUMNS = 2;
/** Height of the bar that names the open groups above, px. */
export const ANCESTORS_HEIGHT = 32;

/** Ids of the open groups above a row, top first. */
export function ancestorsOf<G, L>(rows: readonly GridRow<G, L>[], index: number): string[] {
  const found: string[] = [];
  let wanted = rows[index]?.parent ?? ROOT_ID;
  for (let at = index - 1; at >= 0 && wanted !== ROOT_ID; at -= 1) {
    const row = rows[at] as GridRow<G, L>;
    if (row.kind !== 'group' || row.id !== wanted) continue;
    found.unshift(row.id);
    wanted = row.parent;
  }
  return found;
}

/** `seen` rows from `first`, and those out of sight around them. */
function indexesAround(first: number, seen: number, count: number, forward: boolean): number[] {
  const start = Math.max(0, first - (forward ? ROWS_BEHIND : ROWS_AHEAD));
  const end = Math.min(count, first + seen + (forward ? ROWS_AHEAD : ROWS_BEHIND));
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);
}

/** The rows in sight and a few around them, always as many, the active one among them. */
export function useVirtualRows<G, L>(
  props: TreeGridProps<G, L>,
  scroller: HTMLDivElement | null,
  headHeight: number,
) {
  const { rows, rowHeight, selection } = props;
  const active = selection?.anchor.row ?? -1;
  const most = useRef(0);
  const last = useRef({ first: 0, forward: true });
  const rangeExtractor = useCallback(
    (range: Range) => {
      // As many rows whatever the place: one comes when one leaves and takes its elements.
      most.current = Math.max(most.current, range.endIndex - range.startIndex + 1);
      const { startIndex: first } = range;
      const forward = first === last.current.first ? last.current.forward : first > last.current.first;
      last.current = { first, forward };
      const indexes = indexesAround(first, most.current, range.count, forward);
      // The active row stays drawn: aria-activedescendant must find it.
      if (active >= 0 && active < range.count && !indexes.includes(active)) indexes.push(active);
      return indexes;
    },
    [active],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => rowHeight((rows[index] as GridRow<G, L>).kind),
    // Until then rows keep the elements' order (row-slots.ts): slow frames must not pass for a rest.
    isScrollingResetDelay: 500,
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

/** The scrolling columns in sight and a few around them. */
export function useVirtualColumns<G, L>(props: TreeGridProps<G, L>, scroller: HTMLDivElement | null) {
  const { layout } = props;
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: layout.middle.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => layout.middle[index]?.width ?? 0,
    overscan: 0,
    paddingStart: layout.left_width,
    paddingEnd: layout.right_width,
    scrollPaddingStart: layout.left_width,
    scrollPaddingEnd: layout.right_width,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths change with the layout
  useEffect(() => virtualizer.measure(), [layout, virtualizer]);
  const seen = columnsBetween(
    virtualizer.getVirtualItems(),
    (virtualizer.scrollOffset ?? 0) + layout.left_width,
    (virtualizer.scrollOffset ?? 0) + (virtualizer.scrollRect?.width ?? 0) - layout.right_width,
  );
  const drawn = {
    from: Math.max(0, seen.from - OVERSCAN_COLUMNS),
    to: Math.min(layout.middle.length - 1, seen.to + OVERSCAN_COLUMNS),
  };
  return { virtualizer, seen, drawn, whole: useWhole(drawn, virtualizer.scrollOffset ?? 0) };
}

/** Of the columns drawn, those drawn whole: all, or while they rush by those that were there before. */
function useWhole(drawn: ColumnWindow, offset: number): ColumnWindow {
  const last = useRef(drawn);
  const rushes = useRushAcross(offset);
  const whole = rushes
    ? { from: Math.max(drawn.from, last.current.from), to: Math.min(drawn.to, last.current.to) }
    : drawn;
  useEffect(() => {
    last.current = whole;
  });
  return whole;
}

/** First and last column, -1 when there is none. */
export interface ColumnWindow {
  from: number;
  to: number;
}

/** Of the columns of the whole width, those between two places: the pinned blocks cover the others. */
function columnsBetween(items: readonly VirtualItem[], start: number, end: number): ColumnWindow {
  const seen = items.filter((item) => item.end > start && item.start < end);
  const from = seen[0]?.index ?? items[0]?.index ?? 0;
  return { from, to: seen.at(-1)?.index ?? from - 1 };
}

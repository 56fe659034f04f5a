import { useEffect, useReducer, useRef } from 'react';

/** Rows that a frame brings from which nobody reads what passes. */
const RUSH_ROWS = 3;
/** Pixels across in a millisecond from which nobody reads what passes: a screen in a second or so. */
const RUSH_SPEED = 1;
/** Without a fast frame for so long, ms, the rush is over. */
const RUSH_END = 150;

/** How rows go by: one can read them, they rush, or each frame shows rows that the one before did not. */
export type Pace = 'read' | 'rush' | 'leap';

/**
 * Whether what goes by rushes: from the second fast frame on, drawn again once it is over. A jump by itself, a page or a
 * row that was looked for, is no rush: it is there to be read.
 */
function useRush(isFast: boolean): boolean {
  const last = useRef({ fast: Number.NEGATIVE_INFINITY, until: 0 });
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const now = performance.now();
  if (isFast) {
    if (now - last.current.fast < RUSH_END) last.current.until = now + RUSH_END;
    last.current.fast = now;
  }
  const rushes = now < last.current.until;
  useEffect(() => {
    if (!rushes) return;
    const timer = setTimeout(drawAgain, RUSH_END + 1);
    return () => clearTimeout(timer);
  });
  return rushes;
}

/** The pace of a scroll down, from the first row in sight and how many are. */
export function usePace(first: number, seen: number): Pace {
  const last = useRef(first);
  const passed = Math.abs(first - last.current);
  last.current = first;
  if (!useRush(passed >= RUSH_ROWS)) return 'read';
  return passed >= seen ? 'leap' : 'rush';
}

/**
 * Whether columns rush by, from how far across the scroll is, px. A frame that brings no column is not drawn, so what
 * tells is the speed between two that are.
 */
export function useRushAcross(offset: number): boolean {
  const last = useRef({ offset, at: 0 });
  const now = performance.now();
  const passed = Math.abs(offset - last.current.offset);
  const isFast = passed > 0 && passed >= RUSH_SPEED * (now - last.current.at);
  if (passed > 0) last.current = { offset, at: now };
  return useRush(isFast);
}

import { useEffect, useReducer, useRef } from 'react';

/** Rows that a frame brings from which nobody reads what passes. */
const RUSH_ROWS = 3;
/** Without such a frame for so long, ms, the rush is over. */
const RUSH_END = 150;

/** How rows go by: one can read them, they rush, or each frame shows rows that the one before did not. */
export type Pace = 'read' | 'rush' | 'leap';

/**
 * The pace of a scroll, from the first row in sight and how many are; drawn again once a rush is over. A jump by itself,
 * a page or a row that was looked for, is no rush: it is there to be read.
 */
export function usePace(first: number, seen: number): Pace {
  const last = useRef({ first, fast: Number.NEGATIVE_INFINITY, until: 0 });
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const passed = Math.abs(first - last.current.first);
  const now = performance.now();
  const { fast } = last.current;
  last.current.first = first;
  if (passed >= RUSH_ROWS) {
    last.current.fast = now;
    if (now - fast < RUSH_END) last.current.until = now + RUSH_END;
  }
  const rushes = now < last.current.until;
  useEffect(() => {
    if (!rushes) return;
    const timer = setTimeout(drawAgain, RUSH_END + 1);
    return () => clearTimeout(timer);
  });
  if (!rushes) return 'read';
  return passed >= seen ? 'leap' : 'rush';
}

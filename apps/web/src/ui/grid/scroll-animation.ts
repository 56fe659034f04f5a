/** How long a scroll asked by a click lasts, ms. */
export const SCROLL_DURATION = 500;

/** Slow at both ends; `share` of the time gives the share of the way. */
function ease(share: number): number {
  return share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share);
}

interface Scrolled {
  scrollTop: number;
}

/**
 * Scrolls to `top`, px, in SCROLL_DURATION; at once for who asked for less motion. The caller stops it when
 * the user scrolls.
 */
export function scrollSmoothly(
  element: Scrolled,
  top: number,
  reduced = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false,
): () => void {
  if (reduced) {
    element.scrollTop = top;
    return () => undefined;
  }
  const from = element.scrollTop;
  let start: number | null = null;
  let frame = 0;
  const step = (now: number): void => {
    start ??= now;
    const share = Math.min(1, (now - start) / SCROLL_DURATION);
    element.scrollTop = from + (top - from) * ease(share);
    if (share < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

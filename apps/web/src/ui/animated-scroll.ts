/** How long a scroll that the user did not make with their own hand lasts, ms. */
export const SCROLL_DURATION_MS = 500;

function reducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Slows down towards the end, as a hand does. */
function ease(share: number): number {
  return 1 - (1 - share) ** 3;
}

/**
 * Goes smoothly to where `jump` scrolls an element at once; at once too for who asks for reduced motion. The last call
 * on an element wins.
 */
export function animateScroll(element: HTMLElement, jump: () => void, duration = SCROLL_DURATION_MS): void {
  const from = element.scrollTop;
  jump();
  const to = element.scrollTop;
  if (from === to || reducedMotion()) return;
  element.scrollTop = from;
  const turn = (turns.get(element) ?? 0) + 1;
  turns.set(element, turn);
  let start: number | null = null;
  const step = (now: number): void => {
    if (turns.get(element) !== turn) return;
    start ??= now;
    const share = Math.min(1, (now - start) / duration);
    element.scrollTop = from + (to - from) * ease(share);
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const turns = new WeakMap<HTMLElement, number>();

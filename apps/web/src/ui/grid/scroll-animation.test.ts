import { afterEach, describe, expect, it, vi } from 'vitest';
import { SCROLL_DURATION, scrollSmoothly } from './scroll-animation.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('a scroll asked by a click', () => {
  it('[CONST-11] lasts 500 ms', () => {
    vi.useFakeTimers();
    const element = { scrollTop: 0 };
    scrollSmoothly(element, 1000, false);
    vi.advanceTimersByTime(SCROLL_DURATION / 2 + 16);
    expect(element.scrollTop).toBeGreaterThan(300);
    expect(element.scrollTop).toBeLessThan(700);
    vi.advanceTimersByTime(SCROLL_DURATION / 2 + 16);
    expect(SCROLL_DURATION).toBe(500);
    expect(element.scrollTop).toBe(1000);
  });

  it('is at once with reduced motion, and stops when asked', () => {
    vi.useFakeTimers();
    const element = { scrollTop: 0 };
    scrollSmoothly(element, 1000, true);
    expect(element.scrollTop).toBe(1000);
    const stop = scrollSmoothly(element, 0, false);
    stop();
    vi.advanceTimersByTime(1000);
    expect(element.scrollTop).toBe(1000);
  });
});

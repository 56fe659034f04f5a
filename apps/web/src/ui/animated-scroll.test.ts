import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { animateScroll, SCROLL_DURATION_MS } from './animated-scroll.ts';

const frames: FrameRequestCallback[] = [];
const media = vi.fn(() => ({ matches: false }));

beforeEach(() => {
  vi.stubGlobal('matchMedia', media);
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
});
afterEach(() => {
  frames.length = 0;
  vi.unstubAllGlobals();
});
const at = (time: number): void => frames.shift()?.(time);

it('[CONST-11] a scroll to a product lasts 500 ms', () => {
  const list = document.createElement('div');
  animateScroll(list, () => {
    list.scrollTop = 1000;
  });
  expect([SCROLL_DURATION_MS, list.scrollTop]).toEqual([500, 0]);
  at(100);
  at(350);
  expect(list.scrollTop).toBeGreaterThan(0);
  expect(list.scrollTop).toBeLessThan(1000);
  at(600);
  expect(list.scrollTop).toBe(1000);
  expect(frames).toHaveLength(0);
});

it('goes at once for who asks for reduced motion', () => {
  media.mockReturnValueOnce({ matches: true });
  const list = document.createElement('div');
  animateScroll(list, () => {
    list.scrollTop = 1000;
  });
  expect([list.scrollTop, frames.length]).toEqual([1000, 0]);
});

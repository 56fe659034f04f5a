import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePace } from './use-pace.ts';

const SEEN = 9;
const FRAME = 16;

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** A scroll from row 1,000; `to` gives the pace of the frame that brings a row to the top. */
function newScroll() {
  const { result, rerender } = renderHook(({ first }) => usePace(first, SEEN), {
    initialProps: { first: 1000 },
  });
  const to = (first: number): string => {
    vi.advanceTimersByTime(FRAME);
    rerender({ first });
    return result.current;
  };
  return { to, pace: () => result.current };
}

it('rows that a wheel brings one or two at a time are read', () => {
  const { to } = newScroll();
  expect([1001, 1002, 1004, 1006, 1005].map(to)).toEqual(Array(5).fill('read'));
});

it('a page, or a row that was looked for, is there to be read', () => {
  const { to } = newScroll();
  expect(to(1008)).toBe('read');
  vi.advanceTimersByTime(400);
  expect(to(52_000)).toBe('read');
});

it('rows rush from the second fast frame on, leap when all of them are new, and are read again at rest', () => {
  const { to, pace } = newScroll();
  expect([1004, 1008, 1030, 1034].map(to)).toEqual(['read', 'rush', 'leap', 'rush']);
  expect(to(1034)).toBe('rush');
  act(() => vi.advanceTimersByTime(200));
  expect(pace()).toBe('read');
});

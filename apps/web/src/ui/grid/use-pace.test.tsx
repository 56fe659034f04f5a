import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePace, useRushAcross } from './use-pace.ts';

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

/** A scroll across from the start; `by` gives whether columns rush once it has gone on by so many pixels. */
function newScrollAcross() {
  const { result, rerender } = renderHook(({ offset }) => useRushAcross(offset), {
    initialProps: { offset: 0 },
  });
  let offset = 0;
  const by = (pixels: number): boolean => {
    offset += pixels;
    vi.advanceTimersByTime(FRAME);
    rerender({ offset });
    return result.current;
  };
  return { by, rushes: () => result.current };
}

it('columns that pass slower than a screen in a second are read, and so is one that was looked for', () => {
  const { by } = newScrollAcross();
  expect([12, 15, 9, 15].map(by)).toEqual(Array(4).fill(false));
  vi.advanceTimersByTime(400);
  expect(by(2_000)).toBe(false);
});

it('columns rush from the second fast frame on, either way, until they rest', () => {
  const { by, rushes } = newScrollAcross();
  expect([40, 40, -40, 0].map(by)).toEqual([false, true, true, true]);
  act(() => vi.advanceTimersByTime(200));
  expect(rushes()).toBe(false);
});

import { expect, it } from 'vitest';
import { gapSubject, isGap } from './gap.ts';

it('a total is a gap beyond the tolerance, on either side, and never for a sum of cents in another order', () => {
  expect(isGap(1000, 1001, 0.001)).toBe(false);
  expect(isGap(1000, 1001.01, 0.001)).toBe(true);
  expect(isGap(1000, 998.99, 0.001)).toBe(true);
  expect(isGap(0.3, 0.1 + 0.2, 0)).toBe(false);
  expect(isGap(0, 1, 0.5)).toBe(true);
});

it('says what a gap is about', () => {
  const gap = { month: '2026-06', measure: 'revenue', expected: 1, found: 2, causes: [] } as const;
  expect(gapSubject({ ...gap, causes: [], place: 'L1', place_name: 'Lille' })).toBe('CA, juin 2026, Lille');
  expect(gapSubject({ ...gap, causes: [], place: null, place_name: null })).toBe(
    'CA, juin 2026, tous les lieux',
  );
});

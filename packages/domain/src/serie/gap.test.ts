import { describe, expect, it } from 'vitest';
import { serieGap } from './gap.ts';

const AMOUNT = { type: 'money' } as const;
const RATE = { type: 'percent' } as const;

describe('[SERIES-01] the difference of a serie with the reference', () => {
  it('is in parts of the reference for amounts, in points for rates', () => {
    expect(serieGap(926.4, 842.6, AMOUNT)).toBeCloseTo(9.945, 3);
    expect(serieGap(39.8, 37.9, RATE)).toBeCloseTo(1.9, 9);
    expect(serieGap(-50, 100, AMOUNT)).toBe(-150);
  });

  it('is not known beside nothing, a loss or what is not known', () => {
    expect([serieGap(1, 0, AMOUNT), serieGap(null, 1, AMOUNT), serieGap(1, Number.NaN, RATE)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(serieGap(946, -1113, AMOUNT)).toBeNull();
    expect(serieGap(12, 0, RATE)).toBe(12);
  });
});

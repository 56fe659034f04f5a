import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageAtPace, coverageScore } from './score.ts';

describe('coverage', () => {
  it('[CONST-04] is the number of weeks needed to sell 75 % of the stock', () => {
    expect(coverageAtPace(100, 10)).toBe(7.5);
  });

  it('is capped at a year, and 0 without stock', () => {
    expect(coverageAtPace(100, 0)).toBe(52);
    expect(coverageAtPace(0, 0)).toBe(0);
    expect(coverageAtPace(1e9, 1)).toBe(52);
  });

  it('[COL-14] has grade A up to 8 weeks, B up to 16, C beyond, none when unknown', () => {
    expect([0, 8, 8.1, 16, 16.1, 52].map(coverageScore)).toEqual(['A', 'A', 'B', 'B', 'C', 'C']);
    expect([null, undefined, Number.NaN, Number.POSITIVE_INFINITY].map(coverageScore)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('is longer for more stock', () => {
    const pace = fc.double({ min: 0, max: 50, noNaN: true });
    const stock = fc.double({ min: 0, max: 2000, noNaN: true });
    fc.assert(
      fc.property(pace, stock, stock, (weekly, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(coverageAtPace(less, weekly)).toBeLessThanOrEqual(coverageAtPace(more, weekly));
      }),
    );
  });
});

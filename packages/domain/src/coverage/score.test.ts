import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageAtPace, coverageScore, coverageWeeks } from './score.ts';

describe('coverage', () => {
  it('[CONST-04] is the number of weeks needed to sell 75 % of the stock', () => {
    expect(coverageAtPace(100, 10)).toBe(7.5);
    expect(
      coverageWeeks(
        100,
        Array.from({ length: 52 }, () => 10),
      ),
    ).toBe(7.5);
    expect(coverageWeeks(40, [20, 20])).toBe(1.5);
  });

  it('is capped at a year, and 0 without stock', () => {
    expect(coverageAtPace(100, 0)).toBe(52);
    expect(coverageAtPace(0, 0)).toBe(0);
    expect(coverageWeeks(100, [])).toBe(52);
    expect(coverageWeeks(0, [1])).toBe(0);
    expect(
      coverageWeeks(
        1e9,
        Array.from({ length: 80 }, () => 1),
      ),
    ).toBe(52);
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
    const demand = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { maxLength: 60 });
    const stock = fc.double({ min: 0, max: 2000, noNaN: true });
    fc.assert(
      fc.property(demand, stock, stock, (weeks, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(coverageWeeks(less, weeks)).toBeLessThanOrEqual(coverageWeeks(more, weeks));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distributionLines,
  moveShare,
  objectiveOfProducts,
  sharesOf,
  shownDiscounts,
} from './distribution.ts';

const buckets = [
  { discount_pct: null, discount_count: 1, sum_stock_qty: 10 },
  { discount_pct: 20, discount_count: 1, sum_stock_qty: 30 },
  { discount_pct: 50, discount_count: 2, sum_stock_qty: 60 },
];

it('an objective of the stock is not set beside shares of products', () => {
  const discount_pct_distribution = { 20: 50, 40: 50 };
  const of = (basis: 'discount_count' | 'sum_stock_qty') =>
    objectiveOfProducts({ discount_pct_distribution, discount_pct_distribution_params: { basis } });
  expect(of('discount_count')).toEqual(discount_pct_distribution);
  expect(of('sum_stock_qty')).toBeNull();
  expect(objectiveOfProducts({ discount_pct_distribution })).toEqual(discount_pct_distribution);
  expect(objectiveOfProducts(null)).toBeNull();
});

describe('the distribution of discounts', () => {
  it('[ENT-06] gives the shares of products and of stock at each discount', () => {
    const lines = distributionLines(buckets, [0, 20, 50], { 20: 40, 50: 60 }, {});
    expect(lines.map((line) => [line.countShare, line.stockShare, line.target])).toEqual([
      [25, 10, 0],
      [25, 30, 40],
      [50, 60, 60],
    ]);
  });

  it('has no share of a stock that nobody counted', () => {
    const uncounted = buckets.map((bucket) => ({ ...bucket, sum_stock_qty: 0 }));
    const lines = distributionLines(uncounted, [0, 20, 50], null, {});
    expect(lines.map((line) => [line.countShare, line.stockShare])).toEqual([
      [25, null],
      [25, null],
      [50, null],
    ]);
  });

  it('shows the allowed discounts, and those that lines have', () => {
    expect(
      shownDiscounts([0, 10, 20, 30], [20, 30], [{ discount_pct: 10, discount_count: 3, sum_stock_qty: 1 }]),
    ).toEqual([0, 10, 20, 30]);
  });

  it('starts a simulation from whole points that add up to 100', () => {
    const thirds = [0, 20, 50].map((discount_pct) => ({ discount_pct, discount_count: 1, sum_stock_qty: 1 }));
    expect(
      Object.values(sharesOf(thirds, [0, 20, 50], 'discount_count')).reduce((sum, share) => sum + share, 0),
    ).toBe(100);
  });

  it('[OPT-06] keeps adding up to 100 whichever share is moved', () => {
    const discounts = [0, 20, 30, 40, 50, 60];
    const share = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(
        fc.array(share, { minLength: 6, maxLength: 6 }),
        fc.constantFrom(...discounts),
        share,
        (from, moved, value) => {
          const start = Object.fromEntries(
            discounts.map((discount, index) => [String(discount), from[index] ?? 0]),
          );
          const shares = moveShare(start, discounts, moved, value);
          expect(Object.values(shares).reduce((sum, part) => sum + part, 0)).toBe(100);
          expect(shares[String(moved)]).toBe(value);
          expect(Math.min(...Object.values(shares))).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

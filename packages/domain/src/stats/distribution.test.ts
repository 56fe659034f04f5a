import { describe, expect, it } from 'vitest';
import { distributionShares } from './distribution.ts';

describe('a distribution of discounts', () => {
  it('[ENT-06] gives shares of products and of stock', () => {
    const shares = distributionShares({
      50: { discount_count: 3, sum_stock_qty: 70 },
      20: { discount_count: 1, sum_stock_qty: 30 },
    });
    expect(
      shares.map((share) => [share.discount_pct, share.discount_count_pct, share.sum_stock_qty_pct]),
    ).toEqual([
      [20, 25, 30],
      [50, 75, 70],
    ]);
  });

  it('puts lines without a discount last, and gives no share of nothing', () => {
    const shares = distributionShares([
      { discount_pct: null, discount_count: 0, sum_stock_qty: 0 },
      { discount_pct: 0, discount_count: 0, sum_stock_qty: 0 },
    ]);
    expect(shares.map((share) => share.discount_pct)).toEqual([0, null]);
    expect(shares.map((share) => share.discount_count_pct)).toEqual([0, 0]);
    expect(shares.map((share) => share.sum_stock_qty_pct)).toEqual([null, null]);
  });
});

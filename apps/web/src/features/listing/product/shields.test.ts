import { describe, expect, it } from 'vitest';
import type { Line } from '../rows/row.ts';
import { ruleCost } from './rule-cost.ts';
import { shieldCosts } from './shields.ts';

/** Margins of 0, 100, 180 and 120 € at 0, 10, 20 and 30 %: best at 20. */
const line = (changes: Partial<Line> = {}): Line => ({
  _id: 'l1',
  item_group_id: 'AU-1',
  price: 12,
  base_price: 10,
  cost: 0,
  residual_value: 1,
  stock_qty: 1000,
  curve: {
    levels: [0, 10, 20, 30],
    phase_qty: [0, 100 / 9, 180 / 8, 120 / 7],
    rest_qty: Array.from({ length: 16 }, () => 0),
  },
  ...changes,
});

describe('the bounds of a product', () => {
  it('[EDIT-04] each say the margin that they take from the best', () => {
    const [ceiling] = shieldCosts(line({ discount_pct_max: 10 }));
    expect(ceiling).toMatchObject({ kind: 'ceiling', pct: 10 });
    expect(ceiling?.cost).toBeCloseTo(80);
    const [previous, floor] = shieldCosts(line({ previous_discount_pcts: [30], discount_pct_min: 10 }));
    expect(previous).toMatchObject({ kind: 'previous', pct: 30 });
    expect(previous?.cost).toBeCloseTo(60);
    expect(floor).toEqual({ kind: 'floor', pct: 10, cost: 0 });
  });

  it('take nothing where the best stays allowed; nobody knows what where nothing is forecast, or no cost is seen', () => {
    expect(shieldCosts(line({ discount_pct_max: 30 }))).toEqual([{ kind: 'ceiling', pct: 30, cost: 0 }]);
    const { cost: _, ...unseen } = line({ discount_pct_min: 10 });
    for (const one of [line({ discount_pct_min: 10, curve: null }), unseen])
      expect(shieldCosts(one)).toEqual([{ kind: 'floor', pct: 10, cost: null }]);
    expect(shieldCosts(line())).toEqual([]);
  });
});

describe('a rule that takes a product', () => {
  const LEVELS = [0, 10, 20, 30];
  const without = (discount_pct_min: number | null, discount_pct_max: number | null) => ({
    without: { discount_pct: null, discount_pct_min, discount_pct_max },
  });

  it('says the discount that it forbids, and what that would bring', () => {
    const cost = ruleCost(line({ discount_pct_max: 10 }), without(null, null), LEVELS);
    expect(cost).toMatchObject({ level: 20 });
    expect(cost?.merit).toBeCloseTo(80);
    expect(cost?.sales_qty).toBeCloseTo(180 / 8 - 100 / 9);
  });

  it('costs nothing where another rule, or the price already shown, forbids it too', () => {
    expect(ruleCost(line({ discount_pct_max: 10 }), without(null, 10), LEVELS)).toBeNull();
    const sold = line({ discount_pct_min: 30, previous_discount_pcts: [30] });
    expect(ruleCost(sold, without(null, null), LEVELS)).toBeNull();
    expect(ruleCost(line({ discount_pct_max: 10, curve: null }), without(null, null), LEVELS)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { Line } from './row.ts';
import { shieldCosts } from './shields.ts';

/** Margins of 0, 100, 180 and 120 € at 0, 10, 20 and 30 %: best at 20. */
const line = (changes: Partial<Line> = {}): Line => ({
  _id: 'l1',
  item_group_id: 'AU-1',
  price: 12,
  base_price: 10,
  cost: 0,
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

  it('take nothing where the best stays allowed, or where nothing is forecast', () => {
    expect(shieldCosts(line({ discount_pct_max: 30 }))).toEqual([{ kind: 'ceiling', pct: 30, cost: 0 }]);
    expect(shieldCosts(line({ discount_pct_min: 10, curve: null }))).toEqual([
      { kind: 'floor', pct: 10, cost: 0 },
    ]);
    expect(shieldCosts(line())).toEqual([]);
  });
});

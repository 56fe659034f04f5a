import { describe, expect, it } from 'vitest';
import { compareDiscounts } from './sync.ts';

describe('the same product in two projects', () => {
  it('[API-30] is out of sync when the discounts in force differ, wherever they come from', () => {
    const target = { discount_pct_user: 30 };
    expect(compareDiscounts(target, { discount_pct_auto: 30 })?.out_of_sync).toBe(false);
    expect(compareDiscounts(target, { discount_pct_auto: 20, discount_pct_min: 30 })?.out_of_sync).toBe(
      false,
    );
    expect(compareDiscounts(target, { discount_pct_user: 40 })).toEqual({
      ...{ discount_pct: 30, source_discount_pct: 40, out_of_sync: true },
    });
    expect(compareDiscounts({}, { discount_pct_user: 0 })?.out_of_sync).toBe(true);
  });

  it('has nothing to take from a project where it is absent, excluded or without discount', () => {
    expect(compareDiscounts({ discount_pct_user: 30 }, undefined)).toBeNull();
    expect(
      compareDiscounts({ discount_pct_user: 30 }, { included: false, discount_pct_user: 40 }),
    ).toBeNull();
    expect(compareDiscounts({ discount_pct_user: 30 }, {})).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { marginPct, meanDiscountPct, ratio, sellThroughPct, sharePct } from './rates.ts';

describe('rates', () => {
  it('are in points', () => {
    expect(sharePct(1, 4)).toBe(25);
    expect(meanDiscountPct(80, 100)).toBeCloseTo(20);
    expect(sellThroughPct(30, 10)).toBe(75);
    expect(marginPct(100, 40)).toBe(60);
  });

  it('are unknown of nothing: zero, a residue of rounding, returns above sales, an unknown amount', () => {
    for (const whole of [0, 1e-9, -5, Number.NaN]) {
      expect(ratio(1, whole)).toBeNull();
      expect(sharePct(1, whole)).toBeNull();
      expect(meanDiscountPct(1, whole)).toBeNull();
    }
    expect(sellThroughPct(-3, 2)).toBeNull();
    expect(sellThroughPct(0, 0)).toBeNull();
  });
});

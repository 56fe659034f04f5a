import { describe, expect, it } from 'vitest';
import { labelCents } from './labels.ts';

describe('a label of the demo’s chain', () => {
  it('is the nearest price that ends as its band’s do, and the list price without a discount', () => {
    const labels = (price: number, discounts: readonly number[]) =>
      discounts.map((discount) => labelCents(price, discount));
    // 25.9896, 19.4922, 12.9948
    expect(labels(3_249, [0, 0.2, 0.4, 0.6])).toEqual([3_249, 2_599, 1_949, 1_299]);
    // 45.99 at −30 % is 32.19, at −20 % 36.79.
    expect(labels(4_599, [0.2, 0.3])).toEqual([3_699, 3_199]);
    // 149 at −20 % is 119.20, at −30 % 104.30, at −40 % 89.40.
    expect(labels(14_900, [0, 0.2, 0.3, 0.4])).toEqual([14_900, 11_900, 10_400, 8_899]);
  });
});

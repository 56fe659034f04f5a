import { describe, expect, it } from 'vitest';
import { endOfSales } from './lifetime.ts';
import type { WeeklyPanel } from './types.ts';

function oneItem(units: readonly number[]): WeeklyPanel {
  return {
    item_count: 1,
    week_count: units.length,
    first_week_day: 19_911,
    units: Float32Array.from(units),
    discount: new Float32Array(units.length),
    availability: null,
    breadth: null,
    price_index: null,
    list_price: new Float64Array([50]),
    first_week: new Int32Array([0]),
    category: new Int32Array([0]),
    category_count: 1,
    subcategory: null,
  };
}

const weeks = (count: number, units: number): number[] => new Array<number>(count).fill(units);

describe('endOfSales', () => {
  it('tells that a product which sold ten a week and then nothing was withdrawn', () => {
    const panel = oneItem([...weeks(20, 10), ...weeks(10, 0)]);
    // Its last fifth, when sizes were missing, teaches no more than the silence.
    expect(endOfSales(panel, 0)).toBeGreaterThan(14);
    expect(endOfSales(panel, 0)).toBeLessThanOrEqual(20);
  });

  it('keeps a slow seller on sale: a month without a sale proves nothing', () => {
    expect(endOfSales(oneItem([0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0]), 0)).toBe(13);
  });

  it('keeps products that still sell, and those that never did', () => {
    expect(endOfSales(oneItem(weeks(12, 3)), 0)).toBe(12);
    expect(endOfSales(oneItem(weeks(12, 0)), 0)).toBe(12);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitDemand } from './fit.ts';
import { logMultiplier } from './predict.ts';
import { type GivenUnits, spreadForecasts } from './third-party.ts';
import type { DemandModel, WeeklyPanel } from './types.ts';

const LEVELS = Float64Array.of(0, 0.2, 0.3, 0.4, 0.5);

/** A model of two items sold evenly, one week in four at −30 %. */
function smallModel(): DemandModel {
  const [items, weeks] = [2, 30];
  const panel: WeeklyPanel = {
    item_count: items,
    week_count: weeks,
    first_week_day: 19_000 - ((19_000 - 4) % 7),
    units: Float32Array.from({ length: items * weeks }, (_, at) => (at % 4 === 0 ? 9 : 4)),
    discount: Float32Array.from({ length: items * weeks }, (_, at) => (at % 4 === 0 ? 0.3 : 0)),
    availability: null,
    breadth: null,
    price_index: null,
    list_price: new Float64Array(items).fill(50),
    first_week: new Int32Array(items),
    category: new Int32Array(items),
    category_count: 1,
    subcategory: null,
  };
  return fitDemand(panel);
}
const model = smallModel();

const given = (rows: readonly (readonly [number, number, number, number, number])[]): GivenUnits => ({
  line: Int32Array.from(rows, (row) => row[0]),
  period: Int32Array.from(rows, (row) => row[1]),
  discount: Float32Array.from(rows, (row) => row[2]),
  units: Float32Array.from(rows, (row) => row[3]),
  elasticity: Float32Array.from(rows, (row) => row[4]),
});
const spread = (forecasts: GivenUnits, periods: readonly number[] = [0, 1]) => {
  const question = { items: Int32Array.of(0, 1), levels: LEVELS, periods };
  return spreadForecasts(model, forecasts, question).phase_mean;
};
const close = (found: Float32Array, wanted: readonly number[]) =>
  wanted.forEach((value, n) => {
    expect(found[n]).toBeCloseTo(value, 3);
  });

describe('forecasts made elsewhere', () => {
  it('are taken as they are at their discounts, and lie between them elsewhere', () => {
    const means = spread(
      given([
        [0, 0, 0, 10, Number.NaN],
        [0, 0, 0.3, 20, Number.NaN],
        [0, 0, 0.5, 40, Number.NaN],
      ]),
    );
    const part = (Math.log(0.8) - 0) / Math.log(0.7);
    close(means.subarray(0, 3), [10, 10 * 2 ** part, 20]);
    expect(means[3]).toBeGreaterThan(20);
    expect(means[3]).toBeLessThan(40);
    expect(means[4]).toBe(40);
  });

  it('follow their own elasticity beyond their discounts, and the product’s where they have none', () => {
    close(
      spread(given([[1, 0, 0, 10, -2]])).subarray(10, 15),
      Array.from(LEVELS, (level) => 10 * (1 - level) ** -2),
    );
    close(
      spread(given([[1, 0, 0.2, 10, Number.NaN]])).subarray(10, 15),
      Array.from(LEVELS, (d) => 10 * Math.exp(logMultiplier(model, 1, d) - logMultiplier(model, 1, 0.2))),
    );
  });

  it('leave the products and phases that they do not tell, and find the phase of each period', () => {
    const means = spread(given([[1, 3, 0, 7, -1]]), [2, 3]);
    expect([...means].filter((mean) => !Number.isNaN(mean))).toHaveLength(LEVELS.length);
    expect(means[(1 * 2 + 1) * LEVELS.length]).toBe(7);
  });

  it('never turn into something that is no number of units, whatever the points', () => {
    const point = fc.tuple(
      fc.double({ min: 0, max: 0.9, noNaN: true }),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(point, { minLength: 1, maxLength: 6, selector: ([d]) => Math.fround(d) }),
        (points) => {
          const rows = [...points].sort((a, b) => a[0] - b[0]);
          const means = spread(given(rows.map(([d, units]) => [0, 0, d, units, Number.NaN])));
          for (const mean of means.subarray(0, LEVELS.length)) {
            expect(Number.isFinite(mean)).toBe(true);
            expect(mean).toBeGreaterThanOrEqual(0);
          }
        },
      ),
      { seed: 5, numRuns: 200 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNegativeBinomial, randomNormal, seededRandom } from '../../test/random.ts';
import { emptyPanel } from '../../test/weekly-panel.ts';
import { DEFAULT_FIT_OPTIONS, fitDemand } from './fit.ts';
import { logMultiplier } from './predict.ts';
import { keepRising, SHIFT_DEPTHS } from './shift.ts';
import type { DemandModel } from './types.ts';

const ITEMS = 60;
const WEEKS = 60;
const DISCOUNTS = [0.05, 0.15, 0.25, 0.5];

/** Promotions of a week now and then; `lift`: what a discount does to an item. */
function fitted(seed: number, lift: (discount: number, item: number) => number): DemandModel {
  const random = seededRandom(seed);
  const panel = emptyPanel(ITEMS, WEEKS, 2);
  for (let cell = 0; cell < ITEMS * WEEKS; cell++) {
    const item = Math.floor(cell / WEEKS);
    const discount = random() < 0.2 ? (DISCOUNTS[Math.floor(4 * random())] ?? 0) : 0;
    panel.discount[cell] = discount;
    panel.units[cell] = randomNegativeBinomial(random, 8, (8 + (item % 9)) * lift(discount, item));
  }
  return fitDemand(panel, { ...DEFAULT_FIT_OPTIONS, events: [] });
}

/** Mean lift that a model forecasts. */
function meanLift(model: DemandModel, discount: number): number {
  const sum = Array.from({ length: ITEMS }, (_, item) => Math.exp(logMultiplier(model, item, discount)));
  return sum.reduce((a, b) => a + b, 0) / ITEMS;
}

const threshold = (discount: number) => (discount > 0.2 ? 3 + 2 * discount : 1 + 0.2 * discount);

describe('the correction of the response by depth', () => {
  it('follows a demand that jumps at a threshold and hardly rises afterwards', () => {
    const model = fitted(1, threshold);
    expect(meanLift(model, 0.05) / threshold(0.05)).toBeCloseTo(1, 1);
    const [past, deep] = [0.25, 0.5].map((discount) => meanLift(model, discount) / threshold(discount));
    expect(past).toBeGreaterThan(0.78);
    expect(past).toBeLessThan(1.1);
    expect(deep).toBeGreaterThan(0.9);
    expect(deep).toBeLessThan(1.25);
  });

  it('is nearly nothing where the formula is right', () => {
    const model = fitted(2, (discount) => (1 - discount) ** -2);
    expect(Math.max(...model.response_shift.map(Math.abs))).toBeLessThan(0.06);
  });

  it('leaves every item a response that never falls, whatever its elasticity', () => {
    const random = seededRandom(3);
    const slopes = Float64Array.from({ length: ITEMS }, () => -Math.max(0.4, 2 + 1.2 * randomNormal(random)));
    const model = fitted(3, (discount, item) => threshold(discount) * (1 - discount) ** (slopes[item] ?? 0));
    for (let item = 0; item < ITEMS; item++) {
      let before = 0;
      for (let discount = 0.01; discount < 0.8; discount += 0.01) {
        const now = logMultiplier(model, item, discount);
        expect(now).toBeGreaterThanOrEqual(before - 1e-9);
        before = now;
      }
    }
  });

  it('is made rising by the least change, and stays as it is where it rises', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
          minLength: SHIFT_DEPTHS.length,
          maxLength: SHIFT_DEPTHS.length,
        }),
        fc.double({ min: 0.3, max: 6, noNaN: true }),
        (values, slope) => {
          const model = { category_elasticity: Float64Array.of(-slope), response_form: Uint8Array.of(0) };
          const shift = Float64Array.from(values);
          keepRising(shift, model, 0, new Float64Array(SHIFT_DEPTHS.length).fill(1));
          const response = shift.map((value, k) => value - slope * Math.log(1 - (SHIFT_DEPTHS[k] ?? 0)));
          response.forEach((value, k) => {
            expect(value).toBeGreaterThanOrEqual((response[k - 1] ?? 0) - 1e-9);
          });
          const again = shift.slice();
          keepRising(again, model, 0, new Float64Array(SHIFT_DEPTHS.length).fill(1));
          again.forEach((value, k) => {
            expect(value).toBeCloseTo(shift[k] ?? 0, 9);
          });
        },
      ),
    );
  });
});

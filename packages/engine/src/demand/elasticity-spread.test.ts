import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNegativeBinomial, randomNormal, seededRandom } from '../../test/random.ts';
import { emptyPanel } from '../../test/weekly-panel.ts';
import { fitCommon, withSpread } from './common.ts';
import { chosenSpread } from './elasticity-spread.ts';
import { DEFAULT_FIT_OPTIONS, fitDemand } from './fit.ts';
import type { WeeklyPanel } from './types.ts';

const noEvents = { ...DEFAULT_FIT_OPTIONS, events: [] };

/** Items sold ten or twenty times a week, at discounts of their own, with elasticities `sd` about −2.2, in weeks that stray by `shape`. */
function chain(
  seed: number,
  items: number,
  sd: number,
  shape = 4,
): { panel: WeeklyPanel; elasticity: number[] } {
  const random = seededRandom(seed);
  const weeks = 80;
  const panel = emptyPanel(items, weeks, 2);
  const elasticity = Array.from({ length: items }, () => -2.2 + sd * randomNormal(random));
  for (let cell = 0; cell < items * weeks; cell++) {
    const item = Math.floor(cell / weeks);
    const discount = random() < 0.35 ? 0.1 * Math.ceil(5 * random()) : 0;
    panel.discount[cell] = discount;
    const mean = (10 + (item % 10)) * (1 - discount) ** (elasticity[item] ?? 0);
    panel.units[cell] = randomNegativeBinomial(random, shape, mean);
  }
  return { panel, elasticity };
}

/** Root mean square of what elasticities miss. */
function missed(found: Float64Array, truth: readonly number[]): number {
  const squares = truth.map((value, item) => ((found[item] ?? 0) - value) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / truth.length);
}

describe('how much elasticities are taken to differ', () => {
  it('is less where items answer alike, and their elasticities are nearer to the truth', () => {
    const drawn = [1, 2, 3, 4].map((seed) => {
      const { panel, elasticity } = chain(seed, 8, 0, 1);
      const usual = fitCommon(panel, noEvents, new Uint8Array(2)).model.elasticity;
      return { usual, found: fitDemand(panel, noEvents).elasticity, elasticity };
    });
    const mean = (of: (each: (typeof drawn)[number]) => number) =>
      drawn.reduce((sum, each) => sum + of(each) / drawn.length, 0);
    expect(mean(({ found }) => deviation(found))).toBeLessThan(0.95 * mean(({ usual }) => deviation(usual)));
    expect(mean(({ found, elasticity }) => missed(found, elasticity))).toBeLessThan(
      mean(({ usual, elasticity }) => missed(usual, elasticity)),
    );
  });

  it('is more where they answer each in its own way', () => {
    const { panel, elasticity } = chain(2, 40, 1.2);
    const usual = fitCommon(panel, noEvents, new Uint8Array(2)).model;
    const { elasticity: found } = fitDemand(panel, noEvents);
    expect(missed(found, elasticity)).toBeLessThan(1.02 * missed(usual.elasticity, elasticity));
    expect(deviation(found)).toBeGreaterThan(deviation(usual.elasticity));
  });

  it('draws every item to its category when it is small, and leaves it its own slope when it is large', () => {
    const shared = fitCommon(chain(3, 30, 0.6).panel, noEvents, new Uint8Array(2));
    const own = (factor: number) => deviation(withSpread(shared, factor).model.elasticity);
    expect(own(1 / 16)).toBeLessThan(0.7 * own(1));
    expect(own(4)).toBeGreaterThan(own(1));
    expect(withSpread(shared, 1)).toBe(shared);
  });

  it('goes where errors are least, and stays within what is tried', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 5, maxLength: 5 }), (errors) => {
        let next = 0;
        const spread = chosenSpread(() => errors[next++] ?? 0);
        expect(spread).toBeGreaterThanOrEqual(1 / 16);
        expect(spread).toBeLessThanOrEqual(4 + 1e-9);
      }),
    );
    expect(chosenSpread((factor) => 100 + 20 * Math.abs(Math.log(factor / 4)))).toBeCloseTo(4, 1);
    expect(chosenSpread((factor) => 100 + 20 * factor)).toBeLessThan(0.13);
    expect(chosenSpread(() => 0)).toBe(1);
  });
});

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

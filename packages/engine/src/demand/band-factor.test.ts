import { describe, expect, it } from 'vitest';
import { randomNegativeBinomial, seededRandom } from '../../test/random.ts';
import { type KeptForecasts, setBands } from './band-factor.ts';

/** What a model says of variances: factors of one, and a doubt on first markdowns. */
const model = (frailty: number) => ({
  interval_factor: Float64Array.of(1, 1, 1, 1, 1),
  markdown_frailty: Float64Array.of(0, frailty, frailty, frailty, frailty),
});

interface Draw {
  items: number;
  weeks: number;
  /** Relative variance that forecasts say, and the one that they have. */
  said: number;
  real: number;
  discount?: number;
  /** Weeks stray whole: every item has the same luck. */
  together?: boolean;
  seed?: number;
}

function kept({ items, weeks, said, real, discount = 0, together = false, seed = 3 }: Draw): KeptForecasts {
  const random = seededRandom(seed);
  const all: KeptForecasts = {
    item: [],
    week: [],
    discount: [],
    actual: [],
    mean: [],
    variance: [],
    borrowed: [],
  };
  for (let week = 0; week < weeks; week++) {
    const shared = randomNegativeBinomial(random, 1 / real, 500);
    for (let item = 0; item < items; item++) {
      all.item.push(item);
      all.week.push(week);
      all.discount.push(discount);
      all.actual.push(together ? shared : randomNegativeBinomial(random, 1 / real, 500));
      all.mean.push(500);
      all.variance.push(said);
      all.borrowed.push(1);
    }
  }
  return all;
}

const factorAt = (draws: readonly Draw[], depth: number, frailty = 0) =>
  setBands(model(frailty), draws.map(kept))[depth] ?? 0;

describe('the factor of bands', () => {
  it('makes bands as narrow as the weeks kept apart allow, and stays near one where these are few', () => {
    const many = factorAt([{ items: 50, weeks: 20, said: 0.4, real: 0.1 }], 0);
    expect(many).toBeGreaterThan(0.22);
    expect(many).toBeLessThan(0.32);
    const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
    const draws = seeds.map((seed) => factorAt([{ items: 6, weeks: 9, said: 0.4, real: 0.1, seed }], 0));
    const few = draws.reduce((sum, factor) => sum + factor, 0) / seeds.length;
    expect(few).toBeGreaterThan(1.1 * many);
    expect(few).toBeLessThan(1);
  });

  it('believes weeks that stray whole less than as many forecasts that stray each by itself', () => {
    const draw = { items: 50, weeks: 8, said: 0.1, real: 0.4 };
    const alone = factorAt([draw], 0);
    const together = factorAt([{ ...draw, together: true }], 0);
    expect(alone).toBeGreaterThan(3);
    expect(Math.abs(Math.log(together))).toBeLessThan(0.5 * Math.log(alone));
  });

  it('takes back from a markdown what the doubt on first ones says too much', () => {
    const draws = [
      { items: 40, weeks: 20, said: 0.1, real: 0.1 },
      { items: 40, weeks: 20, said: 0.1, real: 0.1, discount: 0.2 },
    ];
    expect(factorAt(draws, 2)).toBeGreaterThan(0.85);
    expect(factorAt(draws, 2, 0.3)).toBeLessThan(0.4);
    expect(factorAt(draws, 0, 0.3)).toBeGreaterThan(0.8);
  });

  it('is one where nothing was kept apart', () => {
    expect(setBands(model(0), [])).toEqual(Float64Array.of(1, 1, 1, 1, 1));
  });
});

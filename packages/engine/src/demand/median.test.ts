import { describe, expect, it } from 'vitest';
import { randomNegativeBinomial, seededRandom } from '../../test/random.ts';
import type { PastForecasts } from './calibrate.ts';
import { learntWeights, medianLean } from './median.ts';

const FACTORS = new Float64Array(5).fill(1);

/** Forecasts of 14 units, at full price. */
function pastOf(variance: number, happened: () => number, count = 1000): PastForecasts {
  const rows = Array.from({ length: count }, happened);
  return {
    week: rows.map((_, n) => n % 20),
    depth: rows.map(() => 0),
    actual: rows,
    mean: rows.map(() => 14),
    variance: rows.map(() => variance),
    middles: rows.map(() => []),
  };
}

describe('the median that is shown', () => {
  const random = seededRandom(3);

  it('is drawn to the mean for products that are there or gone', () => {
    expect(
      medianLean(
        pastOf(1.5, () => (random() < 0.7 ? 20 : 0)),
        FACTORS,
      ),
    ).toBeGreaterThan(0.6);
  });

  it('stays where sales are as the band says', () => {
    const skewed = () => randomNegativeBinomial(random, 1, 14);
    expect(medianLean(pastOf(1, skewed), FACTORS)).toBeLessThan(0.2);
  });
});

describe('how far medians lean on trees', () => {
  const random = seededRandom(4);
  const past = pastOf(0.2, () => randomNegativeBinomial(random, 5, random() < 0.5 ? 30 : 5), 4000);
  const knows = past.actual.map((actual) => 0.5 * actual + 7);
  const strays = past.actual.map(() => 40 * random());
  const saidBy = (...kinds: number[][]): PastForecasts => ({
    ...past,
    middles: past.actual.map((_, n) => kinds.map((kind) => kind[n] ?? 0)),
  });
  const weigh = (crossed: PastForecasts | null, kept = past) => learntWeights(crossed, kept, FACTORS, 0);

  it('is nearly wholly on the kind that knows, and hardly on one that strays', () => {
    const [first = 0, second = 0] = weigh(saidBy(strays, knows));
    expect(second).toBeGreaterThan(0.85);
    expect(first).toBeLessThan(0.05);
    expect(weigh(saidBy(knows, strays)).map((weight) => weight.toFixed(9))).toEqual(
      [second, first].map((weight) => weight.toFixed(9)),
    );
  });

  it('is on both together where they miss differently, and never more than wholly', () => {
    const [up, down] = [knows.map((value) => value + 4), knows.map((value) => value - 4)];
    const weights = weigh(saidBy(up, down));
    expect(Math.min(...weights)).toBeGreaterThan(0.2);
    expect(weights.reduce((sum, weight) => sum + weight)).toBeLessThanOrEqual(1);
  });

  it('is by the weeks kept apart where the past was not looked at whole, and less where they are few', () => {
    const kept = saidBy(knows);
    const [whole = 0] = weigh(null, kept);
    expect(whole).toBeGreaterThan(0.85);
    const few = { ...kept, actual: kept.actual.slice(0, 60), mean: kept.mean.slice(0, 60) };
    const [part = 0] = weigh(null, few);
    expect(part).toBeLessThan(0.5);
    expect(part).toBeGreaterThan(0.2);
  });

  it('is none by fewer than fifty forecasts', () => {
    expect(
      weigh(
        null,
        pastOf(0.2, () => 14, 49),
      ),
    ).toEqual([]);
  });
});

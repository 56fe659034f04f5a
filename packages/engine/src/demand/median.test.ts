import { describe, expect, it } from 'vitest';
import { randomNegativeBinomial, seededRandom } from '../../test/random.ts';
import type { PastForecasts } from './calibrate.ts';
import { medianLean } from './median.ts';

const FACTORS = new Float64Array(5).fill(1);

/** A thousand forecasts of 14 units, at full price. */
function pastOf(variance: number, happened: () => number): PastForecasts {
  const rows = Array.from({ length: 1000 }, happened);
  return {
    week: rows.map((_, n) => n % 20),
    depth: rows.map(() => 0),
    actual: rows,
    mean: rows.map(() => 14),
    variance: rows.map(() => variance),
    middle: rows.map(() => 14),
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

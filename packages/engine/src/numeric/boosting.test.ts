import { describe, expect, it } from 'vitest';
import { randomNormal, randomPoisson, seededRandom } from '../../test/random.ts';
import { boostedScore } from './boosted-trees.ts';
import { type BoostingData, boost } from './boosting.ts';

const SETTINGS = { trees: 60, leaves: 8, rate: 0.1, least_rows: 20, ridge: 5 };

/** Means of 20 units, more from 0.3 of the first feature on, whatever the second is; NaN sells half. */
function stepData(rows: number, noise: (mean: number) => number): BoostingData {
  const random = seededRandom(4);
  const feature = new Float32Array(2 * rows);
  const target = new Float64Array(rows);
  for (let n = 0; n < rows; n++) {
    const x = n % 10 === 0 ? Number.NaN : random();
    feature.set([x, random()], 2 * n);
    target[n] = noise(Number.isNaN(x) ? 10 : x > 0.3 ? 40 : 20);
  }
  return { row_count: rows, feature_count: 2, feature, target, base: new Float64Array(rows).fill(20) };
}

describe('boosted trees', () => {
  const random = seededRandom(9);

  it('find a step and a missing value, and leave alone what says nothing', () => {
    const model = boost(
      stepData(4000, (mean) => randomPoisson(random, mean)),
      { ...SETTINGS, objective: 'poisson' },
    );
    const ratio = (x: number, z: number) => Math.exp(boostedScore(model, Float32Array.of(x, z)));
    for (const z of [0.1, 0.9]) {
      expect(ratio(0.6, z)).toBeCloseTo(2, 0.5);
      expect(ratio(0.1, z)).toBeCloseTo(1, 0.5);
      expect(ratio(Number.NaN, z)).toBeCloseTo(0.5, 0.5);
    }
  });

  it('aim at the median under absolute errors, at the mean under counts', () => {
    const skewed = (mean: number) => mean * Math.exp(randomNormal(random) - 0.5);
    const data = stepData(6000, skewed);
    const at = (objective: 'poisson' | 'absolute') =>
      Math.exp(boostedScore(boost(data, { ...SETTINGS, objective }), Float32Array.of(0.6, 0.5)));
    expect(at('poisson')).toBeGreaterThan(1.8);
    expect(at('absolute')).toBeLessThan(1.45);
    expect(at('absolute')).toBeGreaterThan(1);
  });

  it('never fall in a feature said to rise, even where the rows say so', () => {
    const data = stepData(3000, (mean) => mean);
    data.target.forEach((units, n) => {
      data.target[n] = 60 - units;
    });
    const rising = Uint8Array.of(1, 0);
    const model = boost(data, { ...SETTINGS, objective: 'poisson', rising });
    for (const z of [0.2, 0.8]) {
      let last = Number.NEGATIVE_INFINITY;
      for (let x = 0; x <= 1; x += 0.02) {
        const score = boostedScore(model, Float32Array.of(x, z));
        expect(score).toBeGreaterThanOrEqual(last - 1e-12);
        last = score;
      }
    }
  });
});

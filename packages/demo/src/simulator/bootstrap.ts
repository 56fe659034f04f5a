import type { Random } from '../random/random.ts';

/** A ratio of sums with its bootstrap interval. */
export interface RatioEstimate {
  value: number;
  low: number;
  high: number;
}

/**
 * Σ numerator / Σ denominator, with the percentile interval of a bootstrap over the items (Efron, 1979).
 * @param coverage probability of the interval, 0.95 for instance
 */
export function bootstrapRatio(
  random: Random,
  numerator: ArrayLike<number>,
  denominator: ArrayLike<number>,
  replicates: number,
  coverage = 0.95,
): RatioEstimate {
  const items = numerator.length;
  const ratios: number[] = [];
  for (let replicate = 0; replicate < replicates; replicate++) {
    let top = 0;
    let bottom = 0;
    for (let draw = 0; draw < items; draw++) {
      const item = Math.floor(random.uniform() * items);
      top += numerator[item] ?? 0;
      bottom += denominator[item] ?? 0;
    }
    ratios.push(top / bottom);
  }
  ratios.sort((a, b) => a - b);
  const at = (share: number): number => ratios[Math.round(share * (ratios.length - 1))] ?? Number.NaN;
  return {
    value: sum(numerator) / sum(denominator),
    low: at((1 - coverage) / 2),
    high: at((1 + coverage) / 2),
  };
}

export function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i] ?? 0;
  return total;
}

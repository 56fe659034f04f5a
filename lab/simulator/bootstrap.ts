import type { Random } from '../../packages/demo/src/random/random.ts';

/** A ratio of sums with its bootstrap interval. */
export interface RatioEstimate {
  value: number;
  low: number;
  high: number;
}

export interface BootstrapOptions {
  replicates: number;
  /** Probability of the interval, 0.95 by default. */
  coverage?: number;
  /**
   * Sizes of the clusters, in order, when items come in clusters (products of one simulated retailer): clusters are
   * drawn first, then items within them. Default: one cluster.
   */
  clusters?: readonly number[];
}

/** Σ numerator / Σ denominator, with the percentile interval of a bootstrap over clusters and items (Efron, 1979). */
export function bootstrapRatio(
  random: Random,
  numerator: ArrayLike<number>,
  denominator: ArrayLike<number>,
  { replicates, coverage = 0.95, clusters = [numerator.length] }: BootstrapOptions,
): RatioEstimate {
  const starts: number[] = [];
  let start = 0;
  for (const size of clusters) {
    starts.push(start);
    start += size;
  }
  const ratios: number[] = [];
  for (let replicate = 0; replicate < replicates; replicate++) {
    let top = 0;
    let bottom = 0;
    for (let drawn = 0; drawn < clusters.length; drawn++) {
      const cluster = Math.floor(random.uniform() * clusters.length);
      const size = clusters[cluster] ?? 0;
      for (let draw = 0; draw < size; draw++) {
        const item = (starts[cluster] ?? 0) + Math.floor(random.uniform() * size);
        top += numerator[item] ?? 0;
        bottom += denominator[item] ?? 0;
      }
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

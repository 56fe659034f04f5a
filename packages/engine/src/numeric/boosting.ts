import { bestSplit, clip, type Split, type SplitRules } from './best-split.ts';
import type { BoostedTrees } from './boosted-trees.ts';
import { BINS, binRows, edgesOf, type FeatureRows } from './histogram.ts';

/** The rows that trees are grown on. */
export interface BoostingData extends FeatureRows {
  /** What happened, and what is corrected: the prediction is `base · e^F`. */
  target: Float64Array;
  base: Float64Array;
}

export interface BoostingOptions extends SplitRules {
  objective: 'poisson' | 'absolute';
  trees: number;
  leaves: number;
  /** Share of each tree's step that is kept. */
  rate: number;
}

const LARGEST_STEP = 1.5;
/** Logarithms of ratios are counted in bins between these bounds to find their median. */
const LARGEST_RATIO = 3;
const RATIO_BINS = 300;

/**
 * Histogram gradient boosting (Friedman, 2001; Ke et al., 2017) of the logarithm of a ratio, leaf by leaf, with
 * monotone features. Poisson deviance aims at the mean, absolute error at the median. Deterministic.
 */
export function boost(data: BoostingData, options: BoostingOptions): BoostedTrees {
  const edges = Array.from({ length: data.feature_count }, (_, f) => edgesOf(data, f));
  const bins = binRows(data, edges);
  const score = new Float64Array(data.row_count);
  const trees: Tree[] = [];
  for (let round = 0; round < options.trees; round++) {
    const grown = new Grower(data, bins, score, options).grow();
    if (grown === null) break;
    trees.push(grown);
  }
  return joinTrees(edges, trees);
}

/** Node k: rows whose feature's bin is at most `bin` go to `left`, others to `left + 1`; a leaf has feature −1. */
type Tree = Omit<BoostedTrees, 'edges' | 'root'>;

function joinTrees(edges: Float32Array[], trees: readonly Tree[]): BoostedTrees {
  const root = new Int32Array(trees.length);
  trees.forEach((tree, n) => {
    root[n + 1] = (root[n] ?? 0) + tree.feature.length;
  });
  const all = <Key extends keyof Tree>(key: Key) => trees.flatMap((tree) => Array.from(tree[key]));
  const left = trees.flatMap((tree, n) => Array.from(tree.left, (node) => (root[n] ?? 0) + node));
  return {
    edges,
    root,
    feature: Int32Array.from(all('feature')),
    bin: Int32Array.from(all('bin')),
    left: Int32Array.from(left),
    value: Float64Array.from(all('value')),
  };
}

function allRows(count: number): Int32Array {
  const rows = new Int32Array(count);
  for (let n = 0; n < count; n++) rows[n] = n;
  return rows;
}

interface Leaf {
  node: number;
  rows: Int32Array;
  /** Gradient, weight and rows of each bin: `(f * (BINS + 1) + bin) * 3`; null where it is too small to be split. */
  sums: Float64Array | null;
  low: number;
  high: number;
  best: Split | null;
}

/** Grows one tree on the present scores, and adds its values to them. */
class Grower {
  readonly #data: BoostingData;
  readonly #bins: Uint8Array;
  readonly #score: Float64Array;
  readonly #options: BoostingOptions;
  readonly #gradient: Float64Array;
  readonly #hessian: Float64Array;

  constructor(data: BoostingData, bins: Uint8Array, score: Float64Array, options: BoostingOptions) {
    this.#data = data;
    this.#bins = bins;
    this.#score = score;
    this.#options = options;
    this.#gradient = new Float64Array(data.row_count);
    this.#hessian = new Float64Array(data.row_count);
    for (let n = 0; n < data.row_count; n++) {
      const mean = (data.base[n] ?? 0) * Math.exp(score[n] ?? 0);
      const gap = (data.target[n] ?? 0) - mean;
      this.#gradient[n] = options.objective === 'poisson' ? gap : mean * Math.sign(gap);
      this.#hessian[n] = mean;
    }
  }

  grow(): Tree | null {
    const size = 2 * this.#options.leaves - 1;
    const tree = {
      feature: new Int32Array(size).fill(-1),
      bin: new Int32Array(size),
      left: new Int32Array(size),
      value: new Float64Array(size),
    };
    const leaves: Leaf[] = [this.#leaf(0, allRows(this.#data.row_count))];
    for (let next = 1; leaves.length < this.#options.leaves; next += 2) {
      const chosen = leaves.reduce((a, b) => ((b.best?.gain ?? 0) > (a.best?.gain ?? 0) ? b : a));
      const { best } = chosen;
      if (best === null || best.gain <= 0) break;
      tree.feature[chosen.node] = best.feature;
      tree.bin[chosen.node] = best.bin;
      tree.left[chosen.node] = next;
      tree.value[chosen.node] = this.#options.rate * this.#stepOf(chosen);
      leaves.splice(leaves.indexOf(chosen), 1, ...this.#split(chosen, best, next));
    }
    if (leaves.length === 1) return null;
    for (const leaf of leaves) {
      const value = this.#options.rate * this.#valueOf(leaf);
      tree.value[leaf.node] = value;
      this.#raise(leaf.rows, value);
    }
    return tree;
  }

  /** Adds a leaf's value to the scores of its rows. */
  #raise(rows: Int32Array, value: number): void {
    const score = this.#score;
    for (let k = 0; k < rows.length; k++) {
      const n = rows[k] as number;
      score[n] = (score[n] as number) + value;
    }
  }

  #leaf(
    node: number,
    rows: Int32Array,
    low = -LARGEST_STEP,
    high = LARGEST_STEP,
    sums = this.#sumsOf(rows),
  ): Leaf {
    return {
      node,
      rows,
      low,
      high,
      sums,
      best: sums === null ? null : bestSplit(rows.length, sums, { low, high }, this.#options),
    };
  }

  /** The sums of the larger side are those of both less those of the other. */
  #split(parent: Leaf, split: Split, next: number): [Leaf, Leaf] {
    const rising = this.#options.rising?.[split.feature] === 1;
    const middle = (split.left + split.right) / 2;
    const [below, above] = this.#part(parent.rows, split);
    const small = below.length < above.length ? below : above;
    const few = this.#fillSums(small);
    const many = parent.sums ?? few;
    for (let at = 0; at < few.length; at++) many[at] = (many[at] as number) - (few[at] as number);
    const sumsOf = (rows: Int32Array) => (this.#isSplit(rows) ? (rows === small ? few : many) : null);
    return [
      this.#leaf(next, below, parent.low, rising ? middle : parent.high, sumsOf(below)),
      this.#leaf(next + 1, above, rising ? middle : parent.low, parent.high, sumsOf(above)),
    ];
  }

  /** The rows that go left and those that go right, in their order. */
  #part(rows: Int32Array, split: Split): [Int32Array, Int32Array] {
    const { feature_count } = this.#data;
    const below = new Int32Array(rows.length);
    const above = new Int32Array(rows.length);
    let [low, high] = [0, 0];
    for (let k = 0; k < rows.length; k++) {
      const n = rows[k] as number;
      if ((this.#bins[n * feature_count + split.feature] as number) <= split.bin) below[low++] = n;
      else above[high++] = n;
    }
    return [below.subarray(0, low), above.subarray(0, high)];
  }

  #isSplit(rows: Int32Array): boolean {
    return rows.length >= 2 * this.#options.least_rows;
  }

  #sumsOf(rows: Int32Array): Float64Array | null {
    return this.#isSplit(rows) ? this.#fillSums(rows) : null;
  }

  /** Gradient, weight and rows of each bin of each feature. */
  #fillSums(rows: Int32Array): Float64Array {
    const { feature_count } = this.#data;
    const sums = new Float64Array(3 * (BINS + 1) * feature_count);
    const gradient = this.#gradient;
    const hessian = this.#hessian;
    const bins = this.#bins;
    for (let k = 0; k < rows.length; k++) {
      const n = rows[k] as number;
      const g = gradient[n] as number;
      const h = hessian[n] as number;
      const from = n * feature_count;
      for (let f = 0, start = 0; f < feature_count; f++, start += 3 * (BINS + 1)) {
        const at = start + 3 * (bins[from + f] as number);
        sums[at] = (sums[at] as number) + g;
        sums[at + 1] = (sums[at + 1] as number) + h;
        sums[at + 2] = (sums[at + 2] as number) + 1;
      }
    }
    return sums;
  }

  #valueOf(leaf: Leaf): number {
    if (this.#options.objective === 'poisson') return this.#stepOf(leaf);
    let weight = 0;
    for (let k = 0; k < leaf.rows.length; k++) weight += this.#hessian[leaf.rows[k] as number] as number;
    return clip(this.#medianOf(leaf.rows, weight), leaf.low, leaf.high);
  }

  /** What the rows of a node call for together, to the second order. */
  #stepOf({ rows, low, high }: Leaf): number {
    let [g, h] = [0, 0];
    for (let k = 0; k < rows.length; k++) {
      const n = rows[k] as number;
      g += this.#gradient[n] as number;
      h += this.#hessian[n] as number;
    }
    return clip(g / (h + this.#options.ridge), low, high);
  }

  /** Log of the weighted median of what happened over what is predicted, drawn to nought like a mean. */
  #medianOf(rows: Int32Array, weight: number): number {
    const sums = new Float64Array(RATIO_BINS + 1);
    for (const n of rows) {
      const mean = this.#hessian[n] as number;
      const log = Math.log(Math.max(1e-9, (this.#data.target[n] as number) / Math.max(1e-9, mean)));
      const bin = clip(Math.ceil((log / LARGEST_RATIO + 1) * 0.5 * RATIO_BINS), 0, RATIO_BINS);
      sums[bin] = (sums[bin] as number) + mean;
    }
    let before = 0;
    let bin = 0;
    while (bin < RATIO_BINS && before + (sums[bin] as number) < weight / 2) before += sums[bin++] as number;
    // The lowest bin holds what sold nothing.
    const inside = bin > 0 ? bin - 1 + (weight / 2 - before) / Math.max(1e-9, sums[bin] as number) : 0;
    const log = LARGEST_RATIO * ((2 * inside) / RATIO_BINS - 1);
    return (log * weight) / (weight + this.#options.ridge);
  }
}

import { BINS } from './histogram.ts';

/** What a split may be. */
export interface SplitRules {
  /** Fewest rows in a leaf, and units expected that count for nothing in its value. */
  least_rows: number;
  ridge: number;
  /** Features in which F never falls: 1, else 0; missing: none. */
  rising?: Uint8Array;
}

/** Where the rows of a leaf are parted, what it saves, and the values of both sides. */
export interface Split {
  gain: number;
  feature: number;
  bin: number;
  left: number;
  right: number;
}

/** Values that a leaf may have, between those of its rising neighbours. */
export interface Bounds {
  low: number;
  high: number;
}

export function clip(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/**
 * The split of a leaf that saves most, over all features; null where none saves anything.
 *
 * @param sums gradient, weight and rows of each bin: `(f * (BINS + 1) + bin) * 3`
 */
export function bestSplit(rows: number, sums: Float64Array, bounds: Bounds, rules: SplitRules): Split | null {
  const size = 3 * (BINS + 1);
  let best: Split | null = null;
  for (let f = 0; f * size < sums.length; f++) {
    const found = bestOfFeature(rows, sums.subarray(size * f, size * (f + 1)), f, bounds, rules);
    if (found !== null && found.gain > (best?.gain ?? 1e-9)) best = found;
  }
  return best;
}

function bestOfFeature(
  rows: number,
  sums: Float64Array,
  f: number,
  { low, high }: Bounds,
  rules: SplitRules,
): Split | null {
  let [g, h] = [0, 0];
  for (let b = 0; b <= BINS; b++) {
    g += sums[3 * b] ?? 0;
    h += sums[3 * b + 1] ?? 0;
  }
  const { ridge, least_rows: least } = rules;
  const whole = worth(g, h + ridge, clip(g / (h + ridge), low, high));
  const rising = rules.rising?.[f] === 1;
  let best: Split | null = null;
  let [gl, hl, count] = [0, 0, 0];
  for (let b = 0; b < BINS; b++) {
    gl += sums[3 * b] ?? 0;
    hl += sums[3 * b + 1] ?? 0;
    count += sums[3 * b + 2] ?? 0;
    if (count < least || (sums[3 * b + 2] ?? 0) === 0) continue;
    if (rows - count < least) break;
    const left = clip(gl / (hl + ridge), low, high);
    const right = clip((g - gl) / (h - hl + ridge), low, high);
    if (rising && left > right) continue;
    const gain = worth(gl, hl + ridge, left) + worth(g - gl, h - hl + ridge, right) - whole;
    if (gain > (best?.gain ?? 0)) best = { gain, feature: f, bin: b, left, right };
  }
  return best;
}

/** What a leaf of this value saves, to the second order. */
function worth(gradient: number, hessian: number, value: number): number {
  return gradient * value - 0.5 * hessian * value * value;
}

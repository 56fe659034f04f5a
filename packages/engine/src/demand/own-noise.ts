import { negativeBinomialQuantile } from '@palier/domain';
import { atDepth, BAND_DEPTHS, factorOf, forecastPast, nearestDepth, type PastSetup } from './calibrate.ts';

/** Weeks of the past that are looked at, and after how many one counts for half. */
const SPAN = 80;
const HALF_LIFE = 26;
/** A miss counts for this many times its variance at most: bands of 80 % are about the usual ones. */
const LARGEST_MISS = 6;
/** Forecasts from which the usual miss of a depth is known. */
const FEWEST = 30;
/** Misses of one item follow each other: each is worth less than one drawn by itself. */
const ALIKE = 1.5;
const WIDEST_ERROR = 5;
const [SMALLEST, LARGEST] = [0.2, 4];

/** What is forecast again, and the factors by `BAND_DEPTHS` on the variance of its forecasts. */
export interface NoiseSetup {
  past: PastSetup;
  priceDoubt: (item: number, discount: number) => number;
  factors: Float64Array;
  /** Items that are looked at, about, and the first week that is not. */
  sample: number;
  until: number;
}

/** Weighted sums over the forecasts of an item: s is the part of its variance that is not the chance of counts. */
interface Sums {
  /** Σ w·s·miss by item and depth, Σ w·s, Σ w·s² and Σ w²·s². */
  missed: Float64Array;
  expected: Float64Array;
  known: Float64Array;
  squared: Float64Array;
}

/**
 * How far each item strays from its forecasts, as a factor on their relative variance: some are steady and some are not,
 * whatever their category. Squares of misses over what is expected at their depth, the last weeks first, pooled by
 * DerSimonian–Laird: where items do not differ by more than chance, all have 1.
 */
export function ownNoise(setup: NoiseSetup): Float64Array {
  const { panel } = setup.past;
  const depths = BAND_DEPTHS.length;
  const items = panel.item_count;
  const sums: Sums = {
    missed: new Float64Array(items * depths),
    expected: new Float64Array(items),
    known: new Float64Array(items),
    squared: new Float64Array(items),
  };
  const usual = Array.from(BAND_DEPTHS, () => ({ weight: 0, miss: 0, square: 0, count: 0 }));
  const scope = { sample: setup.sample, span: SPAN, until: setup.until };
  forecastPast(setup.past, scope, (forecast) => {
    const { item, cell, actual } = forecast;
    const discount = panel.discount[cell] ?? 0;
    const mean = Math.max(1e-3, forecast.mean);
    const relative = forecast.variance + setup.priceDoubt(item, discount);
    const doubt = Math.min(20, Math.max(1e-3, atDepth(setup.factors, discount) * relative)) * mean * mean;
    const miss = Math.min(LARGEST_MISS, (actual - mean) ** 2 / (mean + doubt));
    const share = doubt / (mean + doubt);
    const weight = 0.5 ** ((setup.until - 1 - (cell % panel.week_count)) / HALF_LIFE);
    const depth = nearestDepth(discount);
    add(sums.missed, item * depths + depth, weight * share * miss);
    add(sums.expected, item, weight * share);
    add(sums.known, item, weight * share * share);
    add(sums.squared, item, weight * weight * share * share);
    const at = usual[depth];
    if (at === undefined) return;
    at.weight += weight * share * share;
    at.miss += weight * share * share * miss;
    at.square += weight * share * share * miss * miss;
    at.count++;
  });
  let [spread, weight] = [0, 0];
  const level = usual.map((at) => {
    const mean = at.count >= FEWEST && at.miss > 0 ? at.miss / at.weight : 1;
    spread += at.square / mean ** 2 - (2 * at.miss) / mean + at.weight;
    weight += at.weight;
    return mean;
  });
  return pooled(sums, level, weight > 0 ? Math.max(0.5, spread / weight) : 1);
}

function add(into: Float64Array, at: number, value: number): void {
  into[at] = (into[at] ?? 0) + value;
}

/** One step from 1 for each item, shrunk by how far items differ. */
function pooled(sums: Sums, level: readonly number[], spread: number): Float64Array {
  const items = sums.known.length;
  const found = new Float64Array(items);
  const error = new Float64Array(items).fill(Number.POSITIVE_INFINITY);
  for (let item = 0; item < items; item++) {
    const known = sums.known[item] ?? 0;
    if (!(known > 1e-6)) continue;
    let missed = -(sums.expected[item] ?? 0);
    level.forEach((usual, depth) => {
      missed += (sums.missed[item * level.length + depth] ?? 0) / usual;
    });
    found[item] = missed / known;
    error[item] = (ALIKE * spread * (sums.squared[item] ?? 0)) / known ** 2;
  }
  const between = betweenItems(found, error);
  return found.map((one, item) => {
    const trust = between / (between + (error[item] ?? 0));
    return Number.isFinite(error[item] ?? 0) && between > 0
      ? Math.max(SMALLEST, Math.min(LARGEST, 1 + trust * one))
      : 1;
  });
}

/** DerSimonian–Laird: the variance between items that their errors do not explain. */
function betweenItems(found: Float64Array, error: Float64Array): number {
  let [sum, weighed, squared, square, count] = [0, 0, 0, 0, 0];
  found.forEach((one, item) => {
    const own = error[item] ?? 0;
    if (!(own < WIDEST_ERROR)) return;
    sum += 1 / own;
    weighed += one / own;
    square += one ** 2 / own;
    squared += 1 / own ** 2;
    count++;
  });
  if (count < 3) return 0;
  const excess = square - weighed ** 2 / sum - (count - 1);
  return Math.max(0, excess / (sum - squared / sum));
}

const WEIGHTS = [0, 0.25, 0.5, 0.75, 1] as const;
/** Share of the interval score that believing it wholly must save. */
const PROOF = 0.01;

/**
 * How far what items strayed by before makes the bands of weeks kept apart better, 0 … 1: by their interval score over
 * the spread of each, averaged by how near the best weights come.
 *
 * @param trust what the forecasts looked at are believed, 0 … 1
 */
export function noiseWeight(
  past: { actual: number[]; mean: number[]; variance: number[]; noise: number[] },
  chosen: readonly number[],
  trust: number,
): number {
  if (chosen.every((n) => past.noise[n] === 1)) return 0;
  const losses = WEIGHTS.map((weight) => {
    const variance = past.variance.map((value, n) => value * (past.noise[n] ?? 1) ** weight);
    const factor = factorOf({ ...past, variance }, chosen);
    const loss = chosen.reduce((sum, n) => sum + bandLoss(past, n, factor * (variance[n] ?? 1)), 0);
    return (1 + PROOF * weight) * loss;
  });
  const least = Math.min(...losses);
  const unsure = (0.1 * least) / Math.sqrt(chosen.length);
  const near = losses.map((loss) => Math.exp(-(loss - least) / Math.max(1e-12, unsure)));
  const sum = near.reduce((total, one) => total + one, 0);
  return (trust * near.reduce((total, one, at) => total + one * (WEIGHTS[at] ?? 0), 0)) / sum;
}

/** Interval score of the 80 % band of a forecast, over about the spread of its units. */
function bandLoss(past: { actual: number[]; mean: number[] }, n: number, variance: number): number {
  const [mean, actual] = [Math.max(1e-6, past.mean[n] ?? 0), past.actual[n] ?? 0];
  const shape = 1 / Math.min(20, Math.max(1e-3, variance));
  const low = negativeBinomialQuantile(shape, mean, 0.1, Number.MAX_SAFE_INTEGER);
  const high = negativeBinomialQuantile(shape, mean, 0.9, Number.MAX_SAFE_INTEGER);
  const outside = Math.max(0, low - actual) + Math.max(0, actual - high);
  return (high - low + 10 * outside) / Math.sqrt(mean + 0.1 * mean * mean);
}

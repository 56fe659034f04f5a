import { negativeBinomialCdf } from '../numeric/negative-binomial.ts';
import {
  addWeek,
  fastLevel,
  type LevelPrior,
  type LevelTuning,
  newSums,
  recentRatios,
  slowLevel,
  TUNED_HORIZONS,
} from './level.ts';
import { DRIFT_PER_WEEK } from './predict.ts';
import type { WeeklyPanel } from './types.ts';

const ITEMS = 400;
const SPAN = 26;
const TARGET = 0.81;
const FACTORS = [0.12, 0.25, 0.5, 1, 2, 4] as const;

interface Forecasts {
  actual: number[];
  mean: number[];
  variance: number[];
}

/**
 * The factor on the relative variance of forecasts for which 80 % bands of one week, 1 to 4 weeks ahead, would
 * have held 80 % of the last weeks of the history (a little more, since prices were learnt on them).
 */
export function calibrateIntervals(
  panel: WeeklyPanel,
  multiplier: Float32Array,
  priorOf: (item: number) => LevelPrior,
  tuning: LevelTuning,
  inverseDispersion: Float64Array,
): number {
  const past = pastForecasts(panel, multiplier, priorOf, tuning, inverseDispersion);
  if (past.actual.length < 50) return 1;
  let before = 0;
  let beforeFactor: number = FACTORS[0];
  for (const factor of FACTORS) {
    const held = heldShare(past, factor);
    if (held >= TARGET) {
      if (factor === FACTORS[0] || held === before) return factor;
      const part = (TARGET - before) / (held - before);
      return beforeFactor * (factor / beforeFactor) ** part;
    }
    before = held;
    beforeFactor = factor;
  }
  return FACTORS[FACTORS.length - 1] ?? 1;
}

/** Share of the probability of what happened that lies between the 10 % and 90 % points, for whole counts. */
export function bandShare(shape: number, mean: number, actual: number): number {
  const low = negativeBinomialCdf(shape, mean, actual - 1);
  const high = negativeBinomialCdf(shape, mean, actual);
  const width = high - low;
  if (width < 1e-12) return low >= 0.1 && low <= 0.9 ? 1 : 0;
  return Math.max(0, Math.min(0.9, high) - Math.max(0.1, low)) / width;
}

function heldShare(past: Forecasts, factor: number): number {
  let sum = 0;
  past.actual.forEach((actual, n) => {
    sum += bandShare(
      1 / Math.min(20, Math.max(1e-3, factor * (past.variance[n] ?? 1))),
      past.mean[n] ?? 0,
      actual,
    );
  });
  return sum / past.actual.length;
}

function pastForecasts(
  panel: WeeklyPanel,
  multiplier: Float32Array,
  priorOf: (item: number) => LevelPrior,
  tuning: LevelTuning,
  inverseDispersion: Float64Array,
): Forecasts {
  const weeks = panel.week_count;
  const stride = Math.max(1, Math.floor(panel.item_count / ITEMS));
  const items = Int32Array.from({ length: Math.ceil(panel.item_count / stride) }, (_, n) => n * stride);
  const priors = Array.from(items, priorOf);
  const sums = newSums(items.length);
  const counted = new Float64Array(items.length);
  const levels = new Float64Array(items.length);
  const past: Forecasts = { actual: [], mean: [], variance: [] };
  for (let known = 0; known < weeks - 1; known++) {
    items.forEach((item, n) => {
      const m = multiplier[item * weeks + known] ?? 0;
      addWeek(sums, n, panel.units[item * weeks + known] ?? 0, m, tuning.slow_discount, tuning.fast_discount);
      counted[n] = tuning.slow_discount * (counted[n] ?? 0) + (m > 0 ? 1 : 0);
    });
    if (known < Math.max(4, weeks - SPAN)) continue;
    priors.forEach((prior, n) => {
      levels[n] = slowLevel(sums, n, prior);
    });
    const ratios = recentRatios(
      sums,
      levels,
      (n) => panel.category[items[n] ?? 0] ?? 0,
      panel.category_count,
    );
    items.forEach((item, n) => {
      if ((counted[n] ?? 0) <= 0) return;
      const category = panel.category[item] ?? 0;
      const base = levels[n] ?? 0;
      const expected = base * (sums.slowExposure[n] ?? 0);
      const inverse = inverseDispersion[category] ?? 0;
      const information = (priors[n]?.shape ?? 1) + expected / (1 + (expected / (counted[n] ?? 1)) * inverse);
      const common = base * (ratios[category] ?? 1);
      const own = fastLevel(sums, n, common, tuning.fast_strength);
      // One horizon per item and week, in turn: enough points, none correlated by construction.
      const h = (n + known) % TUNED_HORIZONS;
      const cell = item * weeks + known + 1 + h;
      const m = known + 1 + h < weeks ? (multiplier[cell] ?? 0) : 0;
      if (m <= 0) return;
      const level =
        base +
        (tuning.item_weight[h] ?? 0) * (own - base) +
        (tuning.category_weight[h] ?? 0) * (common - base);
      past.actual.push(panel.units[cell] ?? 0);
      past.mean.push(m * level);
      past.variance.push(1 / Math.max(0.05, information) + DRIFT_PER_WEEK + inverse);
    });
  }
  return past;
}

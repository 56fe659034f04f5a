import { negativeBinomialCdf } from '@palier/domain';
import { thinned } from '../numeric/thinned.ts';
import {
  addWeek,
  fastLevel,
  type LevelPrior,
  type LevelTuning,
  type Multiplier,
  newSums,
  plainLevel,
  recentRatios,
  slowLevel,
} from './level-sums.ts';
import { TUNED_HORIZONS } from './level-tuning.ts';
import type { WeeklyPanel } from './types.ts';

/** Levels drift: two months ahead they are less sure than next week. */
export const DRIFT_PER_WEEK = 0.004;
const BAND_ITEMS = 400;
const BAND_SPAN = 26;
const TARGET = 0.795;
const FACTORS = [0.12, 0.25, 0.5, 1, 2, 4] as const;

/** How the past is forecast again: all of the model but the level, its prior and its tuning. */
export interface PastSetup {
  panel: WeeklyPanel;
  multiplier: Multiplier;
  priorOf: (item: number) => LevelPrior;
  tuning: LevelTuning;
  inverse_dispersion: Float64Array;
}

/** A forecast made from the weeks before, and what happened. */
export interface PastForecast {
  item: number;
  cell: number;
  /** Last week known, and weeks from it to the forecast one (1 to 4). */
  known: number;
  ahead: number;
  actual: number;
  mean: number;
  /** Relative variance, the price response left out. */
  variance: number;
  category: number;
  /** The levels behind the mean: the slow one; over it, recent level, category's recent ratio, plain level. */
  slow: number;
  own_ratio: number;
  category_ratio: number;
  plain_ratio: number;
}

type Visit = (past: PastForecast) => void;

/** What learned corrections say of a forecast of the past, as logarithms over its mean. */
export interface PastCorrection {
  /** The correction of the mean, weighed. */
  mean: number;
  /** What leads to the median, by each kind of trees that aim at it. */
  middles: readonly number[];
}

const NOTHING_LEARNT: PastCorrection = { mean: 0, middles: [] };

/** Depths at which forecasts are compared with what happened; between them, linear. */
export const BAND_DEPTHS = [0, 0.1, 0.2, 0.3, 0.42] as const;
/** Forecasts from which a depth's own factor counts for half, and most that are looked at for each depth. */
const HALF_TRUST = 120;
const MOST = 2500;

/** Forecasts of the past beside what happened, depth by depth. */
export interface PastForecasts {
  week: number[];
  depth: number[];
  actual: number[];
  mean: number[];
  /** Relative variance, doubt on the price response included. */
  variance: number[];
  /** What each kind of trees that aim at the median says. */
  middles: number[][];
}

/**
 * Forecasts the last weeks again, with what is not known of each item's answer to prices; `look`: what learned
 * corrections say of each.
 */
export function pastForecasts(
  setup: PastSetup,
  priceDoubt: (item: number, discount: number) => number,
  scope: PastScope = { span: BAND_SPAN, sample: BAND_ITEMS },
  look: ((forecast: PastForecast) => PastCorrection) | null = null,
): PastForecasts {
  const past: PastForecasts = {
    week: [],
    depth: [],
    actual: [],
    mean: [],
    variance: [],
    middles: [],
  };
  forecastPast(setup, scope, (forecast) => {
    const { item, cell, actual, mean, variance } = forecast;
    const discount = setup.panel.discount[cell] ?? 0;
    past.week.push(cell % setup.panel.week_count);
    past.depth.push(nearestDepth(discount));
    past.actual.push(actual);
    const learnt = look?.(forecast) ?? NOTHING_LEARNT;
    past.mean.push(mean * Math.exp(learnt.mean));
    past.middles.push(learnt.middles.map((middle) => mean * Math.exp(middle)));
    past.variance.push(variance + priceDoubt(item, discount));
  });
  return past;
}

/** Place in `BAND_DEPTHS` of what a discount is counted with. */
export function nearestDepth(discount: number): number {
  let nearest = discount < 0.025 ? 0 : 1;
  BAND_DEPTHS.forEach((depth, n) => {
    if (
      n > 0 &&
      Math.abs(depth - discount) < Math.abs((BAND_DEPTHS[nearest] ?? 0) - discount) &&
      discount >= 0.025
    )
      nearest = n;
  });
  return nearest;
}

/** The value at a discount of a table by `BAND_DEPTHS`. */
export function atDepth(table: ArrayLike<number>, discount: number): number {
  let n = 1;
  while (n < BAND_DEPTHS.length - 1 && discount > (BAND_DEPTHS[n] ?? 1)) n++;
  const [low, high] = [BAND_DEPTHS[n - 1] ?? 0, BAND_DEPTHS[n] ?? 1];
  const part = Math.max(0, Math.min(1, (discount - low) / (high - low)));
  return (1 - part) * (table[n - 1] ?? 1) + part * (table[n] ?? 1);
}

/**
 * The factors on the relative variance of forecasts for which 80 % bands of one week, 1 to 4 weeks ahead, would
 * have held 80 % of the past at each of `BAND_DEPTHS` (a little more); a depth seldom seen leans on the others.
 * Null when forecasts are too few to decide.
 */
export function calibrateIntervals(past: PastForecasts): Float64Array | null {
  const count = past.actual.length;
  if (count < 50) return null;
  const choose = (wanted: (n: number) => boolean): number[] => {
    const found = Array.from({ length: count }, (_, n) => n).filter(wanted);
    return thinned(found, MOST);
  };
  const overall = factorOf(
    past,
    choose(() => true),
  );
  return Float64Array.from(BAND_DEPTHS, (_, depth) => {
    const own = choose((n) => past.depth[n] === depth);
    if (own.length < 10) return overall;
    const trust = own.length / (own.length + HALF_TRUST);
    return overall * (factorOf(past, own) / overall) ** trust;
  });
}

/** The factor for which the bands of some forecasts of the past hold as they should. */
export function factorOf(
  past: Pick<PastForecasts, 'actual' | 'mean' | 'variance'>,
  chosen: readonly number[],
): number {
  const heldShare = (factor: number): number => {
    let sum = 0;
    for (const n of chosen) {
      const variance = Math.min(20, Math.max(1e-3, factor * (past.variance[n] ?? 1)));
      sum += bandShare(1 / variance, past.mean[n] ?? 0, past.actual[n] ?? 0);
    }
    return sum / chosen.length;
  };
  let before = 0;
  let beforeFactor: number = FACTORS[0];
  for (const factor of FACTORS) {
    const held = heldShare(factor);
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

/** What is forecast again: the last `span` weeks of about `sample` items. */
export interface PastScope {
  sample: number;
  span: number;
  /** First week that is not forecast. */
  until?: number;
  /** Every horizon of each item and week; else one of them, in turn. */
  every_horizon?: boolean;
}

/** Forecasts a part of the past again. */
export function forecastPast(
  setup: PastSetup,
  { sample, span, until, every_horizon }: PastScope,
  visit: Visit,
): void {
  const { panel, multiplier, priorOf, tuning } = setup;
  const weeks = panel.week_count;
  const stride = Math.max(1, Math.floor(panel.item_count / sample));
  const items = Int32Array.from({ length: Math.ceil(panel.item_count / stride) }, (_, n) => n * stride);
  const priors = Array.from(items, priorOf);
  const sums = newSums(items.length);
  const counted = new Float64Array(items.length);
  const levels = new Float64Array(items.length);
  const end = until ?? weeks;
  for (let known = 0; known < end - 1; known++) {
    items.forEach((item, n) => {
      const m = multiplier.cell[item * weeks + known] ?? 0;
      const undo = multiplier.undo[(panel.category[item] ?? 0) * weeks + known] ?? 1;
      addWeek(sums, n, { units: panel.units[item * weeks + known] ?? 0, m, undo }, tuning);
      counted[n] = tuning.slow_discount * (counted[n] ?? 0) + (m > 0 ? 1 : 0);
    });
    if (known < Math.max(4, end - span)) continue;
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
      const slow = levels[n] ?? 0;
      const inverse = setup.inverse_dispersion[category] ?? 0;
      const expected = slow * (sums.slowExposure[n] ?? 0);
      const information = (priors[n]?.shape ?? 1) + expected / (1 + (expected / (counted[n] ?? 1)) * inverse);
      const common = slow * (ratios[category] ?? 1);
      const own = fastLevel(sums, n, common, tuning.fast_strength);
      const bare = plainLevel(sums, n, slow);
      for (let h = 0; h < TUNED_HORIZONS; h++) {
        if (every_horizon !== true && h !== (n + known) % TUNED_HORIZONS) continue;
        const cell = item * weeks + known + 1 + h;
        const m = known + 1 + h < end ? (multiplier.cell[cell] ?? 0) : 0;
        if (m <= 0) continue;
        const undo = multiplier.undo[category * weeks + known + 1 + h] ?? 1;
        const plain = undo * bare;
        const level =
          slow +
          (tuning.item_weight[h] ?? 0) * (own - slow) +
          (tuning.category_weight[h] ?? 0) * (common - slow) +
          (tuning.plain_weight[h] ?? 0) * (plain - slow);
        visit({
          item,
          cell,
          known,
          ahead: h + 1,
          actual: panel.units[cell] ?? 0,
          mean: m * level,
          variance: 1 / Math.max(0.05, information) + DRIFT_PER_WEEK + inverse,
          category,
          slow,
          own_ratio: own / slow,
          category_ratio: ratios[category] ?? 1,
          plain_ratio: bare / slow,
        });
      }
    });
  }
}

import type { WeeklyPanel } from './types.ts';

/** Discounts of the past tried for the level: weight of a week relative to the next. */
export const LEVEL_DISCOUNTS = [0.5, 0.65, 0.75, 0.85, 0.92, 0.97] as const;
/** Weeks between the last one known and the one predicted when a discount is tried. */
const TRIAL_HORIZON = 2;

export interface LevelTrials {
  /** Σ|error| of each discount of LEVEL_DISCOUNTS by category: `c * D + d`. */
  error: Float64Array;
  /** Σ units and Σ predicted, same layout: their ratio is the drift of levels. */
  actual: Float64Array;
  predicted: Float64Array;
}

/** Prior of an item's level: shape and mean. */
export interface LevelPrior {
  shape: number;
  mean: number;
}

/**
 * Tries every discount of the past on the last `span` weeks of the panel: each item's level from weeks up to
 * t − 2 predicts week t. `multiplier` holds all of the model but the level, 0 where a week does not count.
 */
export function tryLevelDiscounts(
  panel: WeeklyPanel,
  multiplier: Float32Array,
  priorOf: (item: number) => LevelPrior,
  span: number,
): LevelTrials {
  const grid = LEVEL_DISCOUNTS.length;
  const size = panel.category_count * grid;
  const trials = {
    error: new Float64Array(size),
    actual: new Float64Array(size),
    predicted: new Float64Array(size),
  };
  const from = Math.max(2 + TRIAL_HORIZON, panel.week_count - span);
  for (let d = 0; d < grid; d++) {
    const keep = LEVEL_DISCOUNTS[d] ?? 0.75;
    for (let item = 0; item < panel.item_count; item++) {
      const prior = priorOf(item);
      tryItem(panel, multiplier, item, keep, prior, from, trials, (panel.category[item] ?? 0) * grid + d);
    }
  }
  return trials;
}

function tryItem(
  panel: WeeklyPanel,
  multiplier: Float32Array,
  item: number,
  keep: number,
  prior: LevelPrior,
  from: number,
  trials: LevelTrials,
  at: number,
): void {
  const start = item * panel.week_count;
  let units = 0;
  let exposure = 0;
  const rate = prior.shape / prior.mean;
  for (let week = 0; week < panel.week_count; week++) {
    const target = week;
    if (target >= from) {
      const m = multiplier[start + target] ?? 0;
      if (m > 0 && exposure > 0) {
        const mean = (m * (prior.shape + units)) / (rate + exposure);
        const actual = panel.units[start + target] ?? 0;
        trials.error[at] = (trials.error[at] ?? 0) + Math.abs(actual - mean);
        trials.actual[at] = (trials.actual[at] ?? 0) + actual;
        trials.predicted[at] = (trials.predicted[at] ?? 0) + mean;
      }
    }
    // The state used at the next target ends TRIAL_HORIZON weeks before it.
    const known = week - TRIAL_HORIZON + 1;
    if (known < 0) continue;
    const m = multiplier[start + known] ?? 0;
    units *= keep;
    exposure *= keep;
    if (m > 0) {
      units += panel.units[start + known] ?? 0;
      exposure += m;
    }
  }
}

export interface Levels {
  /** Effective gamma shape and rate: mean level = shape / rate. */
  shape: Float64Array;
  rate: Float64Array;
}

/**
 * Level of each item at the end of the panel: discounted pseudo-Poisson ratio with a gamma prior. The shape
 * counts information rather than units: with NB2 noise a week of mean μ is worth μ / (1 + μ/r).
 */
export function fitLevels(
  panel: WeeklyPanel,
  multiplier: Float32Array,
  priorOf: (item: number) => LevelPrior,
  keepOf: (category: number) => number,
  inverseDispersion: Float64Array,
): Levels {
  const shape = new Float64Array(panel.item_count);
  const rate = new Float64Array(panel.item_count);
  for (let item = 0; item < panel.item_count; item++) {
    const prior = priorOf(item);
    const keep = keepOf(panel.category[item] ?? 0);
    const inverse = inverseDispersion[panel.category[item] ?? 0] ?? 0;
    const start = item * panel.week_count;
    let units = 0;
    let exposure = 0;
    let weeks = 0;
    for (let week = 0; week < panel.week_count; week++) {
      const m = multiplier[start + week] ?? 0;
      units *= keep;
      exposure *= keep;
      weeks *= keep;
      if (m <= 0) continue;
      units += panel.units[start + week] ?? 0;
      exposure += m;
      weeks += 1;
    }
    const level = (prior.shape + units) / (prior.shape / prior.mean + exposure);
    const weekly = weeks > 0 ? (level * exposure) / weeks : 0;
    const information = prior.shape + (level * exposure) / (1 + weekly * inverse);
    shape[item] = information;
    rate[item] = information / level;
  }
  return { shape, rate };
}

import type { WeeklyPanel } from './types.ts';

/** Prior of an item's level: shape and mean. */
export interface LevelPrior {
  shape: number;
  mean: number;
}

/** How levels are followed: a slow level, a recent one that leans on it, and how long the recent one lasts. */
export interface LevelTuning {
  slow_discount: number;
  fast_discount: number;
  /** Units that the slow level counts for when the recent one is estimated. */
  fast_strength: number;
  /** Weight of the item's recent level, and of its category's recent ratio, 1 … 4 weeks ahead. */
  item_weight: Float64Array;
  category_weight: Float64Array;
}

export interface Levels {
  /** Gamma shape and rate of the slow level: mean = shape / rate. */
  shape: Float64Array;
  rate: Float64Array;
  /** Recent level of each item, and recent ratio of sales to slow forecasts of each category. */
  recent: Float64Array;
  category_recent: Float64Array;
}

export const TUNED_HORIZONS = 4;
const SLOW = [0.85, 0.92, 0.97] as const;
const FAST = [0.4, 0.65] as const;
const STRENGTH = [2, 10, 50] as const;
const WEIGHTS = [0, 0.25, 0.5, 0.75, 1] as const;
/** Items on which the tuning looks, evenly drawn; and the last weeks of the history it predicts. */
const TUNING_ITEMS = 2500;
const TUNING_SPAN = 40;
/** Units the whole chain's ratio, and no change at all, count for in a category's recent ratio. */
const CATEGORY_STRENGTH = 60;

/** Discounted sums of units and of multipliers, slow and fast, of the items followed. */
export interface Sums {
  slowUnits: Float64Array;
  slowExposure: Float64Array;
  fastUnits: Float64Array;
  fastExposure: Float64Array;
}

export function newSums(items: number): Sums {
  return {
    slowUnits: new Float64Array(items),
    slowExposure: new Float64Array(items),
    fastUnits: new Float64Array(items),
    fastExposure: new Float64Array(items),
  };
}

export function addWeek(sums: Sums, n: number, units: number, m: number, slow: number, fast: number): void {
  const counted = m > 0;
  sums.slowUnits[n] = slow * (sums.slowUnits[n] ?? 0) + (counted ? units : 0);
  sums.slowExposure[n] = slow * (sums.slowExposure[n] ?? 0) + (counted ? m : 0);
  sums.fastUnits[n] = fast * (sums.fastUnits[n] ?? 0) + (counted ? units : 0);
  sums.fastExposure[n] = fast * (sums.fastExposure[n] ?? 0) + (counted ? m : 0);
}

export function slowLevel(sums: Sums, n: number, prior: LevelPrior): number {
  return (prior.shape + (sums.slowUnits[n] ?? 0)) / (prior.shape / prior.mean + (sums.slowExposure[n] ?? 0));
}

export function fastLevel(sums: Sums, n: number, base: number, strength: number): number {
  return (
    (strength + (sums.fastUnits[n] ?? 0)) / (strength / Math.max(base, 1e-9) + (sums.fastExposure[n] ?? 0))
  );
}

/** Recent ratio of each category, leaning on the chain's, itself leaning on 1; items of category −1 are left out. */
export function recentRatios(
  sums: Sums,
  slow: Float64Array,
  categoryOf: (n: number) => number,
  categories: number,
): Float64Array {
  const units = new Float64Array(categories);
  const expected = new Float64Array(categories);
  slow.forEach((level, n) => {
    const c = categoryOf(n);
    if (c < 0) return;
    units[c] = (units[c] ?? 0) + (sums.fastUnits[n] ?? 0);
    expected[c] = (expected[c] ?? 0) + level * (sums.fastExposure[n] ?? 0);
  });
  const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
  const chain = (total(units) + CATEGORY_STRENGTH) / (total(expected) + CATEGORY_STRENGTH);
  return units.map(
    (value, c) => (value + CATEGORY_STRENGTH * chain) / ((expected[c] ?? 0) + CATEGORY_STRENGTH),
  );
}

/**
 * Chooses how levels are followed by forecasting the last weeks of the panel 1 to 4 weeks ahead, each from the
 * weeks before, with the smallest sum of absolute errors. `multiplier` holds all of the model but the level.
 */
export function tuneLevels(
  panel: WeeklyPanel,
  multiplier: Float32Array,
  priorOf: (item: number) => LevelPrior,
): LevelTuning {
  const stride = Math.max(1, Math.floor(panel.item_count / TUNING_ITEMS));
  const items = Int32Array.from({ length: Math.ceil(panel.item_count / stride) }, (_, n) => n * stride);
  const priors = Array.from(items, priorOf);
  let best: LevelTuning | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const slow of SLOW)
    for (const fast of FAST)
      for (const strength of STRENGTH) {
        const trial = tryTuning(panel, multiplier, items, priors, slow, fast, strength);
        if (trial.error >= least) continue;
        least = trial.error;
        best = trial.tuning;
      }
  return best ?? plainTuning();
}

/** A plain exponentially weighted level. */
export function plainTuning(discount = 0.85): LevelTuning {
  return {
    slow_discount: discount,
    fast_discount: 0.5,
    fast_strength: 10,
    item_weight: new Float64Array(TUNED_HORIZONS),
    category_weight: new Float64Array(TUNED_HORIZONS),
  };
}

function tryTuning(
  panel: WeeklyPanel,
  multiplier: Float32Array,
  items: Int32Array,
  priors: readonly LevelPrior[],
  slow: number,
  fast: number,
  strength: number,
): { error: number; tuning: LevelTuning } {
  const weeks = panel.week_count;
  const sums = newSums(items.length);
  const levels = new Float64Array(items.length);
  const grid = WEIGHTS.length;
  const errors = new Float64Array(TUNED_HORIZONS * grid * grid);
  const from = Math.max(3, weeks - TUNING_SPAN);
  for (let known = 0; known < weeks - 1; known++) {
    for (let n = 0; n < items.length; n++) {
      const cell = (items[n] ?? 0) * weeks + known;
      addWeek(sums, n, panel.units[cell] ?? 0, multiplier[cell] ?? 0, slow, fast);
    }
    if (known + TUNED_HORIZONS < from || known < 2) continue;
    for (let n = 0; n < items.length; n++) levels[n] = slowLevel(sums, n, priors[n] ?? { shape: 1, mean: 1 });
    const ratios = recentRatios(
      sums,
      levels,
      (n) => panel.category[items[n] ?? 0] ?? 0,
      panel.category_count,
    );
    for (let n = 0; n < items.length; n++) {
      if ((sums.slowExposure[n] ?? 0) <= 0) continue;
      const item = items[n] ?? 0;
      const base = levels[n] ?? 0;
      const common = base * (ratios[panel.category[item] ?? 0] ?? 1);
      const own = fastLevel(sums, n, common, strength);
      for (let h = 0; h < TUNED_HORIZONS && known + 1 + h < weeks; h++) {
        const cell = item * weeks + known + 1 + h;
        const m = multiplier[cell] ?? 0;
        if (m > 0 && known + 1 + h >= from)
          addErrors(errors, h, panel.units[cell] ?? 0, m * base, m * common, m * own);
      }
    }
  }
  return bestWeights(errors, slow, fast, strength);
}

function addErrors(
  errors: Float64Array,
  h: number,
  actual: number,
  base: number,
  common: number,
  own: number,
): void {
  const grid = WEIGHTS.length;
  for (let a = 0; a < grid; a++) {
    const weight = WEIGHTS[a] ?? 0;
    const partly = base + weight * (own - base);
    for (let b = 0; a + b < grid; b++) {
      const at = (h * grid + a) * grid + b;
      errors[at] = (errors[at] ?? 0) + Math.abs(actual - partly - (WEIGHTS[b] ?? 0) * (common - base));
    }
  }
}

function bestWeights(
  errors: Float64Array,
  slow: number,
  fast: number,
  strength: number,
): { error: number; tuning: LevelTuning } {
  const grid = WEIGHTS.length;
  const tuning: LevelTuning = {
    slow_discount: slow,
    fast_discount: fast,
    fast_strength: strength,
    item_weight: new Float64Array(TUNED_HORIZONS),
    category_weight: new Float64Array(TUNED_HORIZONS),
  };
  let total = 0;
  for (let h = 0; h < TUNED_HORIZONS; h++) {
    let least = Number.POSITIVE_INFINITY;
    for (let a = 0; a < grid; a++)
      for (let b = 0; a + b < grid; b++) {
        const error = errors[(h * grid + a) * grid + b] ?? 0;
        if (error >= least) continue;
        least = error;
        tuning.item_weight[h] = WEIGHTS[a] ?? 0;
        tuning.category_weight[h] = WEIGHTS[b] ?? 0;
      }
    total += least;
  }
  return { error: total, tuning };
}

/**
 * Levels of all items at the end of the panel. The gamma shape counts information rather than units: with NB2
 * noise a week of mean μ is worth μ / (1 + μ/r). `end` tells the items withdrawn (before the last week).
 */
export function fitLevels(
  panel: WeeklyPanel,
  multiplier: Float32Array,
  priorOf: (item: number) => LevelPrior,
  tuning: LevelTuning,
  inverseDispersion: Float64Array,
  end: Int32Array,
): Levels {
  const { item_count: items, week_count: weeks } = panel;
  const sums = newSums(items);
  const levels: Levels = {
    shape: new Float64Array(items),
    rate: new Float64Array(items),
    recent: new Float64Array(items),
    category_recent: new Float64Array(panel.category_count),
  };
  const mean = new Float64Array(items);
  for (let item = 0; item < items; item++) {
    const prior = priorOf(item);
    // Of a withdrawn item only the silence still counts.
    const slow = (end[item] ?? weeks) < weeks ? tuning.fast_discount : tuning.slow_discount;
    let counted = 0;
    for (let week = 0; week < weeks; week++) {
      const m = multiplier[item * weeks + week] ?? 0;
      addWeek(sums, item, panel.units[item * weeks + week] ?? 0, m, slow, tuning.fast_discount);
      counted = slow * counted + (m > 0 ? 1 : 0);
    }
    const level = slowLevel(sums, item, prior);
    const expected = level * (sums.slowExposure[item] ?? 0);
    const weekly = counted > 0 ? expected / counted : 0;
    const inverse = inverseDispersion[panel.category[item] ?? 0] ?? 0;
    mean[item] = level;
    levels.shape[item] = prior.shape + expected / (1 + weekly * inverse);
    levels.rate[item] = (levels.shape[item] ?? 0) / level;
  }
  // Withdrawn items would say that the whole category has fallen.
  const onSale = (n: number) => ((end[n] ?? weeks) < weeks ? -1 : (panel.category[n] ?? 0));
  levels.category_recent = recentRatios(sums, mean, onSale, panel.category_count);
  mean.forEach((level, item) => {
    const common = level * (levels.category_recent[panel.category[item] ?? 0] ?? 1);
    levels.recent[item] = fastLevel(sums, item, common, tuning.fast_strength);
  });
  return levels;
}

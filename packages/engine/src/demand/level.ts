import type { WeeklyPanel } from './types.ts';

/** Prior of an item's level: shape and mean. */
export interface LevelPrior {
  shape: number;
  mean: number;
}

/** How levels are followed: a slow level, recent ones that lean on it, and how long each of them lasts. */
export interface LevelTuning {
  slow_discount: number;
  fast_discount: number;
  /** Units that the slow level counts for when the recent one is estimated. */
  fast_strength: number;
  /** Weights 1 … 4 weeks ahead of the item's recent level, of its category's recent ratio, of its plain level. */
  item_weight: Float64Array;
  category_weight: Float64Array;
  plain_weight: Float64Array;
}

/** All of the model but the level, cell by cell, and what undoes its calendar, by category and week. */
export interface Multiplier {
  /** 0 where the week does not count: `i * T + t`. */
  cell: Float32Array;
  /** exp(−season − events): `c * T + t`. */
  undo: Float64Array;
}

export interface Levels {
  /** Gamma shape and rate of the slow level: mean = shape / rate. */
  shape: Float64Array;
  rate: Float64Array;
  /** Recent level of each item, its plain one, and recent ratio of sales to slow forecasts of each category. */
  recent: Float64Array;
  plain: Float64Array;
  category_recent: Float64Array;
}

export const TUNED_HORIZONS = 4;
const SLOW = [0.85, 0.92, 0.97] as const;
const FAST = [0.4, 0.65] as const;
const STRENGTH = [2, 10, 50] as const;
/** Weights are tried in steps of a quarter. */
const STEPS = 4;
const MIXES = mixes();
/** The plain level: prices set apart, no season, half-forgotten in 2½ weeks. */
const PLAIN_DISCOUNT = 0.75;
/** Items on which the tuning looks, evenly drawn; and the last weeks of the history it predicts. */
const TUNING_ITEMS = 1500;
const TUNING_SPAN = 40;
/** Units the whole chain's ratio, and no change at all, count for in a category's recent ratio. */
const CATEGORY_STRENGTH = 60;

/** Discounted sums of units and of multipliers, slow and fast, of the items followed. */
export interface Sums {
  slowUnits: Float64Array;
  slowExposure: Float64Array;
  fastUnits: Float64Array;
  fastExposure: Float64Array;
  plainUnits: Float64Array;
  plainExposure: Float64Array;
}

export function newSums(items: number): Sums {
  return {
    slowUnits: new Float64Array(items),
    slowExposure: new Float64Array(items),
    fastUnits: new Float64Array(items),
    fastExposure: new Float64Array(items),
    plainUnits: new Float64Array(items),
    plainExposure: new Float64Array(items),
  };
}

/** Adds a week of multiplier m; `undo` takes its calendar out. */
export function addWeek(
  sums: Sums,
  n: number,
  week: { units: number; m: number; undo: number },
  tuning: Pick<LevelTuning, 'slow_discount' | 'fast_discount'>,
): void {
  const { slow_discount: slow, fast_discount: fast } = tuning;
  const m = week.m > 0 ? week.m : 0;
  const units = m > 0 ? week.units : 0;
  sums.slowUnits[n] = slow * (sums.slowUnits[n] ?? 0) + units;
  sums.slowExposure[n] = slow * (sums.slowExposure[n] ?? 0) + m;
  sums.fastUnits[n] = fast * (sums.fastUnits[n] ?? 0) + units;
  sums.fastExposure[n] = fast * (sums.fastExposure[n] ?? 0) + m;
  const kept = m > 0 ? PLAIN_DISCOUNT : 1;
  sums.plainUnits[n] = kept * (sums.plainUnits[n] ?? 0) + units;
  sums.plainExposure[n] = kept * (sums.plainExposure[n] ?? 0) + m * week.undo;
}

/** Level of an item without season or prior, of the units a week of its last weeks; the given one before any. */
export function plainLevel(sums: Sums, n: number, otherwise: number): number {
  const exposure = sums.plainExposure[n] ?? 0;
  return exposure > 0 ? (sums.plainUnits[n] ?? 0) / exposure : otherwise;
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
 * Chooses how levels are followed by forecasting the weeks `from` … of the panel 1 to 4 weeks ahead, each from the
 * weeks before, with the smallest sum of absolute errors.
 */
export function tuneLevels(
  panel: WeeklyPanel,
  multiplier: Multiplier,
  priorOf: (item: number) => LevelPrior,
  from = Math.max(3, panel.week_count - TUNING_SPAN),
): LevelTuning {
  const stride = Math.max(1, Math.floor(panel.item_count / TUNING_ITEMS));
  const items = Int32Array.from({ length: Math.ceil(panel.item_count / stride) }, (_, n) => n * stride);
  const trial: Trial = { panel, multiplier, items, priors: Array.from(items, priorOf), from };
  let best: { error: number; tuning: LevelTuning } | null = null;
  for (const slow_discount of SLOW)
    for (const fast_discount of FAST)
      for (const fast_strength of STRENGTH) {
        const tried = tryTuning(trial, { ...plainTuning(), slow_discount, fast_discount, fast_strength });
        if (best === null || tried.error < best.error) best = tried;
      }
  return best?.tuning ?? plainTuning();
}

/** Error of a usual way to follow levels: what a calendar is judged by. */
export function usualError(
  panel: WeeklyPanel,
  multiplier: Multiplier,
  priorOf: (item: number) => LevelPrior,
  from: number,
): number {
  const items = Int32Array.from({ length: panel.item_count }, (_, n) => n);
  const trial: Trial = { panel, multiplier, items, priors: Array.from(items, priorOf), from };
  return tryTuning(trial, { ...plainTuning(0.92), fast_discount: 0.65 }).error;
}

/** A plain exponentially weighted level. */
export function plainTuning(discount = 0.85): LevelTuning {
  return {
    slow_discount: discount,
    fast_discount: 0.5,
    fast_strength: 10,
    item_weight: new Float64Array(TUNED_HORIZONS),
    category_weight: new Float64Array(TUNED_HORIZONS),
    plain_weight: new Float64Array(TUNED_HORIZONS),
  };
}

interface Trial {
  panel: WeeklyPanel;
  multiplier: Multiplier;
  items: Int32Array;
  priors: readonly LevelPrior[];
  /** First week scored. */
  from: number;
}

/** Sums of absolute errors of each mix, by horizon, and the number of forecasts. */
interface TrialErrors {
  absolute: Float64Array;
  count: Float64Array;
}

function tryTuning(trial: Trial, tuning: LevelTuning): { error: number; tuning: LevelTuning } {
  const { panel, items } = trial;
  const weeks = panel.week_count;
  const sums = newSums(items.length);
  const levels = new Float64Array(items.length);
  const cells = TUNED_HORIZONS * MIXES.length;
  const errors: TrialErrors = {
    absolute: new Float64Array(cells),
    count: new Float64Array(TUNED_HORIZONS),
  };
  for (let known = 0; known < weeks - 1; known++) {
    addAll(trial, tuning, sums, known);
    if (known + TUNED_HORIZONS < trial.from || known < 2) continue;
    for (let n = 0; n < items.length; n++)
      levels[n] = slowLevel(sums, n, trial.priors[n] ?? { shape: 1, mean: 1 });
    scoreWeek(trial, tuning, sums, levels, known, errors);
  }
  return bestWeights(errors, tuning);
}

function addAll({ panel, multiplier, items }: Trial, tuning: LevelTuning, sums: Sums, week: number): void {
  const weeks = panel.week_count;
  for (let n = 0; n < items.length; n++) {
    const item = items[n] ?? 0;
    const cell = item * weeks + week;
    const undo = multiplier.undo[(panel.category[item] ?? 0) * weeks + week] ?? 1;
    addWeek(sums, n, { units: panel.units[cell] ?? 0, m: multiplier.cell[cell] ?? 0, undo }, tuning);
  }
}

function scoreWeek(
  trial: Trial,
  tuning: LevelTuning,
  sums: Sums,
  levels: Float64Array,
  known: number,
  errors: TrialErrors,
): void {
  const { panel, multiplier, items } = trial;
  const weeks = panel.week_count;
  const categoryOf = (n: number) => panel.category[items[n] ?? 0] ?? 0;
  const ratios = recentRatios(sums, levels, categoryOf, panel.category_count);
  for (let n = 0; n < items.length; n++) {
    if ((sums.slowExposure[n] ?? 0) <= 0) continue;
    const base = levels[n] ?? 0;
    const common = base * (ratios[categoryOf(n)] ?? 1);
    const own = fastLevel(sums, n, common, tuning.fast_strength);
    const plain = plainLevel(sums, n, base);
    for (let h = 0; h < TUNED_HORIZONS && known + 1 + h < weeks; h++) {
      const week = known + 1 + h;
      const cell = (items[n] ?? 0) * weeks + week;
      const m = multiplier.cell[cell] ?? 0;
      if (m <= 0 || week < trial.from) continue;
      const undo = multiplier.undo[categoryOf(n) * weeks + week] ?? 1;
      addErrors(
        errors,
        h,
        panel.units[cell] ?? 0,
        m * base,
        m * (own - base),
        m * (common - base),
        m * (undo * plain - base),
      );
    }
  }
}

/** All ways to share one between three weights and what is left to the slow level, in quarters. */
function mixes(): readonly (readonly [number, number, number])[] {
  const found: [number, number, number][] = [];
  for (let a = 0; a <= STEPS; a++)
    for (let b = 0; a + b <= STEPS; b++)
      for (let c = 0; a + b + c <= STEPS; c++) found.push([a / STEPS, b / STEPS, c / STEPS]);
  return found;
}

function addErrors(
  errors: TrialErrors,
  h: number,
  actual: number,
  base: number,
  own: number,
  common: number,
  plain: number,
): void {
  errors.count[h] = (errors.count[h] ?? 0) + 1;
  for (let n = 0; n < MIXES.length; n++) {
    const mix = MIXES[n];
    if (mix === undefined) continue;
    const error = actual - base - mix[0] * own - mix[1] * common - mix[2] * plain;
    const at = h * MIXES.length + n;
    errors.absolute[at] = (errors.absolute[at] ?? 0) + Math.abs(error);
  }
}

/** Weights of each horizon: mixes averaged by how near the best they come, since few forecasts prove little. */
function bestWeights(errors: TrialErrors, trial: LevelTuning): { error: number; tuning: LevelTuning } {
  const tuning = {
    ...trial,
    item_weight: new Float64Array(TUNED_HORIZONS),
    category_weight: new Float64Array(TUNED_HORIZONS),
    plain_weight: new Float64Array(TUNED_HORIZONS),
  };
  let total = 0;
  for (let h = 0; h < TUNED_HORIZONS; h++) {
    const scores = errors.absolute.subarray(h * MIXES.length, (h + 1) * MIXES.length);
    const least = Math.min(...scores);
    total += least;
    const unsure = (0.1 * least) / Math.sqrt(Math.max(1, errors.count[h] ?? 0));
    let sum = 0;
    MIXES.forEach((mix, n) => {
      const weight = unsure > 0 ? Math.exp(-((scores[n] ?? 0) - least) / unsure) : 0;
      sum += weight;
      tuning.item_weight[h] = (tuning.item_weight[h] ?? 0) + weight * mix[0];
      tuning.category_weight[h] = (tuning.category_weight[h] ?? 0) + weight * mix[1];
      tuning.plain_weight[h] = (tuning.plain_weight[h] ?? 0) + weight * mix[2];
    });
    for (const weights of [tuning.item_weight, tuning.category_weight, tuning.plain_weight])
      weights[h] = sum > 0 ? (weights[h] ?? 0) / sum : 0;
  }
  return { error: total, tuning };
}

/**
 * Levels of all items at the end of the panel. The gamma shape counts information rather than units: with NB2
 * noise a week of mean μ is worth μ / (1 + μ/r). `end` tells the items withdrawn (before the last week).
 */
export function fitLevels(
  panel: WeeklyPanel,
  multiplier: Multiplier,
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
    plain: new Float64Array(items),
    category_recent: new Float64Array(panel.category_count),
  };
  const mean = new Float64Array(items);
  for (let item = 0; item < items; item++) {
    const prior = priorOf(item);
    // Of a withdrawn item only the silence still counts.
    const slow = (end[item] ?? weeks) < weeks ? tuning.fast_discount : tuning.slow_discount;
    const followed = { slow_discount: slow, fast_discount: tuning.fast_discount };
    let counted = 0;
    for (let week = 0; week < weeks; week++) {
      const m = multiplier.cell[item * weeks + week] ?? 0;
      const undo = multiplier.undo[(panel.category[item] ?? 0) * weeks + week] ?? 1;
      addWeek(sums, item, { units: panel.units[item * weeks + week] ?? 0, m, undo }, followed);
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
    levels.plain[item] = plainLevel(sums, item, level);
  });
  return levels;
}

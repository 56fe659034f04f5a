import {
  addWeek,
  fastLevel,
  type LevelPrior,
  type LevelTuning,
  type Multiplier,
  newSums,
  plainLevel,
  recentRatios,
  type Sums,
  slowLevel,
} from './level-sums.ts';
import type { WeeklyPanel } from './types.ts';

export const TUNED_HORIZONS = 4;
const SLOW = [0.85, 0.92, 0.97] as const;
const FAST = [0.4, 0.65] as const;
const STRENGTH = [2, 10, 50] as const;
/** Weights are tried in steps of a quarter. */
const STEPS = 4;
const MIXES = mixes();
/** Items on which the tuning looks, evenly drawn; and the last weeks of the history it predicts. */
const TUNING_ITEMS = 1500;
const TUNING_SPAN = 40;

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

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
import type { WeeklyPanel } from './types.ts';

export interface Levels {
  /** Gamma shape and rate of the slow level: mean = shape / rate. */
  shape: Float64Array;
  rate: Float64Array;
  /** Recent level of each item, its plain one, and recent ratio of sales to slow forecasts of each category. */
  recent: Float64Array;
  plain: Float64Array;
  category_recent: Float64Array;
}

/**
 * Levels of all items at the end of the panel. The gamma shape counts information rather than units: with NB2
 * noise a week of mean μ is worth μ / (1 + μ/r). `end` marks the items withdrawn (before the last week).
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

import { ageFeature, type Design, LONG_AGO, markdownFlag } from './design.ts';
import { AGE, FEATURES, FLAG, PRICE } from './normal.ts';
import type { ResponseFit } from './response-fit.ts';
import type { WeeklyPanel } from './types.ts';

/** Working residuals beyond this are outliers, not demand. */
const RESIDUAL_CAP = 12;

/** Working arrays of one item: expected units, weight and working residual by week. */
export class RowBuffer {
  readonly mean: Float64Array;
  readonly weight: Float64Array;
  readonly residual: Float64Array;
  /** Feature k of week t at `k * weeks + t`. */
  readonly feature: Float64Array;

  constructor(weeks: number) {
    this.mean = new Float64Array(weeks);
    this.weight = new Float64Array(weeks);
    this.residual = new Float64Array(weeks);
    this.feature = new Float64Array(FEATURES * weeks);
  }
}

/** Fills the row's means at the current parameters, with the item's level updated by two scoring steps. */
export function fillRow(
  panel: WeeklyPanel,
  design: Design,
  fit: ResponseFit,
  item: number,
  row: RowBuffer,
): void {
  const weeks = panel.week_count;
  const category = panel.category[item] ?? 0;
  const slope = fit.slope[category] ?? 0;
  const jump = fit.jump[category] ?? 0;
  const ageing = fit.ageing[category] ?? 0;
  const first = design.launch[item] ?? 0;
  const stays = first === LONG_AGO;
  const end = design.end[item] ?? weeks;
  const start = item * weeks;
  for (let week = 0; week < weeks; week++) {
    const exposure = week < end ? (design.exposure[start + week] ?? 0) : 0;
    if (exposure <= 0) {
      row.mean[week] = 0;
      continue;
    }
    const price = design.price[start + week] ?? 0;
    const flag = markdownFlag(panel.discount[start + week] ?? 0);
    const age = ageFeature(first, week);
    row.feature[PRICE * weeks + week] = price;
    row.feature[FLAG * weeks + week] = flag;
    row.feature[AGE * weeks + week] = age;
    const common = (fit.week[week] ?? 0) + (fit.category_week[category * weeks + week] ?? 0);
    const effect = stays ? common + (fit.stay_week[week] ?? 0) : common;
    row.mean[week] = exposure * Math.exp(effect + slope * price + jump * flag + ageing * age);
  }
  updateLevel(panel, fit, item, row);
}

function updateLevel(panel: WeeklyPanel, fit: ResponseFit, item: number, row: RowBuffer): void {
  const weeks = panel.week_count;
  const inverse = fit.inverse_dispersion[panel.category[item] ?? 0] ?? 0;
  const start = item * weeks;
  let level = fit.level[item] ?? 0;
  for (let step = 0; step < 3; step++) {
    const factor = Math.exp(level);
    let score = 0;
    let information = 0.05;
    for (let week = 0; week < weeks; week++) {
      const mean = factor * (row.mean[week] ?? 0);
      if (mean <= 0) continue;
      const weight = mean / (1 + mean * inverse);
      const residual = ((panel.units[start + week] ?? 0) - mean) / mean;
      score += weight * (residual > RESIDUAL_CAP ? RESIDUAL_CAP : residual);
      information += weight;
    }
    const change = score / information;
    level += change > 1 ? 1 : change < -1 ? -1 : change;
    if (Math.abs(change) < 0.01) break;
  }
  fit.level[item] = level;
  const factor = Math.exp(level);
  for (let week = 0; week < weeks; week++) {
    const mean = factor * (row.mean[week] ?? 0);
    row.mean[week] = mean;
    row.weight[week] = mean > 0 ? mean / (1 + mean * inverse) : 0;
    const residual = mean > 0 ? ((panel.units[start + week] ?? 0) - mean) / mean : 0;
    row.residual[week] = residual > RESIDUAL_CAP ? RESIDUAL_CAP : residual;
  }
}

/** Means of an item's residuals and features, by weight. */
export function rowMeans(row: RowBuffer, means: Float64Array): void {
  const weeks = row.weight.length;
  means.fill(0);
  let total = 0;
  for (let week = 0; week < weeks; week++) {
    const w = row.weight[week] ?? 0;
    if (w === 0) continue;
    total += w;
    means[FEATURES] = (means[FEATURES] ?? 0) + w * (row.residual[week] ?? 0);
    for (let k = 0; k < FEATURES; k++) means[k] = (means[k] ?? 0) + w * (row.feature[k * weeks + week] ?? 0);
  }
  if (total > 0) for (let k = 0; k <= FEATURES; k++) means[k] = (means[k] ?? 0) / total;
}

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
  /** Deviations from the item's means: feature k, then the working residual, as `feature`. */
  readonly whole: Float64Array;
  /** Deviations from the means of the weeks around. */
  readonly local: Float64Array;
  readonly total: Float64Array;

  constructor(weeks: number) {
    this.mean = new Float64Array(weeks);
    this.weight = new Float64Array(weeks);
    this.residual = new Float64Array(weeks);
    this.feature = new Float64Array(FEATURES * weeks);
    this.whole = new Float64Array((FEATURES + 1) * weeks);
    this.local = new Float64Array((FEATURES + 1) * weeks);
    this.total = new Float64Array(weeks);
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

/** A week counts this much for the mean around the next one. */
const NEARBY = 0.88;

/** Deviations of features and residuals from their means over the item's life. */
export function centreOnMeans(row: RowBuffer): void {
  const weeks = row.weight.length;
  for (let k = 0; k <= FEATURES; k++) {
    const values = columnOf(row, k);
    let sum = 0;
    let total = 0;
    for (let week = 0; week < weeks; week++) {
      const w = row.weight[week] ?? 0;
      if (w === 0) continue;
      sum += w * (values[week] ?? 0);
      total += w;
    }
    const mean = total > 0 ? sum / total : 0;
    for (let week = 0; week < weeks; week++) row.whole[k * weeks + week] = (values[week] ?? 0) - mean;
  }
}

/**
 * Deviations from the mean of the weeks around. Prices learnt on them owe little to a level that drifts: slow
 * sellers are cut, and what is cut is old.
 */
export function centreNearby(row: RowBuffer, kept = NEARBY): void {
  const weeks = row.weight.length;
  const { weight, total } = row;
  let before = 0;
  for (let week = 0; week < weeks; week++) {
    before = kept * before + (weight[week] ?? 0);
    total[week] = before;
  }
  let after = 0;
  for (let week = weeks - 1; week >= 0; week--) {
    total[week] = (total[week] ?? 0) + after;
    after = kept * (after + (weight[week] ?? 0));
  }
  for (let k = 0; k <= FEATURES; k++) centreColumn(row, k, kept);
}

function centreColumn(row: RowBuffer, k: number, kept: number): void {
  const weeks = row.weight.length;
  const { weight, total } = row;
  const values = columnOf(row, k);
  const local = row.local.subarray(k * weeks, (k + 1) * weeks);
  let sum = 0;
  for (let week = 0; week < weeks; week++) {
    const w = weight[week] ?? 0;
    sum = kept * sum + (w === 0 ? 0 : w * (values[week] ?? 0));
    local[week] = sum;
  }
  sum = 0;
  for (let week = weeks - 1; week >= 0; week--) {
    const w = weight[week] ?? 0;
    if (w === 0) {
      local[week] = 0;
      sum *= kept;
      continue;
    }
    const value = values[week] ?? 0;
    local[week] = value - ((local[week] ?? 0) + sum) / (total[week] ?? 1);
    sum = kept * (sum + w * value);
  }
}

function columnOf(row: RowBuffer, k: number): Float64Array {
  const weeks = row.weight.length;
  return k < FEATURES ? row.feature.subarray(k * weeks, (k + 1) * weeks) : row.residual;
}

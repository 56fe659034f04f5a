import { type Design, LONG_AGO, partDesign } from './design.ts';
import {
  AGE,
  FEATURES,
  FLAG,
  type Normal,
  newNormal,
  newWeekSums,
  PRICE,
  removeWeekShare,
  takeRow,
  updateSlopes,
  type WeekSums,
} from './normal.ts';
import { ownSlopes } from './own-slope.ts';
import { everyNth } from './part-panel.ts';
import type { ResponseFit } from './response-fit.ts';
import { centreNearby, centreOnMeans, fillRow, RowBuffer } from './response-row.ts';
import type { WeeklyPanel } from './types.ts';
import { twoLives, updateStaying, updateWeeks, weekRidge } from './week-effects.ts';

/** Panels of twice as many items start from what these show. */
const WARM_ITEMS = 8000;
const LAST_ROUNDS = 3;

export interface ResponseOptions {
  /** Prior of category slopes: mean and precision in units of weighted price variation. */
  prior_slope: number;
  rounds: number;
}

/**
 * Two-way quasi-likelihood: ln μ = level_i + week_t + category_week_{c,t} + slope_c · price + jump_c · flag
 * + ageing_c · age,
 * by NB2 scoring (weights μ/(1+μ/r)) with fixed effects swept item by item. Zeros count, slow sellers weigh
 * little, chain-wide sale periods go to the week effects and not to the price.
 */
export function fitResponse(panel: WeeklyPanel, design: Design, options: ResponseOptions): ResponseFit {
  const fit = startingFit(panel, design, options.prior_slope);
  const row = new RowBuffer(panel.week_count);
  const stride = Math.floor(panel.item_count / WARM_ITEMS);
  if (stride < 2) settle(panel, design, fit, row, options.rounds);
  else {
    Object.assign(fit, sharedBy(everyNth(panel, stride), partDesign(design, stride), options));
    settle(panel, design, fit, row, LAST_ROUNDS);
  }
  ownSlopes(panel, design, fit, row);
  // Prices settled, what is left of each category's weeks is its season and its events, however sharp.
  for (let round = 0; round < 3; round++) sweep(panel, design, fit, row, { slopes: false, smooth: false });
  return fit;
}

/** What items share, learnt on a part of them: the last rounds on all of them have little left to move. */
function sharedBy(part: WeeklyPanel, design: Design, options: ResponseOptions): Partial<ResponseFit> {
  const fit = startingFit(part, design, options.prior_slope);
  settle(part, design, fit, new RowBuffer(part.week_count), options.rounds - LAST_ROUNDS + 1);
  const { week, category_week, stay_week, slope, jump, ageing, inverse_dispersion } = fit;
  return { week, category_week, stay_week, slope, jump, ageing, inverse_dispersion };
}

/** Rounds of scoring that bring levels, weeks and common slopes to rest; the very first of a fit leaves slopes alone. */
export function settle(
  panel: WeeklyPanel,
  design: Design,
  fit: ResponseFit,
  row: RowBuffer,
  rounds: number,
): void {
  for (let round = 0; round < rounds; round++) {
    sweep(panel, design, fit, row, { slopes: round >= 1, smooth: true });
    if (round % 2 === 1) updateDispersion(panel, design, fit, row);
  }
}

/** Where scoring starts: levels at the prior slope, nothing else known. */
export function startingFit(panel: WeeklyPanel, design: Design, prior_slope: number): ResponseFit {
  const { item_count: items, week_count: weeks, category_count: categories } = panel;
  const level = new Float64Array(items);
  for (let item = 0; item < items; item++) {
    let units = 0.1;
    let exposure = 0.2;
    for (let cell = item * weeks; cell < item * weeks + (design.end[item] ?? weeks); cell++) {
      const a = design.exposure[cell] ?? 0;
      if (a <= 0) continue;
      units += panel.units[cell] ?? 0;
      exposure += a * Math.exp(prior_slope * (design.price[cell] ?? 0));
    }
    level[item] = Math.log(units / exposure);
  }
  return {
    level,
    week: new Float64Array(weeks),
    category_week: new Float64Array(categories * weeks),
    stay_week: new Float64Array(weeks),
    slope: new Float64Array(categories).fill(prior_slope),
    jump: new Float64Array(categories),
    ageing: new Float64Array(categories),
    inverse_dispersion: new Float64Array(categories).fill(0.3),
    own_slope: new Float64Array(items).fill(Number.NaN),
    own_variance: new Float64Array(items).fill(Number.POSITIVE_INFINITY),
    episodes: new Int32Array(items),
  };
}

/** One round: levels inside rows, then week effects and common slopes from the gathered sums. */
function sweep(
  panel: WeeklyPanel,
  design: Design,
  fit: ResponseFit,
  row: RowBuffer,
  step: { slopes: boolean; smooth: boolean },
): void {
  const { week_count: weeks, category_count: categories } = panel;
  const sums = newWeekSums(categories * weeks);
  const nearby = newWeekSums(categories * weeks);
  const staying = newWeekSums(weeks);
  const normal = newNormal(categories);
  const whole = newNormal(categories);
  for (let item = 0; item < panel.item_count; item++) {
    fillRow(panel, design, fit, item, row);
    const category = panel.category[item] ?? 0;
    centreOnMeans(row);
    gatherRow(row, row.whole, sums, category);
    if (design.launch[item] === LONG_AGO) gatherRow(row, row.whole, staying, 0);
    if (!step.slopes) continue;
    centreNearby(row);
    gatherRow(row, row.local, nearby, category);
    gatherNormal(row, row.local, normal, category);
    if (design.launch[item] !== LONG_AGO) gatherNormal(row, row.whole, whole, category);
  }
  if (step.slopes) {
    removeWeekShare(normal, nearby, weeks, categories, weekRidge(panel.item_count));
    removeWeekShare(whole, sums, weeks, categories, weekRidge(panel.item_count));
    takeRow(normal, whole, AGE);
    updateSlopes(fit, normal, categories);
  }
  if (twoLives(design)) updateStaying(fit, sums, staying, categories);
  updateWeeks(fit, panel, sums.score, sums.weight, step.smooth);
}

/** Adds an item, centred, to the sums of its category's weeks. */
function gatherRow(row: RowBuffer, centred: Float64Array, sums: WeekSums, category: number): void {
  const weeks = row.weight.length;
  for (let week = 0; week < weeks; week++) {
    const w = row.weight[week] ?? 0;
    if (w === 0) continue;
    const at = category * weeks + week;
    sums.weight[at] = (sums.weight[at] ?? 0) + w;
    sums.score[at] = (sums.score[at] ?? 0) + w * (centred[FEATURES * weeks + week] ?? 0);
    for (let k = 0; k < FEATURES; k++)
      sums.feature[at * FEATURES + k] =
        (sums.feature[at * FEATURES + k] ?? 0) + w * (centred[k * weeks + week] ?? 0);
  }
}

/** Adds an item, centred, to the normal equations of its category. */
function gatherNormal(row: RowBuffer, centred: Float64Array, normal: Normal, category: number): void {
  const weeks = row.weight.length;
  let [pp, pf, pa, ff, fa, aa, py, fy, ay] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let week = 0; week < weeks; week++) {
    const w = row.weight[week] ?? 0;
    if (w === 0) continue;
    const price = centred[PRICE * weeks + week] ?? 0;
    const flag = centred[FLAG * weeks + week] ?? 0;
    const age = centred[AGE * weeks + week] ?? 0;
    const residual = centred[FEATURES * weeks + week] ?? 0;
    pp += w * price * price;
    pf += w * price * flag;
    pa += w * price * age;
    ff += w * flag * flag;
    fa += w * flag * age;
    aa += w * age * age;
    py += w * price * residual;
    fy += w * flag * residual;
    ay += w * age * residual;
  }
  addTo(normal.gram, category * FEATURES * FEATURES, [pp, pf, pa, pf, ff, fa, pa, fa, aa]);
  addTo(normal.rhs, category * FEATURES, [py, fy, ay]);
}

function addTo(sums: Float64Array, at: number, values: readonly number[]): void {
  for (let n = 0; n < values.length; n++) sums[at + n] = (sums[at + n] ?? 0) + (values[n] ?? 0);
}

/** 1/r by moments, Σ[(y − μ)² − μ] / Σμ², per category, shrunk to the overall one and clamped to [0.02, 2]. */
function updateDispersion(panel: WeeklyPanel, design: Design, fit: ResponseFit, row: RowBuffer): void {
  const categories = panel.category_count;
  const excess = new Float64Array(categories);
  const square = new Float64Array(categories);
  for (let item = 0; item < panel.item_count; item++) {
    fillRow(panel, design, fit, item, row);
    const c = panel.category[item] ?? 0;
    for (let week = 0; week < panel.week_count; week++) {
      const mean = row.mean[week] ?? 0;
      if (mean <= 0) continue;
      // Weighted so that a few best sellers do not decide alone.
      const weight = 1 / (1 + mean) ** 2;
      const deviation = (panel.units[item * panel.week_count + week] ?? 0) - mean;
      excess[c] = (excess[c] ?? 0) + weight * (deviation * deviation - mean);
      square[c] = (square[c] ?? 0) + weight * mean * mean;
    }
  }
  const overall = excess.reduce((s, v) => s + v, 0) / (square.reduce((s, v) => s + v, 0) + 1e-9);
  for (let c = 0; c < categories; c++)
    fit.inverse_dispersion[c] = Math.min(
      2,
      Math.max(0.02, ((excess[c] ?? 0) + 5 * overall) / ((square[c] ?? 0) + 5)),
    );
}

import type { Design } from './design.ts';
import { ageFeature, LONG_AGO, markdownFlag } from './design.ts';
import {
  AGE,
  FEATURES,
  FLAG,
  type Normal,
  newNormal,
  newWeekSums,
  PRICE,
  removeWeekShare,
  updateSlopes,
  type WeekSums,
} from './normal.ts';
import type { WeeklyPanel } from './types.ts';

/** Effects common to a category and the residuals they leave: the first stage of the demand model. */
export interface ResponseFit {
  /** Log level of each item at full price in an average week. */
  level: Float64Array;
  /** Week effects: all items, and each category's deviation at `c * T + t`. */
  week: Float64Array;
  category_week: Float64Array;
  /** Smooth deviation of items that stay from those of the collections, by week. */
  stay_week: Float64Array;
  /** Slope of the price feature (positive) and markdown jump, per category. */
  slope: Float64Array;
  jump: Float64Array;
  /** Change of log demand per unit of the age feature (≤ 0), per category. */
  ageing: Float64Array;
  /** NB2 dispersion 1/r per category. */
  inverse_dispersion: Float64Array;
  /** Own slope of each item (positive) and its variance before pooling. */
  own_slope: Float64Array;
  own_variance: Float64Array;
  episodes: Int32Array;
}

export interface ResponseOptions {
  /** Prior of category slopes: mean and precision in units of weighted price variation. */
  prior_slope: number;
  rounds: number;
}

/** Ridge weights: how much evidence a week effect or a common slope needs to leave its prior. */
const WEEK_RIDGE = 6;
const CATEGORY_WEEK_RIDGE = 60;
const STAY_RIDGE = 30;
/** Weeks on either side that a category's smooth effect looks at. */
const SMOOTH_REACH = 6;
/** Price features that differ by less are one price episode. */
const SAME_PRICE = 0.02;
/** Working residuals beyond this are outliers, not demand. */
const RESIDUAL_CAP = 12;

/**
 * Two-way quasi-likelihood: ln μ = level_i + week_t + category_week_{c,t} + slope_c · price + jump_c · flag
 * + ageing_c · age,
 * by NB2 scoring (weights μ/(1+μ/r)) with fixed effects swept item by item. Zeros count, slow sellers weigh
 * little, chain-wide sale periods go to the week effects and not to the price.
 */
export function fitResponse(panel: WeeklyPanel, design: Design, options: ResponseOptions): ResponseFit {
  const fit = startingFit(panel, design, options);
  const row = new RowBuffer(panel.week_count);
  for (let round = 0; round < options.rounds; round++) {
    sweep(panel, design, fit, row, { slopes: round >= 1, smooth: true });
    if (round % 2 === 1) updateDispersion(panel, design, fit, row);
  }
  ownSlopes(panel, design, fit, row);
  // Prices settled, what is left of each category's weeks is its season and its events, however sharp.
  for (let round = 0; round < 3; round++) sweep(panel, design, fit, row, { slopes: false, smooth: false });
  return fit;
}

function startingFit(panel: WeeklyPanel, design: Design, options: ResponseOptions): ResponseFit {
  const { item_count: items, week_count: weeks, category_count: categories } = panel;
  const level = new Float64Array(items);
  for (let item = 0; item < items; item++) {
    let units = 0.1;
    let exposure = 0.2;
    for (let cell = item * weeks; cell < item * weeks + (design.end[item] ?? weeks); cell++) {
      const a = design.exposure[cell] ?? 0;
      if (a <= 0) continue;
      units += panel.units[cell] ?? 0;
      exposure += a * Math.exp(options.prior_slope * (design.price[cell] ?? 0));
    }
    level[item] = Math.log(units / exposure);
  }
  return {
    level,
    week: new Float64Array(weeks),
    category_week: new Float64Array(categories * weeks),
    stay_week: new Float64Array(weeks),
    slope: new Float64Array(categories).fill(options.prior_slope),
    jump: new Float64Array(categories),
    ageing: new Float64Array(categories),
    inverse_dispersion: new Float64Array(categories).fill(0.3),
    own_slope: new Float64Array(items).fill(Number.NaN),
    own_variance: new Float64Array(items).fill(Number.POSITIVE_INFINITY),
    episodes: new Int32Array(items),
  };
}

/** Working arrays of one item: expected units, weight and working residual by week. */
class RowBuffer {
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
function fillRow(panel: WeeklyPanel, design: Design, fit: ResponseFit, item: number, row: RowBuffer): void {
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
  const means = new Float64Array(FEATURES + 1);
  const staying = newWeekSums(weeks);
  const normal = newNormal(categories);
  for (let item = 0; item < panel.item_count; item++) {
    fillRow(panel, design, fit, item, row);
    const category = panel.category[item] ?? 0;
    rowMeans(row, means);
    gatherRow(row, means, sums, category);
    if (design.launch[item] === LONG_AGO) gatherRow(row, means, staying, 0);
    if (step.slopes) gatherNormal(row, means, normal, category);
  }
  if (step.slopes) {
    removeWeekShare(normal, sums, weeks, categories, WEEK_RIDGE);
    updateSlopes(fit, normal, categories);
  }
  if (twoLives(design)) updateStaying(fit, sums, staying, categories);
  updateWeeks(fit, weeks, categories, sums.score, sums.weight, step.smooth);
}

/** Means of an item's residuals and features, by weight. */
function rowMeans(row: RowBuffer, means: Float64Array): void {
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

/** Adds an item, centred, to the sums of its category's weeks. */
function gatherRow(row: RowBuffer, means: Float64Array, sums: WeekSums, category: number): void {
  const weeks = row.weight.length;
  for (let week = 0; week < weeks; week++) {
    const w = row.weight[week] ?? 0;
    if (w === 0) continue;
    const at = category * weeks + week;
    sums.weight[at] = (sums.weight[at] ?? 0) + w;
    sums.score[at] = (sums.score[at] ?? 0) + w * ((row.residual[week] ?? 0) - (means[FEATURES] ?? 0));
    for (let k = 0; k < FEATURES; k++) {
      const value = (row.feature[k * weeks + week] ?? 0) - (means[k] ?? 0);
      sums.feature[at * FEATURES + k] = (sums.feature[at * FEATURES + k] ?? 0) + w * value;
    }
  }
}

/** Adds an item, centred, to the normal equations of its category. */
function gatherNormal(row: RowBuffer, means: Float64Array, normal: Normal, category: number): void {
  const weeks = row.weight.length;
  for (let k = 0; k < FEATURES; k++) {
    let rhs = 0;
    for (let n = k; n < FEATURES; n++) {
      let product = 0;
      for (let week = 0; week < weeks; week++) {
        const w = row.weight[week] ?? 0;
        if (w === 0) continue;
        const value = w * ((row.feature[k * weeks + week] ?? 0) - (means[k] ?? 0));
        product += value * ((row.feature[n * weeks + week] ?? 0) - (means[n] ?? 0));
        if (n === k) rhs += value * ((row.residual[week] ?? 0) - (means[FEATURES] ?? 0));
      }
      const at = (category * FEATURES + k) * FEATURES + n;
      normal.gram[at] = (normal.gram[at] ?? 0) + product;
      const twin = (category * FEATURES + n) * FEATURES + k;
      if (n !== k) normal.gram[twin] = (normal.gram[twin] ?? 0) + product;
    }
    normal.rhs[category * FEATURES + k] = (normal.rhs[category * FEATURES + k] ?? 0) + rhs;
  }
}

/**
 * Week effects by shrunken scoring: all items together first, then what each category adds. While prices are
 * being learnt the category's part is smooth (a triangle of ±6 weeks): it follows its season, but a promotion
 * of the whole category stays a price effect.
 */
function updateWeeks(
  fit: ResponseFit,
  weeks: number,
  categories: number,
  score: Float64Array,
  weight: Float64Array,
  smooth: boolean,
): void {
  for (let week = 0; week < weeks; week++) {
    let sumScore = 0;
    let sumWeight = 0;
    for (let c = 0; c < categories; c++) {
      sumScore += score[c * weeks + week] ?? 0;
      sumWeight += weight[c * weeks + week] ?? 0;
    }
    const current = fit.week[week] ?? 0;
    const change = clampStep((sumScore - WEEK_RIDGE * current) / (sumWeight + WEEK_RIDGE));
    fit.week[week] = current + change;
    for (let c = 0; c < categories; c++) {
      const at = c * weeks + week;
      score[at] = (score[at] ?? 0) - (weight[at] ?? 0) * change;
    }
  }
  if (categories < 2) return;
  // On a short history a smooth would say that the category never moved.
  const reach = smooth ? Math.min(SMOOTH_REACH, Math.floor(weeks / 8)) : 0;
  for (let c = 0; c < categories; c++) {
    const before = fit.category_week.slice(c * weeks, (c + 1) * weeks);
    for (let week = 0; week < weeks; week++) {
      let sumScore = 0;
      let sumWeight = 0;
      for (let n = Math.max(0, week - reach); n <= Math.min(weeks - 1, week + reach); n++) {
        const kernel = 1 - Math.abs(n - week) / (reach + 1);
        // Scores are taken around each neighbour's own effect, so that the smooth tends to a fixed point.
        sumScore += kernel * ((score[c * weeks + n] ?? 0) + (weight[c * weeks + n] ?? 0) * (before[n] ?? 0));
        sumWeight += kernel * (weight[c * weeks + n] ?? 0);
      }
      const target = sumScore / (sumWeight + CATEGORY_WEEK_RIDGE);
      fit.category_week[c * weeks + week] = (before[week] ?? 0) + clampStep(target - (before[week] ?? 0));
    }
  }
}

/** Items that stay have no season of collections and do not fade: read with the others they pass for a price effect. */
function updateStaying(fit: ResponseFit, sums: WeekSums, staying: WeekSums, categories: number): void {
  const weeks = staying.weight.length;
  const before = fit.stay_week.slice();
  const reach = Math.min(SMOOTH_REACH, Math.floor(weeks / 8));
  const targets = new Float64Array(weeks);
  for (let week = 0; week < weeks; week++) {
    let score = 0;
    let weight = 0;
    for (let n = Math.max(0, week - reach); n <= Math.min(weeks - 1, week + reach); n++) {
      const kernel = 1 - Math.abs(n - week) / (reach + 1);
      let [allScore, allWeight] = [0, WEEK_RIDGE];
      for (let c = 0; c < categories; c++) {
        allScore += sums.score[c * weeks + n] ?? 0;
        allWeight += sums.weight[c * weeks + n] ?? 0;
      }
      const own = staying.weight[n] ?? 0;
      // What is common to all items goes to the weeks, not to those that stay.
      const free = own * (1 - own / allWeight);
      score += kernel * ((staying.score[n] ?? 0) - (own * allScore) / allWeight + free * (before[n] ?? 0));
      weight += kernel * free;
    }
    targets[week] = score / (weight + STAY_RIDGE);
  }
  targets.forEach((target, week) => {
    const change = clampStep(target - (before[week] ?? 0));
    fit.stay_week[week] = (before[week] ?? 0) + change;
  });
}

/** Whether both items of collections and items that stay are there in numbers. */
function twoLives(design: Design): boolean {
  let stay = 0;
  for (const launch of design.launch) if (launch === LONG_AGO) stay++;
  const share = stay / Math.max(1, design.launch.length);
  return design.week_count >= 52 && share > 0.02 && share < 0.9;
}

function clampStep(change: number): number {
  return change > 0.7 ? 0.7 : change < -0.7 ? -0.7 : change;
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

/**
 * One scoring step from the category's slope gives each item's own slope. Its variance is the quasi-likelihood
 * one times the design effect of weeks that repeat a price episode, measured by category: the variance of
 * episode sums of scores over that of independent weeks (a pooled cluster-robust correction).
 */
function ownSlopes(panel: WeeklyPanel, design: Design, fit: ResponseFit, row: RowBuffer): void {
  const clustered = new Float64Array(panel.category_count);
  const independent = new Float64Array(panel.category_count);
  for (let item = 0; item < panel.item_count; item++) {
    fillRow(panel, design, fit, item, row);
    const category = panel.category[item] ?? 0;
    const own = ownSlope(panel, design, item, row);
    fit.episodes[item] = own.episodes;
    if (own.episodes < 2 || own.information < 1e-4) continue;
    fit.own_slope[item] = (fit.slope[category] ?? 0) + own.step;
    fit.own_variance[item] = own.noise / own.information;
    if (own.episodes < 4) continue;
    const spare = own.episodes / (own.episodes - 2);
    clustered[category] = (clustered[category] ?? 0) + (spare * own.episode_squares) / own.information;
    independent[category] = (independent[category] ?? 0) + own.noise;
  }
  const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
  const overall = (total(clustered) + 1.5 * 5) / (total(independent) + 5);
  for (let item = 0; item < panel.item_count; item++) {
    const c = panel.category[item] ?? 0;
    const effect = ((clustered[c] ?? 0) + 10 * overall) / ((independent[c] ?? 0) + 10);
    fit.own_variance[item] = (fit.own_variance[item] ?? 0) * Math.min(6, Math.max(1, effect));
  }
}

interface OwnSlope {
  step: number;
  information: number;
  /** Pearson dispersion of the item's weeks, leaning on 1. */
  noise: number;
  /** Σ over episodes of (Σ of scores)². */
  episode_squares: number;
  episodes: number;
}

function ownSlope(panel: WeeklyPanel, design: Design, item: number, row: RowBuffer): OwnSlope {
  const weeks = panel.week_count;
  const start = item * weeks;
  const means = new Float64Array(FEATURES + 1);
  rowMeans(row, means);
  const meanPrice = means[PRICE] ?? 0;
  let information = 0;
  let score = 0;
  for (let week = 0; week < weeks; week++) {
    const w = row.weight[week] ?? 0;
    const x = (design.price[start + week] ?? 0) - meanPrice;
    information += w * x * x;
    score += w * x * (row.residual[week] ?? 0);
  }
  const step = information > 0 ? score / information : 0;
  let pearson = 0;
  let cells = 0;
  let squares = 0;
  let episodeSum = 0;
  let episodes = 0;
  let last = Number.NaN;
  for (let week = 0; week < weeks; week++) {
    const w = row.weight[week] ?? 0;
    if (w === 0) continue;
    const price = design.price[start + week] ?? 0;
    const x = price - meanPrice;
    const residual = (row.residual[week] ?? 0) - (means[FEATURES] ?? 0) - step * x;
    if (!(Math.abs(price - last) <= SAME_PRICE)) {
      squares += episodeSum * episodeSum;
      episodeSum = 0;
      episodes++;
      last = price;
    }
    episodeSum += w * x * residual;
    pearson += w * residual * residual;
    cells++;
  }
  return {
    step,
    information,
    noise: (pearson + 10) / (cells + 8),
    episode_squares: squares + episodeSum * episodeSum,
    episodes,
  };
}

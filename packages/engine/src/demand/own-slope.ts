import type { Design } from './design.ts';
import { FEATURES, PRICE } from './normal.ts';
import type { ResponseFit } from './response-fit.ts';
import { centreNearby, fillRow, type RowBuffer } from './response-row.ts';
import type { WeeklyPanel } from './types.ts';

const OWN_NEARBY = 0.95;
/** Least inflation of variances: neighbouring weeks resemble each other. */
const AUTOCORRELATION = 1;
/** Price features that differ by less are one price episode. */
const SAME_PRICE = 0.02;

/**
 * One scoring step from the category's slope gives each item's own slope. Its variance is the quasi-likelihood
 * one times the design effect of weeks that repeat a price episode, measured by category: the variance of
 * episode sums of scores over that of independent weeks (a pooled cluster-robust correction).
 */
export function ownSlopes(panel: WeeklyPanel, design: Design, fit: ResponseFit, row: RowBuffer): void {
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
    fit.own_variance[item] = (fit.own_variance[item] ?? 0) * Math.min(6, Math.max(AUTOCORRELATION, effect));
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
  centreNearby(row, OWN_NEARBY);
  const prices = row.local.subarray(PRICE * weeks, (PRICE + 1) * weeks);
  const residuals = row.local.subarray(FEATURES * weeks);
  let information = 0;
  let score = 0;
  for (let week = 0; week < weeks; week++) {
    const w = row.weight[week] ?? 0;
    if (w === 0) continue;
    const x = prices[week] ?? 0;
    information += w * x * x;
    score += w * x * (residuals[week] ?? 0);
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
    const x = prices[week] ?? 0;
    const residual = (residuals[week] ?? 0) - step * x;
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

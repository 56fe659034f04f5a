/** A window that has passed, for the items that could sell in it; arrays are valid up to `count`. */
export interface Window {
  count: number;
  item: Int32Array;
  category: Int32Array;
  units: Float64Array;
  /** Units expected at what was believed before the window; positive. */
  expected: Float64Array;
  /** Price feature of the discount in force. */
  feature: Float64Array;
  /** Variances of the log level and of the elasticity before the window; NB2 noise of the window. */
  level_variance: Float64Array;
  price_variance: Float64Array;
  noise: Float64Array;
  /** Level believed before, as at launch. */
  level: Float64Array;
}

/** An empty window for at most `size` items. */
export function newWindow(size: number): Window {
  return {
    count: 0,
    item: new Int32Array(size),
    category: new Int32Array(size),
    units: new Float64Array(size),
    expected: new Float64Array(size),
    feature: new Float64Array(size),
    level_variance: new Float64Array(size),
    price_variance: new Float64Array(size),
    noise: new Float64Array(size),
    level: new Float64Array(size),
  };
}

/** What items share of a window's surprise, in logs: all of them, per unit of price feature, each category. */
export interface Surprise {
  level: number;
  slope: number;
  category: Float64Array;
}

/** Prior variances of the shared surprise: a warm or a rainy week, a chain's mean elasticity, a category's fashion. */
const LEVEL_PRIOR = 0.25;
const SLOPE_PRIOR = 0.02;
const CATEGORY_PRIOR = 0.02;
const ROUNDS = 8;
/** What marked-down items usually differ by from their forecasts (variance of logs), and the items it is worth. */
export const USUAL_FRAILTY = 0.1;
const USUAL_ITEMS = 50;
const LARGEST_FRAILTY = 1;

/**
 * Ratio of units sold to expected shared by all items (level, and slope in the price feature), by ridge scoring
 * with weights 1/Var; then what is left by category, shrunk to nought.
 */
export function learnSurprise(window: Window, categories: number): Surprise {
  const surprise: Surprise = { level: 0, slope: 0, category: new Float64Array(categories) };
  for (let round = 0; round < ROUNDS; round++) scoreShared(window, surprise);
  const score = new Float64Array(categories);
  const weight = new Float64Array(categories).fill(1 / CATEGORY_PRIOR);
  for (let n = 0; n < window.count; n++) {
    const c = window.category[n] ?? 0;
    const [residual, w] = residualOf(window, surprise, n);
    score[c] = (score[c] ?? 0) + w * residual;
    weight[c] = (weight[c] ?? 0) + w;
  }
  surprise.category = score.map((sum, c) => sum / (weight[c] ?? 1));
  return surprise;
}

/** Log of what an item was to sell above its forecast, as all others did. */
export function surpriseOf(window: Window, surprise: Surprise, n: number): number {
  const category = surprise.category[window.category[n] ?? 0] ?? 0;
  return surprise.level + surprise.slope * (window.feature[n] ?? 0) + category;
}

/**
 * Variance of logs by which marked-down items differ from their forecasts beyond the doubts on level and
 * elasticity: Σ[(y − μ)² − μ − noise·μ² − doubt·μ²] / Σμ², weighted so that best sellers do not decide alone.
 */
export function markdownFrailty(window: Window, surprise: Surprise, usual: number): number {
  let excess = 0;
  let square = 0;
  for (let n = 0; n < window.count; n++) {
    const mean = (window.expected[n] ?? 0) * Math.exp(surpriseOf(window, surprise, n));
    const weight = 1 / (1 + mean) ** 2;
    const known = (window.noise[n] ?? 0) + doubt(window, n);
    excess += weight * (((window.units[n] ?? 0) - mean) ** 2 - mean - known * mean * mean);
    square += weight * mean * mean;
  }
  const own = square > 0 ? Math.min(LARGEST_FRAILTY, Math.max(0.001, excess / square)) : usual;
  return (own * window.count + usual * USUAL_ITEMS) / (window.count + USUAL_ITEMS);
}

/** Variance of an item's log forecast. */
function doubt(window: Window, n: number): number {
  return (window.level_variance[n] ?? 0) + (window.feature[n] ?? 0) ** 2 * (window.price_variance[n] ?? 0);
}

/** Relative residual of an item and its precision. */
function residualOf(window: Window, surprise: Surprise, n: number): [residual: number, weight: number] {
  const mean = (window.expected[n] ?? 0) * Math.exp(surpriseOf(window, surprise, n));
  const weight = mean / (1 + mean * ((window.noise[n] ?? 0) + doubt(window, n)));
  return [((window.units[n] ?? 0) - mean) / mean, weight];
}

/** One scoring step of the shared level and slope. */
function scoreShared(window: Window, surprise: Surprise): void {
  let score = -surprise.level / LEVEL_PRIOR;
  let priceScore = -surprise.slope / SLOPE_PRIOR;
  let gram = 1 / LEVEL_PRIOR;
  let cross = 0;
  let priceGram = 1 / SLOPE_PRIOR;
  for (let n = 0; n < window.count; n++) {
    const [residual, weight] = residualOf(window, surprise, n);
    const feature = window.feature[n] ?? 0;
    score += weight * residual;
    priceScore += weight * residual * feature;
    gram += weight;
    cross += weight * feature;
    priceGram += weight * feature * feature;
  }
  const determinant = gram * priceGram - cross * cross;
  surprise.level += step((score * priceGram - priceScore * cross) / determinant);
  surprise.slope += step((priceScore * gram - score * cross) / determinant);
}

function step(move: number): number {
  return Math.max(-1, Math.min(1, move));
}

/** Own slopes of items with their variances; NaN or infinite variance where the item says nothing. */
export interface OwnSlopes {
  slope: Float64Array;
  variance: Float64Array;
  category: Int32Array;
  category_count: number;
}

export interface PooledSlopes {
  slope: Float64Array;
  variance: Float64Array;
  /** Weight of the item's own data, 0..1. */
  own_weight: Float64Array;
  category_mean: Float64Array;
  /** Between-item sd within each category (τ_c). */
  category_sd: Float64Array;
  /** Sampling variance of the category mean. */
  category_variance: Float64Array;
}

export interface PoolingPrior {
  mean: number;
  sd: number;
  /** Variance of the spread (τ²) from one category to another; Infinity: each category by itself. */
  spread_variance: number;
  /** How many times as much items of a category, and categories, are taken to differ (τ²) as their slopes say. */
  spread_factor: number;
}

/** Floor of the between-item variance. */
const TAU_SQUARED_FLOOR = 0.05;
/** Between-category variance used to shrink category means to the overall mean. */
const BETWEEN_CATEGORIES = 0.25;
/** Items of one category do not differ by more; beyond, it is noise that the variances understate. */
const TAU_SQUARED_CEILING = 1;
/** Variance of the spread (τ²) from one category to another, as a rule. */
export const SPREAD_VARIANCE = 0.01;
/** Own slopes beyond these are noise whatever their variance says. */
const SLOPE_RANGE = [-9, 3] as const;
/** Believable elasticities. */
const STEEPEST = -6;
const FLATTEST = -0.3;

interface CategoryStatistic {
  mean: number;
  variance: number;
  tau_squared: number;
  /** Sampling variance of τ². */
  tau_squared_variance: number;
  items: number;
}

/**
 * Partial pooling of own-price elasticities: own slope and category mean weighted by their precisions, the
 * category mean itself shrunk to the mean of all. Between-item variance by DerSimonian and Laird (1986).
 * Items without data get the category's; categories without data the overall mean; nothing at all the prior.
 */
export function poolSlopes(own: OwnSlopes, prior: PoolingPrior): PooledSlopes {
  const items = itemsByCategory(own);
  const statistics = items.map((members) => categoryStatistic(own, members));
  const overall = overallMean(statistics, prior);
  const count = own.slope.length;
  const pooled: PooledSlopes = {
    slope: new Float64Array(count),
    variance: new Float64Array(count),
    own_weight: new Float64Array(count),
    category_mean: new Float64Array(own.category_count),
    category_sd: new Float64Array(own.category_count),
    category_variance: new Float64Array(own.category_count),
  };
  const spread = typicalSpread(statistics, prior);
  const between = BETWEEN_CATEGORIES * prior.spread_factor;
  for (let c = 0; c < own.category_count; c++) {
    const statistic = statistics[c];
    const weight =
      statistic === undefined || statistic.items === 0 ? 0 : between / (between + statistic.variance);
    const variance = statistic?.variance ?? Number.POSITIVE_INFINITY;
    pooled.category_variance[c] = 1 / (1 / variance + 1 / between);
    pooled.category_mean[c] = clip(weight * (statistic?.mean ?? 0) + (1 - weight) * overall);
    const tauSquared = Math.max(TAU_SQUARED_FLOOR, shrunkSpread(statistic, spread, prior.spread_variance));
    pooled.category_sd[c] = Math.sqrt(prior.spread_factor * tauSquared);
  }
  for (let i = 0; i < count; i++) poolItem(own, pooled, i);
  return pooled;
}

function poolItem(own: OwnSlopes, pooled: PooledSlopes, i: number): void {
  const c = own.category[i] ?? 0;
  const mean = pooled.category_mean[c] ?? 0;
  const tauSquared = (pooled.category_sd[c] ?? 1) ** 2;
  const variance = own.variance[i] ?? Number.POSITIVE_INFINITY;
  const known = Number.isFinite(variance) && variance > 0 && Number.isFinite(own.slope[i] ?? Number.NaN);
  const precision = known ? 1 / variance : 0;
  const total = precision + 1 / tauSquared;
  pooled.slope[i] = clip(
    ((known ? believable(own.slope[i] ?? 0) * precision : 0) + mean / tauSquared) / total,
  );
  // What the category's mean is not sure of goes to those who borrow it.
  const borrowed = 1 - precision / total;
  pooled.variance[i] = 1 / total + borrowed * borrowed * (pooled.category_variance[c] ?? 0);
  pooled.own_weight[i] = precision / total;
}

function itemsByCategory(own: OwnSlopes): number[][] {
  const items: number[][] = Array.from({ length: own.category_count }, () => []);
  own.slope.forEach((slope, i) => {
    const variance = own.variance[i] ?? Number.POSITIVE_INFINITY;
    if (Number.isFinite(slope) && Number.isFinite(variance) && variance > 0)
      items[own.category[i] ?? 0]?.push(i);
  });
  return items;
}

function categoryStatistic(own: OwnSlopes, members: readonly number[]): CategoryStatistic {
  let sumWeight = 0;
  let sumSquares = 0;
  let fixedMean = 0;
  const slopeOf = (i: number) => believable(own.slope[i] ?? 0);
  for (const i of members) {
    const weight = 1 / (own.variance[i] ?? 1);
    sumWeight += weight;
    sumSquares += weight * weight;
    fixedMean += weight * slopeOf(i);
  }
  if (sumWeight === 0)
    return {
      mean: 0,
      variance: Number.POSITIVE_INFINITY,
      tau_squared: 0,
      tau_squared_variance: Number.POSITIVE_INFINITY,
      items: 0,
    };
  fixedMean /= sumWeight;
  let q = 0;
  for (const i of members) q += (slopeOf(i) - fixedMean) ** 2 / (own.variance[i] ?? 1);
  const spare = sumWeight - sumSquares / sumWeight;
  const tauSquared = Math.min(
    TAU_SQUARED_CEILING,
    Math.max(0, spare > 0 ? (q - (members.length - 1)) / spare : 0),
  );
  const spreadNoise =
    spare > 0
      ? (2 * (members.length - 1)) / spare ** 2 + (2 * tauSquared ** 2) / members.length
      : Number.POSITIVE_INFINITY;
  let randomWeight = 0;
  let randomMean = 0;
  for (const i of members) {
    const weight = 1 / ((own.variance[i] ?? 1) + tauSquared);
    randomWeight += weight;
    randomMean += weight * slopeOf(i);
  }
  return {
    mean: randomMean / randomWeight,
    variance: 1 / randomWeight,
    tau_squared: tauSquared,
    tau_squared_variance: spreadNoise,
    items: members.length,
  };
}

function overallMean(statistics: readonly CategoryStatistic[], prior: PoolingPrior): number {
  // The published prior counts as one more category.
  const between = BETWEEN_CATEGORIES * prior.spread_factor;
  let weight = 1 / prior.sd ** 2;
  let sum = weight * prior.mean;
  for (const statistic of statistics) {
    if (statistic.items === 0) continue;
    const precision = 1 / (statistic.variance + between);
    weight += precision;
    sum += precision * statistic.mean;
  }
  return sum / weight;
}

/** Spread of all categories together: what items differ by beyond categories, unless the data know better. */
function typicalSpread(statistics: readonly CategoryStatistic[], prior: PoolingPrior): number {
  const expected = Math.max(TAU_SQUARED_FLOOR, prior.sd ** 2 - BETWEEN_CATEGORIES);
  if (prior.spread_variance === Number.POSITIVE_INFINITY) return expected;
  let precision = 1 / prior.spread_variance;
  let sum = precision * expected;
  for (const statistic of statistics) {
    const weight = 1 / (statistic.tau_squared_variance + prior.spread_variance);
    precision += weight;
    sum += weight * statistic.tau_squared;
  }
  return sum / precision;
}

/** A category's spread leans on the typical one when its own slopes are too noisy to estimate it. */
function shrunkSpread(
  statistic: CategoryStatistic | undefined,
  typical: number,
  spreadVariance: number,
): number {
  if (statistic === undefined || statistic.items === 0) return typical;
  if (spreadVariance === Number.POSITIVE_INFINITY) return statistic.tau_squared;
  const known = spreadVariance / (spreadVariance + statistic.tau_squared_variance);
  return known * statistic.tau_squared + (1 - known) * typical;
}

function believable(slope: number): number {
  return Math.min(SLOPE_RANGE[1], Math.max(SLOPE_RANGE[0], slope));
}

function clip(slope: number): number {
  return slope < STEEPEST ? STEEPEST : slope > FLATTEST ? FLATTEST : slope;
}

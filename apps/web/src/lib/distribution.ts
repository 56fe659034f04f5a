import type { Project } from '@palier/contract';
import { type DiscountBucket, type DistributionBasis, sharePct } from '@palier/domain';

export interface DistributionLine {
  /** Points; 0 = no discount. */
  discount: number;
  discount_count: number;
  /** Shares in points of the products and of the stock. */
  countShare: number;
  /** null without any stock: nothing to share. */
  stockShare: number | null;
  target: number | null;
  simulated: number;
}

/** Shares by discount, as sent in an objective: text keys, points. */
export type Shares = Readonly<Record<string, number>>;

/** What an objective's shares are of. */
export const basisOf = (objective: Project['objective'] | undefined): DistributionBasis =>
  objective?.discount_pct_distribution_params?.basis ?? 'discount_count';

/** The shares of the products that are wanted; null where the objective is of the stock, which counts of products are not set beside. */
export function objectiveOfProducts(
  objective: Project['objective'] | undefined,
): Readonly<Record<string, number>> | null {
  if (basisOf(objective) === 'sum_stock_qty') return null;
  return objective?.discount_pct_distribution ?? null;
}

/** Lines without a discount and lines at 0 are both « Pas de démarque ». */
export function bucketOf(
  buckets: readonly DiscountBucket[],
  discount: number,
): { count: number; stock: number } {
  let count = 0;
  let stock = 0;
  for (const bucket of buckets) {
    if ((bucket.discount_pct ?? 0) !== discount) continue;
    count += bucket.discount_count;
    stock += bucket.sum_stock_qty;
  }
  return { count, stock };
}

/** Discounts to show: those allowed, and any other that lines have. */
export function shownDiscounts(
  levels: readonly number[],
  range: readonly number[],
  buckets: readonly DiscountBucket[],
): number[] {
  const present = buckets
    .filter((bucket) => bucket.discount_count > 0)
    .map((bucket) => bucket.discount_pct ?? 0);
  const allowed = levels.filter((level) => level === 0 || range.includes(level));
  return [...new Set([...allowed, ...present])].sort((a, b) => a - b);
}

/** Present shares of the basis, rounded to whole points that add up to 100, to start a simulation from. */
export function sharesOf(
  buckets: readonly DiscountBucket[],
  discounts: readonly number[],
  basis: DistributionBasis,
): Shares {
  const shares = roundTo(
    100,
    discounts.map((discount) => bucketOf(buckets, discount)[basis === 'sum_stock_qty' ? 'stock' : 'count']),
  );
  return Object.fromEntries(discounts.map((discount, index) => [String(discount), shares[index] ?? 0]));
}

/**
 * Moves one share to `value` and the others in proportion, so that all still add up to 100.
 * When the others are all at zero they share the rest equally.
 */
export function moveShare(
  shares: Shares,
  discounts: readonly number[],
  moved: number,
  value: number,
): Shares {
  const target = Math.max(0, Math.min(100, Math.round(value)));
  const others = discounts.filter((discount) => discount !== moved);
  const weights = others.map((discount) => shares[String(discount)] ?? 0);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const rest = 100 - target;
  const scaled = roundTo(rest, sum > 0 ? weights : others.map(() => 1));
  return Object.fromEntries([
    ...others.map((discount, index) => [String(discount), scaled[index] ?? 0] as const),
    [String(moved), target] as const,
  ]);
}

/** Whole numbers in proportion to `weights` that add up to `total`, by largest remainder. */
function roundTo(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const result = exact.map(Math.floor);
  let left = total - result.reduce((all, value) => all + value, 0);
  const order = exact
    .map((value, index) => [value - Math.floor(value), index] as const)
    .sort((a, b) => b[0] - a[0]);
  for (const [, index] of order) {
    if (left <= 0) break;
    result[index] = (result[index] ?? 0) + 1;
    left -= 1;
  }
  return result;
}

/** One line per discount: now, the objective, and the simulation. */
export function distributionLines(
  buckets: readonly DiscountBucket[],
  discounts: readonly number[],
  target: Shares | null,
  simulated: Shares,
): DistributionLine[] {
  const all = discounts.map((discount) => bucketOf(buckets, discount));
  const count = all.reduce((sum, bucket) => sum + bucket.count, 0);
  const stock = all.reduce((sum, bucket) => sum + bucket.stock, 0);
  return discounts.map((discount, index) => ({
    discount,
    discount_count: all[index]?.count ?? 0,
    countShare: sharePct(all[index]?.count ?? 0, count) ?? 0,
    stockShare: sharePct(all[index]?.stock ?? 0, stock),
    target: target ? (target[String(discount)] ?? 0) : null,
    simulated: simulated[String(discount)] ?? 0,
  }));
}

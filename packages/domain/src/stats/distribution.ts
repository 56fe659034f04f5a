/** One discount of a distribution: how many products, how much stock. */
export interface DiscountBucket {
  discount_count: number;
  sum_stock_qty: number;
}

/** Buckets by discount in points; the key 'null' holds the lines without a discount. */
export type DiscountDistribution = Record<string, DiscountBucket>;

export interface DiscountShare extends DiscountBucket {
  discount_pct: number | null;
  /** Share of the products, in points. */
  discount_count_pct: number;
  /** Share of the stock, in points. */
  sum_stock_qty_pct: number;
}

/** A distribution as shares of products and of stock, by increasing discount, without discount last. */
export function distributionShares(distribution: DiscountDistribution): DiscountShare[] {
  const entries = Object.entries(distribution);
  const count = entries.reduce((sum, [, bucket]) => sum + bucket.discount_count, 0);
  const stock = entries.reduce((sum, [, bucket]) => sum + bucket.sum_stock_qty, 0);
  return entries
    .map(([key, bucket]) => ({
      ...bucket,
      discount_pct: key === 'null' ? null : Number(key),
      discount_count_pct: count > 0 ? (100 * bucket.discount_count) / count : 0,
      sum_stock_qty_pct: stock > 0 ? (100 * bucket.sum_stock_qty) / stock : 0,
    }))
    .sort((left, right) => (left.discount_pct ?? 101) - (right.discount_pct ?? 101));
}

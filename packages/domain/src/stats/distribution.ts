import { sharePct } from '../price/rates.ts';

/** One discount of a distribution: how many products, how much stock. */
export interface BucketCounts {
  discount_count: number;
  sum_stock_qty: number;
}

export interface DiscountBucket extends BucketCounts {
  /** In points; null for the lines without a discount. */
  discount_pct: number | null;
}

export interface DiscountShare extends DiscountBucket {
  /** Share of the products, in points. */
  discount_count_pct: number;
  /** Share of the stock, in points; null without any, where there is nothing to share. */
  sum_stock_qty_pct: number | null;
}

/** Buckets as a list, or by discount (`{ '20': … }`, with 'null' for the lines without one). */
export type DiscountDistribution = readonly DiscountBucket[] | Readonly<Record<string, BucketCounts>>;

function bucketList(distribution: DiscountDistribution): DiscountBucket[] {
  if (Array.isArray(distribution)) return [...distribution];
  return Object.entries(distribution as Record<string, BucketCounts>).map(([key, counts]) => ({
    ...counts,
    discount_pct: key === 'null' ? null : Number(key),
  }));
}

/** A distribution as shares of products and of stock, by increasing discount, without discount last. */
export function distributionShares(distribution: DiscountDistribution): DiscountShare[] {
  const buckets = bucketList(distribution);
  const count = buckets.reduce((sum, bucket) => sum + bucket.discount_count, 0);
  const stock = buckets.reduce((sum, bucket) => sum + bucket.sum_stock_qty, 0);
  return buckets
    .map((bucket) => ({
      ...bucket,
      discount_count_pct: sharePct(bucket.discount_count, count) ?? 0,
      sum_stock_qty_pct: sharePct(bucket.sum_stock_qty, stock),
    }))
    .sort((left, right) => (left.discount_pct ?? 101) - (right.discount_pct ?? 101));
}

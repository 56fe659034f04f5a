import type { ProjectStats } from '@palier/contract';
import { distributionShares, knownOrNull, meanDiscountPct, sellThroughPct } from '@palier/domain';
import type { SimulatedTotals, SimulationStats } from '@palier/engine';

type Figures = NonNullable<ProjectStats['forecast']>;

/** Figures of a plan as the API answers them: rates in points; null of nothing, and of what is known of no line. */
export function presentTotals(totals: SimulatedTotals): Figures {
  return {
    sales_qty: totals.units,
    sales: knownOrNull(totals.sales),
    profit: knownOrNull(totals.profit),
    profit_after_leftovers: knownOrNull(totals.profit_after_leftovers),
    cogs: knownOrNull(totals.cogs),
    stock: knownOrNull(totals.residual_stock),
    discount_budget: knownOrNull(totals.discount_amount),
    sales_discount_pct: meanDiscountPct(totals.sales, totals.list_sales),
    sell_through_pct: sellThroughPct(totals.season_units, totals.residual_stock),
  };
}

export function presentBuckets(
  stats: SimulationStats,
  levels: readonly number[],
): ProjectStats['discount_pct'] {
  const buckets = levels.map((discount_pct, level) => ({
    discount_pct,
    discount_count: stats.count_by_level[level] ?? 0,
    sum_stock_qty: stats.stock_by_level[level] ?? 0,
  }));
  return distributionShares(buckets);
}

import type { ProjectStats } from '@palier/contract';
import type { SimulatedTotals, SimulationStats } from '@palier/engine';

type Figures = NonNullable<ProjectStats['forecast']>;

/** Figures of a plan as the API answers them: shares in points. */
export function presentTotals(totals: SimulatedTotals): Figures {
  return {
    sales_qty: totals.units,
    sales: totals.sales,
    profit: totals.profit,
    profit_after_leftovers: totals.profit_after_leftovers,
    cogs: totals.cogs,
    stock: totals.residual_stock,
    sales_discount_pct: 100 * totals.mean_discount,
    sell_through_pct: 100 * totals.sell_through,
  };
}

export function presentBuckets(
  stats: SimulationStats,
  levels: readonly number[],
): ProjectStats['discount_pct'] {
  const lines = sum(stats.count_by_level);
  const stock = sum(stats.stock_by_level);
  return levels.map((discount_pct, level) => {
    const discount_count = stats.count_by_level[level] ?? 0;
    const sum_stock_qty = stats.stock_by_level[level] ?? 0;
    return {
      discount_pct,
      discount_count,
      sum_stock_qty,
      discount_count_pct: lines > 0 ? (100 * discount_count) / lines : 0,
      sum_stock_qty_pct: stock > 0 ? (100 * sum_stock_qty) / stock : 0,
    };
  });
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

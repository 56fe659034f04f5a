import { COVERAGE_STOCK_SHARE, expectedSales } from '@palier/domain';

/**
 * Weeks needed to sell 75 % of the stock: the first w with E[min(C_w, I)] ≥ 0.75·I, interpolated within the
 * week, capped at the number of weeks given (52). No stock: 0. `weekly` is the mean demand of each week.
 */
export function coverageWeeks(weekly: Float64Array, shape: number, stock: number): number {
  if (!(stock > 0)) return 0;
  const cumulated = new Float64Array(weekly.length + 1);
  weekly.forEach((mean, week) => {
    cumulated[week + 1] = (cumulated[week] ?? 0) + mean;
  });
  const target = COVERAGE_STOCK_SHARE * stock;
  let low = 0;
  let high = weekly.length;
  if (expectedSales(shape, cumulated[high] ?? 0, stock) < target) return weekly.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (expectedSales(shape, cumulated[middle] ?? 0, stock) >= target) high = middle;
    else low = middle;
  }
  const before = expectedSales(shape, cumulated[low] ?? 0, stock);
  const after = expectedSales(shape, cumulated[high] ?? 0, stock);
  return after > before ? low + (target - before) / (after - before) : high;
}

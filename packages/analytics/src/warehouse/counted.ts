import { quoteText } from '../database/sql.ts';

/**
 * What of a version counts today, for its totals, its checks and its projects alike: the stock of each place on its
 * latest day, where a negative quantity counts as zero; what is still expected of each variant, cancellations taken
 * off, never below zero.
 */

/** `SELECT` of the stock rows of each place's latest day, at or before a day when one is given, as they were read. */
export function presentRowsSql(prefix: string, day: string | null): string {
  const until = day === null ? '' : `WHERE date <= DATE ${quoteText(day)}`;
  return `SELECT s.* FROM "${prefix}stock" s JOIN (SELECT inventory_code, max(date) AS date FROM "${prefix}stock" ${until} GROUP BY inventory_code) l
   ON s.date = l.date AND s.inventory_code IS NOT DISTINCT FROM l.inventory_code`;
}

/** SQL of the quantity of a row of stock that counts. */
export const countedStock = (quantity: string): string => `greatest(${quantity}, 0)`;

/** `SELECT` of what is open by product and variant, among the order rows that a condition takes; by month when asked. */
export function openOrdersSql(prefix: string, condition: string, by: 'all' | 'month' = 'all'): string {
  const month = by === 'month' ? `, date_trunc('month', expected_date) AS month` : '';
  return `SELECT item_group_id, item_id, greatest(sum(quantity), 0) AS quantity, sum(quantity) AS read_quantity${month}
    FROM "${prefix}order" WHERE ${condition} GROUP BY ${month ? 'item_group_id, item_id, month' : 'item_group_id, item_id'}`;
}

/** Condition on an order that is expected after a day. */
export const expectedAfter = (day: string): string => `expected_date > DATE ${quoteText(day)}`;

import type { Session } from '../database/database.ts';
import { quoteIdentifier } from '../database/sql.ts';
import type { WarehouseTotals } from '../import/types.ts';

/** The latest day with a sale among the staged tables and the previous version, as `today`. */
export const saleDateSql = (stagedTables: readonly string[]): string => {
  const parts = stagedTables.map(
    (table) => `SELECT max(date) AS date FROM ${quoteIdentifier(table)} WHERE NOT refused`,
  );
  return `SELECT max(date)::VARCHAR AS today FROM (${[...parts, 'SELECT max(date) AS date FROM prev_sale'].join(' UNION ALL ')})`;
};

/**
 * Totals of a warehouse attached under a prefix, and its data date: the latest day of sales and stock, or that
 * week's Sunday when all sales are on Mondays.
 */
export const readTotals = async (
  session: Session,
  prefix: string,
): Promise<{ totals: WarehouseTotals; data_date: string | null }> => {
  const table = (name: string): string => quoteIdentifier(prefix + name);
  const [row] = await session.rows<
    WarehouseTotals & { sunday: string | null; weekly: boolean | null; stock_date: string | null }
  >(`
    SELECT (SELECT count(*) FROM ${table('item_group')}) AS item_group_count,
      (SELECT count(*) FROM ${table('item')}) AS item_count,
      s.*, coalesce((SELECT sum(quantity) FROM ${table('stock')} WHERE date = (SELECT max(date) FROM ${table('stock')})), 0) AS stock_quantity,
      (SELECT max(date)::VARCHAR FROM ${table('stock')}) AS stock_date,
      coalesce((SELECT sum(quantity) FROM ${table('order')}), 0) AS order_quantity,
      (SELECT count(*) FROM ${table('place')}) AS place_count
    FROM (SELECT count(*) AS sale_rows, coalesce(sum(quantity), 0) AS sale_quantity, coalesce(sum(amount), 0) AS sale_amount,
        min(date)::VARCHAR AS first_sale_date, max(date)::VARCHAR AS last_sale_date,
        (max(date) + 6)::VARCHAR AS sunday, bool_and(isodow(date) = 1) AS weekly FROM ${table('sale')}) s`);
  if (!row) throw new Error('no totals');
  const { sunday, weekly, stock_date, ...totals } = row;
  const lastSale = weekly ? sunday : totals.last_sale_date;
  const dates = [lastSale, stock_date].filter((date) => date !== null).sort();
  return { totals, data_date: dates.at(-1) ?? null };
};

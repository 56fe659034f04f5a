import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { countedStock, expectedAfter, openOrdersSql, presentRowsSql } from './counted.ts';
import type { WarehouseTotals } from './types.ts';

/** More rows than this after today, and the data's calendar is not ours: an example, a test. */
const STRAY_SHARE = 0.05;

/**
 * The last day that may be « today » in the data: rows dated after it are slips, which must not move the data date.
 * A few rows after the day of the import are such slips; null when many are.
 */
export async function readHorizon(
  session: Session,
  tables: readonly string[],
  today: string,
): Promise<string | null> {
  const parts = tables.map(
    (table) => `SELECT count(*) AS rows, count_if(date > DATE ${quoteText(today)}) AS late FROM ${table}`,
  );
  if (parts.length === 0) return today;
  const [row] = await session.rows<{ rows: number; late: number }>(
    `SELECT sum(rows)::DOUBLE AS rows, sum(late)::DOUBLE AS late FROM (${parts.join(' UNION ALL ')})`,
  );
  return (row?.late ?? 0) <= (row?.rows ?? 0) * STRAY_SHARE ? today : null;
}

const notAfter = (horizon: string | null): string => `date <= DATE ${quoteText(horizon ?? '9999-12-31')}`;

/** The latest day of some tables up to the horizon, as `day`. */
export function latestDaySql(tables: readonly string[], horizon: string | null): string {
  const parts = tables.map((table) => `SELECT max(date) AS day FROM ${table} WHERE ${notAfter(horizon)}`);
  return `SELECT max(day)::VARCHAR AS day FROM (${parts.length > 0 ? parts.join(' UNION ALL ') : 'SELECT NULL::DATE AS day'})`;
}

/**
 * Totals of a warehouse attached under a prefix at its data date. Stock and orders count as they do in projects.
 */
export async function readTotals(
  session: Session,
  prefix: string,
  data_date: string | null,
): Promise<WarehouseTotals> {
  const table = (name: string): string => quoteIdentifier(prefix + name);
  const future = data_date === null ? 'true' : expectedAfter(data_date);
  const [totals] = await session.rows<WarehouseTotals>(`
    SELECT (SELECT count(*) FROM ${table('item_group')}) AS item_group_count,
      (SELECT count(*) FROM ${table('item')}) AS item_count, s.*, stock.*, orders.*,
      (SELECT coalesce(sum(quantity), 0) FROM ${table('order')} WHERE NOT (${future})) AS order_past_quantity,
      (SELECT count(*) FROM ${table('order')}) AS order_rows,
      (SELECT count(*) FROM ${table('place')}) AS place_count
    FROM (SELECT count(*) AS sale_rows, round(coalesce(sum(quantity), 0), 3) AS sale_quantity, round(coalesce(sum(amount), 0), 2) AS sale_amount,
        min(date)::VARCHAR AS first_sale_date, max(date)::VARCHAR AS last_sale_date FROM ${table('sale')}) s,
      (SELECT coalesce(sum(${countedStock('quantity')}), 0) AS stock_quantity, coalesce(sum(quantity), 0) AS stock_read_quantity,
        count(*) AS stock_rows
        FROM (${presentRowsSql(prefix, data_date)})) stock,
      (SELECT coalesce(sum(quantity), 0) AS order_quantity, coalesce(sum(read_quantity), 0) AS order_read_quantity
        FROM (${openOrdersSql(prefix, future)})) orders`);
  if (!totals) throw new Error('no totals');
  return totals;
}

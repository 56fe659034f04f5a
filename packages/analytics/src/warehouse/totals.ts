import type { Session } from '../database/database.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import type { WarehouseTotals } from '../import/types.ts';

/** More rows than this after today, and the data's calendar is not ours: an example, a test. */
const STRAY_SHARE = 0.05;

/**
 * The last day that may be « today » in the data: rows dated after it are slips, which must not move the data date.
 * A few rows after the day of the import are such slips; null when many are.
 */
export const readHorizon = async (
  session: Session,
  tables: readonly string[],
  today: string,
): Promise<string | null> => {
  const parts = tables.map(
    (table) => `SELECT count(*) AS rows, count_if(date > DATE ${quoteText(today)}) AS late FROM ${table}`,
  );
  if (parts.length === 0) return today;
  const [row] = await session.rows<{ rows: number; late: number }>(
    `SELECT sum(rows)::DOUBLE AS rows, sum(late)::DOUBLE AS late FROM (${parts.join(' UNION ALL ')})`,
  );
  return (row?.late ?? 0) <= (row?.rows ?? 0) * STRAY_SHARE ? today : null;
};

const notAfter = (horizon: string | null): string => `date <= DATE ${quoteText(horizon ?? '9999-12-31')}`;

/** The latest day of some tables up to the horizon, as `day`. */
export const latestDaySql = (tables: readonly string[], horizon: string | null): string => {
  const parts = tables.map((table) => `SELECT max(date) AS day FROM ${table} WHERE ${notAfter(horizon)}`);
  return `SELECT max(day)::VARCHAR AS day FROM (${parts.length > 0 ? parts.join(' UNION ALL ') : 'SELECT NULL::DATE AS day'})`;
};

/**
 * Totals of a warehouse attached under a prefix, and its data date: the latest day of sales and stock that is not
 * after the horizon, or that week's Sunday when all sales are on Mondays.
 */
export const readTotals = async (
  session: Session,
  prefix: string,
  horizon: string | null,
): Promise<{ totals: WarehouseTotals; data_date: string | null }> => {
  const table = (name: string): string => quoteIdentifier(prefix + name);
  const [row] = await session.rows<
    WarehouseTotals & {
      last_day: string | null;
      sunday: string | null;
      weekly: boolean | null;
      stock_date: string | null;
    }
  >(`
    SELECT (SELECT count(*) FROM ${table('item_group')}) AS item_group_count,
      (SELECT count(*) FROM ${table('item')}) AS item_count,
      s.*, coalesce((SELECT sum(quantity) FROM ${table('stock')} WHERE date = (SELECT max(date) FROM ${table('stock')})), 0) AS stock_quantity,
      (SELECT max(date)::VARCHAR FROM ${table('stock')} WHERE ${notAfter(horizon)}) AS stock_date,
      coalesce((SELECT sum(quantity) FROM ${table('order')}), 0) AS order_quantity,
      (SELECT count(*) FROM ${table('place')}) AS place_count
    FROM (SELECT count(*) AS sale_rows, coalesce(sum(quantity), 0) AS sale_quantity, coalesce(sum(amount), 0) AS sale_amount,
        min(date)::VARCHAR AS first_sale_date, max(date)::VARCHAR AS last_sale_date,
        max(date) FILTER (${notAfter(horizon)})::VARCHAR AS last_day, (max(date) FILTER (${notAfter(horizon)}) + 6)::VARCHAR AS sunday,
        bool_and(isodow(date) = 1) AS weekly FROM ${table('sale')}) s`);
  if (!row) throw new Error('no totals');
  const { last_day, sunday, weekly, stock_date, ...totals } = row;
  const lastSale = weekly ? sunday : last_day;
  const dates = [lastSale, stock_date].filter((date) => date !== null).sort();
  return { totals, data_date: dates.at(-1) ?? null };
};

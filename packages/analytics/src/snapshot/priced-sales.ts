import type { Session } from '../database/session.ts';
import {
  joinHistory,
  type PriceHistory,
  priceSql,
  pricesOf,
  readHistory,
  reducedSql,
} from '../warehouse/price-history.ts';
import { reducedListsOf } from '../warehouse/reduced-list.ts';
import type { SnapshotProject } from './types.ts';

/** Amounts that the import gave to sales that tell none: at the prices of the usual list, unless what is paid has its own. */
const untoldSql = (paid: string | null): string =>
  paid === null ? '(s.amount IS NULL OR s.derived)' : 's.amount IS NULL';

/** The sales of a warehouse, and what reads them anew. */
export interface PricedSales {
  /** The tables of sales and of prices, in SQL. */
  sales: string;
  prices: string;
  /** The price list that reads them. */
  list: string;
  /** The list of what is paid, where the organisation has one. */
  paid: string | null;
  /** Condition on the prices that count, in SQL. */
  where?: string;
}

/**
 * `SELECT` of sales as a price list reads them: each has the list price in force on its day; one that tells no amount is
 * worth the reduced price in force, else the list's. What the list does not price is as the import left it, and a sale of
 * another currency too.
 */
export async function pricedSalesSql(
  session: Session,
  { sales, prices, list, paid, where }: PricedSales,
): Promise<string> {
  const joins: string[] = [];
  const join = (history: PriceHistory, name: string) =>
    joinHistory(joins, history, name, { dated: 's', keyed: 's', ...(where && { where }) });
  const listed = join(await readHistory(session, prices, list), 'listed');
  const reduced = [];
  for (const [at, name] of reducedListsOf(list).entries())
    reduced.push(join(await readHistory(session, prices, name), `reduced${at}`));
  const price = `coalesce(${[reducedSql(reduced, listed), ...pricesOf(listed)].join(', ')})`;
  const own = (value: string, otherwise: string): string =>
    `CASE WHEN s.is_foreign THEN ${otherwise} ELSE coalesce(${value}, ${otherwise}) END`;
  return `SELECT s.* REPLACE (
      ${own(priceSql(listed), 's.list_price')} AS list_price,
      ${own(`CASE WHEN ${untoldSql(paid)} THEN s.quantity * ${price} END`, 's.amount')} AS amount)
    FROM ${sales} s ${joins.join(' ')}`;
}

/**
 * View `w_priced_sale`: the sales as the price list of the project reads them, for every figure and for the forecast alike.
 *
 * @param paid the list of what is paid, where the organisation has one
 */
export async function priceSales(
  session: Session,
  { selection }: SnapshotProject,
  paid: string | null,
): Promise<void> {
  const list = selection.price_list_id ?? '';
  const select =
    list === ''
      ? 'FROM "w_sale"'
      : await pricedSalesSql(session, { sales: '"w_sale"', prices: '"w_price"', list, paid });
  await session.run(`CREATE OR REPLACE VIEW "w_priced_sale" AS ${select}`);
}

import type { QueryTree } from '@palier/domain';
import type { Database } from '../database/database.ts';
import { join, list, quoteIdentifier, raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import { realisedProfitSql } from '../formulas.ts';
import { type FieldLookup, filterSql } from '../listing/filter.ts';
import { pricedSalesSql } from '../snapshot/priced-sales.ts';

/** What was sold over some days by the products that some conditions take, whatever project they were in. */
export interface PastSalesRequest {
  /** First day, and the day after the last, YYYY-MM-DD. */
  from: string;
  to: string;
  /** Conditions on products; all must hold. */
  queries: readonly (QueryTree | null)[];
  /** Codes of the places that sold; empty takes all. */
  location_codes: readonly string[];
  /** Fields of products to group by, the outermost first; those after the first unknown one are left out. */
  by: readonly string[];
  /** The currency that figures are asked in. */
  currency: string;
  /** The price list that reads the sales; none: as the import read them. */
  price_list_id?: string | null;
}

/** Figures of a group (no keys: everything): money in the currencies of the files, a missing cost out of the margin; null where none that sold has one. */
export interface PastSales {
  keys: (string | null)[];
  sales_qty: number;
  sales: number | null;
  /** Turnover at list price less turnover. */
  discount_budget: number | null;
  profit: number | null;
}

export type PastSalesAnswer =
  | { known: true; data: PastSales[] }
  /**
   * `filter`: a condition is not about products; `history`: sales do not go back that far; `currency`: some are in
   * another one.
   */
  | { known: false; reason: 'filter' | 'history' | 'currency' };

const PROFIT = realisedProfitSql({
  sales: 'amount',
  qty: 'quantity',
  price: 'price',
  base_price: 'base_price',
  cost: 'cost',
});

/** SQL of a sum of what is known: 0 where nothing was sold, NULL where something was and nobody knows what it brought. */
const sumOrNothing = (value: string): string => `CASE WHEN count(quantity) = 0 THEN 0 ELSE sum(${value}) END`;

const TEXTS = new Set(['string', 'score']);

/** What of a warehouse's settings its past sales are read by; null: not set. */
interface Settings {
  currency: string | null;
  paid_price_list_id: string | null;
}

/**
 * Units, turnover, margin and discount given. The margin is that of the listing's past sales; the list price is that of
 * the day in the list asked, else the one that stands in the sales, and a sale without one counts as sold at full price.
 */
export async function readPastSales(
  database: Database,
  prefix: string,
  lookup: FieldLookup,
  request: PastSalesRequest,
  { currency: own, paid_price_list_id: paid }: Settings,
): Promise<PastSalesAnswer> {
  const table = (name: string): Sql => raw(quoteIdentifier(prefix + name));
  const conditions = conditionsOf(request, lookup);
  if (conditions === null) return { known: false, reason: 'filter' };
  const [reach] = await database.rows<{ first: string | null }>(
    sql`SELECT min(date)::VARCHAR AS first FROM ${table('sale')}`,
  );
  if (!reach?.first || reach.first > request.from) return { known: false, reason: 'history' };
  const keys = keysOf(request.by, lookup);
  const names = keys.map((_, index) => raw(`k${index}`));
  const selected = join(
    [...keys.map((key, index) => sql`, ${key} AS ${names[index] ?? raw('k')}`), raw('')],
    '',
  );
  const sets = Array.from(
    { length: names.length + 1 },
    (_, count) => sql`(${join(names.slice(0, count), ', ')})`,
  );
  const depth =
    names.length > 0
      ? sql`(${names.length} - bit_count(GROUPING_ID(${join(names, ', ')})))::INTEGER`
      : raw('0');
  const sales = await salesSql(database, prefix, request.price_list_id ?? '', paid);
  const rows = await database.rows<Record<string, number | string | boolean | null>>(sql`
    WITH product AS (
      SELECT g.item_group_id, g.price AS own_price, g.base_price AS own_base_price, g.cost AS own_cost${selected} FROM ${table('item_group')} g WHERE ${conditions}),
    valued AS (
      SELECT s.quantity, s.amount, s.is_foreign, coalesce(s.list_price * s.quantity, s.amount) AS list_amount,
        coalesce(i.price, own_price) AS price, coalesce(i.base_price, own_base_price) AS base_price, coalesce(i.cost, own_cost) AS cost, product.*
      FROM ${sales} s JOIN product USING (item_group_id) LEFT JOIN ${table('item')} i ON i.item_id = s.item_id
      WHERE s.date >= ${request.from}::DATE AND s.date < ${request.to}::DATE AND ${placesSql(request.location_codes)})
    SELECT ${depth} AS depth, ${names.length > 0 ? sql`${join(names, ', ')},` : raw('')}
      coalesce(bool_or(is_foreign), false) AS is_foreign, coalesce(sum(quantity), 0) AS sales_qty, ${raw(sumOrNothing('amount'))} AS sales,
      ${raw(sumOrNothing('list_amount - amount'))} AS discount_budget,
      ${raw(sumOrNothing(PROFIT))} AS profit
    FROM valued GROUP BY GROUPING SETS (${join(sets, ', ')})`);
  // Amounts of several currencies are no sum, and one of another than the one asked is no answer.
  const foreign = rows.some((row) => row.is_foreign) || (own !== null && own !== request.currency);
  return foreign ? { known: false, reason: 'currency' } : { known: true, data: rows.map(present) };
}

/** The sales of a warehouse as a price list reads them; a price of another currency than the organisation's is none to them. */
async function salesSql(database: Database, prefix: string, list: string, paid: string | null): Promise<Sql> {
  const table = (name: string): string => quoteIdentifier(prefix + name);
  if (list === '') return raw(table('sale'));
  const where = `coalesce(currency, (SELECT code FROM ${table('own_currency')})) = (SELECT code FROM ${table('own_currency')})`;
  const select = await database.session((session) =>
    pricedSalesSql(session, { sales: table('sale'), prices: table('price'), list, paid, where }),
  );
  return raw(`(${select})`);
}

/** The conditions as SQL over `g`; null when one of them asks about more than products. */
function conditionsOf({ queries }: PastSalesRequest, lookup: FieldLookup): Sql | null {
  try {
    const parts = queries.flatMap((query) => filterSql(query, lookup) ?? []);
    return parts.length > 0
      ? join(
          parts.map((part) => sql`(${part})`),
          ' AND ',
        )
      : raw('true');
  } catch (error) {
    if (error instanceof InvalidQueryError) return null;
    throw error;
  }
}

function placesSql(codes: readonly string[]): Sql {
  return codes.length > 0 ? sql`s.location_code IN (SELECT unnest(${list([...codes])}))` : raw('true');
}

function keysOf(by: readonly string[], lookup: FieldLookup): Sql[] {
  const keys: Sql[] = [];
  for (const id of by) {
    const field = lookup(id);
    if (!field || !TEXTS.has(field.type)) break;
    keys.push(sql`nullif(g.${field.expression}::VARCHAR, '')`);
  }
  return keys;
}

const numberOrNull = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

function present(row: Record<string, number | string | boolean | null>): PastSales {
  return {
    keys: Array.from(
      { length: Number(row.depth) },
      (_, index) => (row[`k${index}`] ?? null) as string | null,
    ),
    sales_qty: Number(row.sales_qty),
    sales: numberOrNull(row.sales),
    discount_budget: numberOrNull(row.discount_budget),
    profit: numberOrNull(row.profit),
  };
}

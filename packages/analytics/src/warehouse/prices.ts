import type { Session } from '../database/session.ts';
import { shopPriceSql, withoutTaxSql } from '../formulas.ts';
import { FIRST_DAY, ofOurTime } from './ages.ts';
import { keep, leaveOutKnown, mergeKeyed } from './others.ts';
import { isReducedSql } from './reduced-list.ts';
import { resolvedSql } from './resolve.ts';
import type { StagedRows } from './types.ts';

/** What a price is of: those of one key are a history. */
const OWNER = ['item_group_id', 'item_id', 'price_list_id'];
const KEY = [...OWNER, 'from_date'];
const same = (left: string, right: string, names: readonly string[]): string =>
  names.map((name) => `${left}.${name} IS NOT DISTINCT FROM ${right}.${name}`).join(' AND ');

/**
 * `SELECT` of prices as they are merged, with `position` and `to_date`, their last day. A price without a date holds from
 * the beginning; one without a size or code holds for the group.
 */
export function priceRowsSql(staged: readonly StagedRows[], vat: number): string {
  const given = ['price_list_id', 'from_date', 'to_date', 'price', 'base_price', 'currency'];
  const rows = resolvedSql(staged, [...given, 'size AS given_size', 'item_id AS given_item']);
  const rate = `coalesce(g.vat_rate, ${vat})`;
  return `SELECT item_group_id, CASE WHEN given_size IS NOT NULL OR given_item IS NOT NULL THEN item_id END AS item_id,
      coalesce(price_list_id, '') AS price_list_id, greatest(from_date, ${FIRST_DAY}) AS from_date,
      coalesce(r.price, ${shopPriceSql('r.base_price', rate)}) AS price, coalesce(r.base_price, ${withoutTaxSql('r.price', rate)}) AS base_price, r.currency,
      CASE WHEN to_date >= greatest(from_date, ${FIRST_DAY}) THEN ${ofOurTime('to_date')} END AS to_date, position
    FROM (${rows}) r LEFT JOIN (SELECT item_group_id, vat_rate FROM item_group) g USING (item_group_id)`;
}

/**
 * Adds to table `price`, on the day after each end, the price that holds then: the last that began and has not ended.
 * Of a list of reduced prices that has none, a row without a price: the reduction is over. Needs table `said_price`.
 */
function resumePrices(session: Session): Promise<void> {
  return session.run(`INSERT INTO price
    WITH ended AS (SELECT ${KEY.join(', ')}, to_date + 1 AS day FROM said_price WHERE to_date IS NOT NULL),
    began AS (SELECT e.day, p.*, s.to_date < e.day AS is_over
      FROM (SELECT DISTINCT ${OWNER.join(', ')}, day FROM ended) e JOIN price p ON ${same('p', 'e', OWNER)} AND p.from_date <= e.day
      LEFT JOIN said_price s ON ${same('s', 'p', KEY)}),
    holding AS (SELECT ${OWNER.join(', ')}, day, max(from_date) AS last,
        max(from_date) FILTER (is_over IS NOT TRUE) AS from_date,
        arg_max_null(price, from_date) FILTER (is_over IS NOT TRUE) AS price, arg_max_null(base_price, from_date) FILTER (is_over IS NOT TRUE) AS base_price,
        arg_max_null(currency, from_date) FILTER (is_over IS NOT TRUE) AS currency
      FROM began GROUP BY ${OWNER.join(', ')}, day)
    SELECT ${OWNER.map((name) => `h.${name}`).join(', ')}, h.day, h.price, h.base_price, h.currency, h.last FROM holding h
    WHERE h.from_date IS DISTINCT FROM h.last AND (h.from_date IS NOT NULL OR ${isReducedSql('h.price_list_id')})`);
}

/** Table `price`: new prices replace those of the same key, and those that came back after one that is said again. */
export async function mergePrices(
  session: Session,
  staged: readonly StagedRows[],
  vat: number,
  full: boolean,
): Promise<void> {
  if (staged.length === 0) return keep(session, 'price');
  await session.run(`CREATE OR REPLACE TABLE said_price AS SELECT ${KEY.join(', ')},
    arg_max_null(to_date, position) AS to_date FROM (${priceRowsSql(staged, vat)}) GROUP BY ${KEY.join(', ')}`);
  await leaveOutKnown(
    session,
    'price',
    `p.resumes IS NOT NULL AND EXISTS (FROM said_price f WHERE ${same('f', 'p', OWNER)} AND f.from_date = p.resumes)`,
  );
  const rows = `SELECT * EXCLUDE (to_date), NULL::DATE AS resumes FROM (${priceRowsSql(staged, vat)})`;
  const values = ['price', 'base_price', 'currency', 'resumes'];
  await mergeKeyed(session, { table: 'price', key: KEY, values, combine: 'last', rows }, full);
  await resumePrices(session);
}

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
 * Table `ended_price`: the last days that the delivery says, and those that earlier ones said of other prices of the same
 * owners, which the rows that came back on the day after tell: all that had begun since the price that came back is over.
 */
function findEnds(session: Session, full: boolean): Promise<void> {
  return session.run(`CREATE OR REPLACE TABLE ended_price AS
    WITH back AS (SELECT r.* FROM "known_price" r SEMI JOIN said_price f ON ${same('f', 'r', OWNER)} WHERE r.resumes IS NOT NULL AND ${!full}),
    held AS (SELECT ${OWNER.map((name) => `r.${name}`).join(', ')}, r.from_date, r.resumes, max(h.from_date) FILTER (r.resumes < r.from_date) AS since
      FROM back r LEFT JOIN "known_price" h ON ${same('h', 'r', OWNER)} AND h.resumes IS NULL AND h.from_date < r.resumes AND h.price = r.price
      GROUP BY ALL),
    over AS (SELECT ${KEY.map((name) => `k.${name}`).join(', ')}, min(r.from_date) - 1 AS to_date
      FROM held r JOIN "known_price" k ON ${same('k', 'r', OWNER)} AND k.resumes IS NULL AND k.from_date <= r.resumes
        AND (r.since IS NULL OR k.from_date > r.since) GROUP BY ALL)
    FROM said_price UNION ALL FROM over o ANTI JOIN said_price f ON ${same('f', 'o', KEY)}`);
}

/**
 * Adds to table `price`, on the day after each end, the price that holds then: the last that began and has not ended.
 * Of a list of reduced prices that has none, a row without a price: the reduction is over. Elsewhere the last price goes
 * on, in a row that comes back to itself (`SAID_PRICE`): what earlier deliveries ended is not lost. Needs table `ended_price`.
 */
function resumePrices(session: Session): Promise<void> {
  return session.run(`INSERT INTO price
    WITH ended AS (SELECT ${KEY.join(', ')}, to_date + 1 AS day FROM ended_price WHERE to_date IS NOT NULL),
    began AS (SELECT e.day, p.*, s.to_date < e.day AS is_over
      FROM (SELECT DISTINCT ${OWNER.join(', ')}, day FROM ended) e JOIN price p ON ${same('p', 'e', OWNER)} AND p.from_date <= e.day
      LEFT JOIN ended_price s ON ${same('s', 'p', KEY)}),
    holding AS (SELECT ${OWNER.join(', ')}, day, max(from_date) AS last,
        max(from_date) FILTER (is_over IS NOT TRUE) AS from_date, arg_max(struct_pack(price, base_price, currency), from_date) AS ended,
        arg_max_null(price, from_date) FILTER (is_over IS NOT TRUE) AS price, arg_max_null(base_price, from_date) FILTER (is_over IS NOT TRUE) AS base_price,
        arg_max_null(currency, from_date) FILTER (is_over IS NOT TRUE) AS currency
      FROM began GROUP BY ${OWNER.join(', ')}, day)
    SELECT ${OWNER.join(', ')}, day, CASE WHEN goes_on THEN ended.price ELSE price END, CASE WHEN goes_on THEN ended.base_price ELSE base_price END,
      CASE WHEN goes_on THEN ended.currency ELSE currency END, CASE WHEN goes_on THEN day ELSE last END
    FROM (SELECT *, from_date IS NULL AND NOT ${isReducedSql('price_list_id')} AS goes_on FROM holding)
    WHERE from_date IS DISTINCT FROM last`);
}

/** Table `price`: new prices replace those of the same key; what comes back after an end is then found anew. */
export async function mergePrices(
  session: Session,
  staged: readonly StagedRows[],
  vat: number,
  full: boolean,
): Promise<void> {
  if (staged.length === 0) return keep(session, 'price');
  await session.run(`CREATE OR REPLACE TABLE said_price AS SELECT ${KEY.join(', ')},
    arg_max_null(to_date, position) AS to_date FROM (${priceRowsSql(staged, vat)}) GROUP BY ${KEY.join(', ')}`);
  await findEnds(session, full);
  await leaveOutKnown(
    session,
    'price',
    `p.resumes IS NOT NULL AND EXISTS (FROM said_price f WHERE ${same('f', 'p', OWNER)})`,
  );
  const rows = `SELECT * EXCLUDE (to_date), NULL::DATE AS resumes FROM (${priceRowsSql(staged, vat)})`;
  const values = ['price', 'base_price', 'currency', 'resumes'];
  await mergeKeyed(session, { table: 'price', key: KEY, values, combine: 'last', rows }, full);
  await resumePrices(session);
}

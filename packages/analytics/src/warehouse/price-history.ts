import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';

type Level = 'item_id' | 'item_group_id';
const LEVELS: readonly Level[] = ['item_id', 'item_group_id'];
const ofLevel = (level: Level): string => (level === 'item_id' ? 'item_id IS NOT NULL' : 'item_id IS NULL');

/**
 * Condition on prices: not those that only keep an end after which nothing came back. The list then has no price of the
 * product (`listedSql`): that of its articles holds, and the last one where they have none.
 */
export const SAID_PRICE = 'resumes IS DISTINCT FROM from_date';

/** SQL of what a row of prices says from its day on: nothing where it only keeps an end. */
export const listedSql = (column: string): string => `CASE WHEN ${SAID_PRICE} THEN ${column} END`;

/** A price list with the levels that it has prices of, variants before products: no empty history is joined. */
export interface PriceHistory {
  /** The table of the prices, in SQL. */
  table: string;
  list: string;
  levels: Level[];
}

/** @param table the table of the prices, in SQL */
export async function readHistory(session: Session, table: string, list: string): Promise<PriceHistory> {
  const some = (level: Level): string =>
    `EXISTS (FROM ${table} WHERE price_list_id = ${quoteText(list)} AND ${ofLevel(level)}) AS ${level}`;
  const [row] = await session.rows<Record<Level, boolean>>(`SELECT ${LEVELS.map(some).join(', ')}`);
  return { table, list, levels: LEVELS.filter((level) => row?.[level] ?? true) };
}

/** The sales that a history is joined to. */
export interface JoinedSales {
  /** Alias of what has their `date`, and of what has their `item_id` and `item_group_id`. */
  dated: string;
  keyed: string;
  /** Condition on the prices that are joined, in SQL. */
  where?: string;
}

/** What a join gives: the price in force on the day of a sale, and the day it began. */
interface InForce {
  price: string;
  from_date: string;
}

/**
 * Adds to `joins` those of a history, under a name that no other has.
 * @returns what each level gives, variants first
 */
export function joinHistory(
  joins: string[],
  { table, list, levels }: PriceHistory,
  name: string,
  { dated, keyed, where = 'true' }: JoinedSales,
): InForce[] {
  return levels.map((level) => {
    const alias = `${name}_${level === 'item_id' ? 'item' : 'group'}`;
    joins.push(`ASOF LEFT JOIN (SELECT ${level}, from_date, ${listedSql('price')} AS price FROM ${table} WHERE price_list_id = ${quoteText(list)} AND ${ofLevel(level)} AND ${where}) ${alias}
      ON ${keyed}.${level} = ${alias}.${level} AND ${dated}.date >= ${alias}.from_date`);
    return { price: `${alias}.price`, from_date: `${alias}.from_date` };
  });
}

export const pricesOf = (found: readonly InForce[]): string[] => found.map(({ price }) => price);

const firstOf = (values: readonly string[]): string => `coalesce(${[...values, 'NULL'].join(', ')})`;

/** SQL of the price that histories say, variants first; NULL where none does. */
export const priceSql = (found: readonly InForce[]): string => firstOf(pricesOf(found));

/** SQL of the day that the price in force began. */
const sinceSql = (found: readonly InForce[]): string =>
  firstOf(found.map(({ price, from_date }) => `CASE WHEN ${price} IS NOT NULL THEN ${from_date} END`));

/** SQL of the lowest reduced price in force: one is over once its list has a new price. */
export function reducedSql(reduced: readonly InForce[][], listed: readonly InForce[]): string {
  const began = `coalesce(${sinceSql(listed)}, DATE '0001-01-01')`;
  const prices = reduced.map(
    (found) => `CASE WHEN ${sinceSql(found)} >= ${began} THEN ${priceSql(found)} END`,
  );
  return `least(${['NULL::DOUBLE', 'NULL::DOUBLE', ...prices].join(', ')})`;
}

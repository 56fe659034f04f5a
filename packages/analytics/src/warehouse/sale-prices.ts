import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import { REDUCED_LIST } from './reduced-list.ts';
import { type Currencies, foreignPrices, isOwn } from './sale-currencies.ts';

type Level = 'item_id' | 'item_group_id';
const LEVELS: readonly Level[] = ['item_id', 'item_group_id'];
const ofLevel = (level: Level): string => (level === 'item_id' ? 'item_id IS NOT NULL' : 'item_id IS NULL');

/** A price list with the levels that it has prices of, variants before products. */
interface History {
  list: string;
  levels: Level[];
}

/** The price lists that sales are valued by, so that months join no empty history. */
export interface PriceHistories {
  listed: History;
  /** What is paid, where the organisation names such a list. */
  paid: History | null;
  /** What products are sold at for a time, beside the usual list. */
  reduced: History;
}

/** @param paidList the list of what is paid; null where no list is named. */
export async function readHistories(session: Session, paidList: string | null): Promise<PriceHistories> {
  const read = async (list: string): Promise<History> => {
    const some = (level: Level): string =>
      `EXISTS (FROM price WHERE price_list_id = ${quoteText(list)} AND ${ofLevel(level)}) AS ${level}`;
    const [row] = await session.rows<Record<Level, boolean>>(`SELECT ${LEVELS.map(some).join(', ')}`);
    return { list, levels: LEVELS.filter((level) => row?.[level] ?? true) };
  };
  return {
    listed: await read(''),
    paid: paidList === null ? null : await read(paidList),
    reduced: await read(REDUCED_LIST),
  };
}

/** What a join gives: the price in force, and the day it began. */
interface InForce {
  price: string;
  from_date: string;
}

/** Adds the joins of a history; what each gives, variants first. */
function joinHistory(
  joins: string[],
  { list, levels }: History,
  name: string,
  currencies: Currencies,
): InForce[] {
  return levels.map((level) => {
    const alias = `${name}_${level === 'item_id' ? 'item' : 'group'}`;
    const own = currencies.prices ? ` AND ${isOwn('price', currencies)}` : '';
    joins.push(`ASOF LEFT JOIN (SELECT ${level}, from_date, price FROM price WHERE price_list_id = ${quoteText(list)} AND ${ofLevel(level)}${own}) ${alias}
    ON k.${level} = ${alias}.${level} AND m.date >= ${alias}.from_date`);
    return { price: `${alias}.price`, from_date: `${alias}.from_date` };
  });
}

const prices = (found: readonly InForce[]): string[] => found.map(({ price }) => price);
const coalesced = (values: readonly string[]): string => `coalesce(${[...values, 'NULL'].join(', ')})`;
/** The day that the price in force began. */
const sinceSql = (found: readonly InForce[]): string =>
  coalesced(found.map(({ price, from_date }) => `CASE WHEN ${price} IS NOT NULL THEN ${from_date} END`));

/** The price joins of a month of sales, and the prices they give. A reduced price is over once its list has a new one. */
export function priceJoins(histories: PriceHistories, currencies: Currencies) {
  const joins: string[] = [];
  const join = (history: History, name: string): InForce[] => joinHistory(joins, history, name, currencies);
  const usual = join(histories.listed, 'listed');
  const paid = histories.paid === null ? [] : join(histories.paid, 'paid');
  const lower = join(histories.reduced, 'reduced');
  const began = `coalesce(${sinceSql(usual)}, DATE '1970-01-01')`;
  const foreign =
    currencies.sales && currencies.prices ? foreignPrices(currencies) : { joins: [], listed: [] };
  return {
    joins: [...joins, ...foreign.joins].join(' '),
    listed: [
      ...prices(usual),
      currencies.prices ? `CASE WHEN ${isOwn('k', currencies)} THEN k.price END` : 'k.price',
    ],
    paid: paid.length === 0 ? null : coalesced(prices(paid)),
    reduced:
      lower.length === 0
        ? null
        : `CASE WHEN ${sinceSql(lower)} >= ${began} THEN ${coalesced(prices(lower))} END`,
    foreign: foreign.listed,
  };
}

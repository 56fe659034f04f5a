import type { Session } from '../database/session.ts';
import {
  joinHistory,
  type PriceHistory,
  priceSql,
  pricesOf,
  readHistory,
  reducedSql,
} from './price-history.ts';
import { reducedListsOf } from './reduced-list.ts';
import { type Currencies, foreignPrices, isOwn } from './sale-currencies.ts';

/** The price lists that sales are valued by. */
export interface PriceHistories {
  listed: PriceHistory;
  /** What is paid, where the organisation names such a list. */
  paid: PriceHistory | null;
  /** What products are sold at for a time, beside the usual list. */
  reduced: PriceHistory[];
}

/** @param lists the usual list, and that of what is paid where one is named */
export async function readHistories(
  session: Session,
  lists: { usual: string; paid: string | undefined },
): Promise<PriceHistories> {
  const read = (list: string): Promise<PriceHistory> => readHistory(session, 'price', list);
  const reduced: PriceHistory[] = [];
  for (const list of reducedListsOf(lists.usual)) {
    const found = await read(list);
    if (found.levels.length > 0) reduced.push(found);
  }
  const paid = lists.paid === undefined ? null : await read(lists.paid);
  return { listed: await read(lists.usual), paid, reduced };
}

/** The price joins of a month of sales `m` of variants `k`, and the prices that they give, in SQL. */
export function priceJoins(histories: PriceHistories, currencies: Currencies) {
  const joins: string[] = [];
  const join = (history: PriceHistory, name: string) =>
    joinHistory(joins, history, name, {
      ...{ dated: 'm', keyed: 'k' },
      ...(currencies.prices && { where: isOwn('price', currencies) }),
    });
  const usual = join(histories.listed, 'listed');
  const paid = histories.paid === null ? [] : join(histories.paid, 'paid');
  const reduced = histories.reduced.map((history, at) => join(history, `reduced${at}`));
  const foreign =
    currencies.sales && currencies.prices ? foreignPrices(currencies) : { joins: [], listed: [] };
  return {
    joins: [...joins, ...foreign.joins].join(' '),
    listed: [
      ...pricesOf(usual),
      currencies.prices ? `CASE WHEN ${isOwn('k', currencies)} THEN k.price END` : 'k.price',
    ],
    paid: paid.length === 0 ? null : priceSql(paid),
    reduced: reduced.length === 0 ? null : reducedSql(reduced, usual),
    foreign: foreign.listed,
  };
}

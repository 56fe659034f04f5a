import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { SAID_PRICE } from './price-history.ts';
import { isReducedSql } from './reduced-list.ts';
import type { StagedRows } from './types.ts';

/** What of a delivery and of the prices is in another currency than the organisation's, so that months of one join nothing more. */
export interface Currencies {
  own: string;
  by_place: boolean;
  sales: boolean;
  prices: boolean;
}

export async function readCurrencies(
  session: Session,
  staged: readonly StagedRows[],
  own: string,
): Promise<Currencies> {
  const some = async (table: string): Promise<boolean> =>
    (await session.rows(`SELECT 1 FROM ${table} WHERE currency <> ${quoteText(own)} LIMIT 1`)).length > 0;
  const by_place = await some('place');
  let said = false;
  for (const { table } of staged)
    said ||=
      (await session.rows(`SELECT 1 FROM ${quoteIdentifier(table)} WHERE currency IS NOT NULL LIMIT 1`))
        .length > 0;
  const pending = await session.rows('SELECT 1 FROM prev_sale_any WHERE currency IS NOT NULL LIMIT 1');
  const prices = (await some('price')) || (await some('item')) || (await some('item_group'));
  return { own, by_place, sales: by_place || said || pending.length > 0, prices };
}

export const isOwn = (table: string, { own }: Currencies): string =>
  `coalesce(${table}.currency, ${quoteText(own)}) = ${quoteText(own)}`;

/** The list prices in force in the currency of a sale that is not the organisation's, of any list, as discounts are measured in one. */
export function foreignPrices(currencies: Currencies): { joins: string[]; listed: string[] } {
  const levels = { fi: 'item_id', fg: 'item_group_id' } as const;
  const joins = Object.entries(levels).map(([name, level]) => {
    const variants = level === 'item_id' ? 'item_id IS NOT NULL' : 'item_id IS NULL';
    return `ASOF LEFT JOIN (SELECT ${level}, currency, from_date, max(price) AS price FROM price
      WHERE NOT ${isOwn('price', currencies)} AND ${variants} AND NOT ${isReducedSql('price_list_id')} AND ${SAID_PRICE} GROUP BY ALL) ${name}
      ON k.${level} = ${name}.${level} AND m.currency = ${name}.currency AND m.date >= ${name}.from_date`;
  });
  return { joins, listed: ['fi.price', 'fg.price', 'CASE WHEN k.currency = m.currency THEN k.price END'] };
}

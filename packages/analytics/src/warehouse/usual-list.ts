import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { isReducedSql } from './reduced-list.ts';

/** A list with a name, and the products that have a price in it. */
export interface NamedList {
  list: string;
  products: number;
}

/**
 * The lists of which one may say what products cost where nobody chooses one, those of most products first: none where
 * articles or prices without a list do. Needs tables (or views) `price` and `item`, with a prefix.
 *
 * @param paid the list of what is paid, which is none
 */
export async function readNamedLists(
  session: Session,
  paid: string | undefined,
  prefix = '',
): Promise<NamedList[]> {
  const [price, item] = [quoteIdentifier(`${prefix}price`), quoteIdentifier(`${prefix}item`)];
  const [unnamed] = await session.rows(
    `SELECT 1 WHERE EXISTS (FROM ${price} WHERE price_list_id = '') OR EXISTS (FROM ${item} WHERE price IS NOT NULL)`,
  );
  if (unnamed) return [];
  return session.rows<NamedList>(
    `SELECT price_list_id AS list, count(DISTINCT item_group_id)::DOUBLE AS products FROM ${price}
     WHERE NOT ${isReducedSql('price_list_id')} AND price_list_id <> ${quoteText(paid ?? '')} GROUP BY 1 ORDER BY products DESC, list`,
  );
}

/**
 * The list that says what products cost where nobody chooses one: the unnamed one, that of the articles' own prices too.
 * Files whose prices are all of one named list have no other: it is this one, and stays so when others come. Null where
 * it would have to be chosen among several.
 *
 * @param before what it was in the previous version
 */
export function usualListOf(named: readonly NamedList[], before: string | undefined): string | null {
  if (named.length === 0) return '';
  if (before && named.some(({ list }) => list === before)) return before;
  return named.length === 1 ? (named[0]?.list ?? '') : null;
}

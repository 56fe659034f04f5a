import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import { isReducedSql } from './reduced-list.ts';

/**
 * The list that says what products cost where nobody chooses one: the unnamed one, that of the articles' own prices too.
 * Files whose prices are all of one named list have no other: it is this one, and stays so when others come. Needs tables
 * `price` and `item`.
 *
 * @param before what it was in the previous version
 * @param paid the list of what is paid, which is none
 */
export async function readUsualList(
  session: Session,
  { before, paid }: { before: string | undefined; paid: string | undefined },
): Promise<string> {
  const [unnamed] = await session.rows(
    `SELECT 1 WHERE EXISTS (FROM price WHERE price_list_id = '') OR EXISTS (FROM item WHERE price IS NOT NULL)`,
  );
  if (unnamed) return '';
  const rows = await session.rows<{ list: string }>(
    `SELECT DISTINCT price_list_id AS list FROM price WHERE NOT ${isReducedSql('price_list_id')} AND price_list_id <> ${quoteText(paid ?? '')}`,
  );
  const lists = rows.map(({ list }) => list);
  if (before && lists.includes(before)) return before;
  return lists.length === 1 ? (lists[0] ?? '') : '';
}

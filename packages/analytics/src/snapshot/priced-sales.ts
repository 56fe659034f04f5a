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

/**
 * View `w_priced_sale`: the sales as the price list of the project reads them, for every figure and for the forecast alike.
 * Each has the list price in force on its day; one that tells no amount is worth the reduced price in force, else the
 * list's. What the list does not price is as the import left it, and a sale of another currency too.
 *
 * @param paid the list of what is paid, where the organisation has one
 */
export async function priceSales(
  session: Session,
  { selection }: SnapshotProject,
  paid: string | null,
): Promise<void> {
  const list = selection.price_list_id ?? '';
  if (list === '') return session.run('CREATE OR REPLACE VIEW "w_priced_sale" AS FROM "w_sale"');
  const joins: string[] = [];
  const join = (history: PriceHistory, name: string) =>
    joinHistory(joins, history, name, { dated: 's', keyed: 's' });
  const listed = join(await readHistory(session, '"w_price"', list), 'listed');
  const reduced = [];
  for (const [at, name] of reducedListsOf(list).entries())
    reduced.push(join(await readHistory(session, '"w_price"', name), `reduced${at}`));
  const price = `coalesce(${[reducedSql(reduced, listed), ...pricesOf(listed)].join(', ')})`;
  const own = (value: string, otherwise: string): string =>
    `CASE WHEN s.is_foreign THEN ${otherwise} ELSE coalesce(${value}, ${otherwise}) END`;
  await session.run(`CREATE OR REPLACE VIEW "w_priced_sale" AS SELECT s.* REPLACE (
      ${own(priceSql(listed), 's.list_price')} AS list_price,
      ${own(`CASE WHEN ${untoldSql(paid)} THEN s.quantity * ${price} END`, 's.amount')} AS amount)
    FROM "w_sale" s ${joins.join(' ')}`);
}

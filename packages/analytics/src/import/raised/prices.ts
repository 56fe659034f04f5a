import type { ImportAnswers } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteText } from '../../database/sql.ts';
import { priceRowsSql } from '../../warehouse/prices.ts';
import { isReducedSql } from '../../warehouse/reduced-list.ts';
import { tellsReduced } from '../recognition/list-price.ts';
import type { Settled } from '../settled.ts';
import type { Staged } from '../staged.ts';
import { readRaised, settleRaised } from './ask.ts';

interface Asking {
  answers: ImportAnswers | undefined;
  /** Share of tax of prices that come without. */
  vat: number;
  /** The list of what is paid, where the organisation names one. */
  paid: string | undefined;
}

/**
 * Query of the products of a file beside the highest price that their list ever had, in the usual one that of the
 * articles too: a price that comes back after the sales is no rise. The history within the file is its own matter.
 */
function comparedSql(own: Staged, { vat, paid }: Asking): string {
  const sameCurrency = (other: string): string =>
    `coalesce(f.currency, ${other}, '') = coalesce(${other}, f.currency, '')`;
  return `WITH fresh AS (FROM (${priceRowsSql([own], vat)}) WHERE price > 0 AND NOT ${isReducedSql('price_list_id')}${
    paid === undefined ? '' : ` AND price_list_id <> ${quoteText(paid)}`
  }),
    listed AS (SELECT f.position, max(k.price) AS price FROM fresh f
      JOIN known_price k ON k.item_group_id = f.item_group_id AND k.item_id IS NOT DISTINCT FROM f.item_id
        AND k.price_list_id = f.price_list_id AND ${sameCurrency('k.currency')}
      GROUP BY f.position),
    beside AS (SELECT item_group_id, f.price AS now,
        greatest(l.price, CASE WHEN price_list_id = '' AND ${sameCurrency('g.currency')} THEN g.price END) AS before
      FROM fresh f LEFT JOIN listed l USING (position) LEFT JOIN item_group g USING (item_group_id))
    SELECT item_group_id, arg_max(before, now / before) AS before, arg_max(now, now / before) AS now
    FROM beside WHERE before > 0 GROUP BY item_group_id`;
}

/**
 * Asks of each file of prices that has many far above all those of their list, or all by one factor, whether they are
 * new ones. Needs tables `key_map` and `item_group`, and view `known_price`.
 *
 * @returns the files that are taken, and what was asked
 */
export async function settleRaisedPrices(
  session: Session,
  files: readonly Staged[],
  asking: Asking,
): Promise<{ taken: Staged[]; settled: Settled[] }> {
  const taken: Staged[] = [];
  const all: Settled[] = [];
  for (const own of files) {
    const found = tellsReduced(own.feed) ? null : await readRaised(session, comparedSql(own, asking));
    if (found === null) {
      taken.push(own);
      continue;
    }
    const { isTaken, settled } = settleRaised(own, found, asking.answers);
    if (isTaken) taken.push(own);
    all.push(settled);
  }
  return { taken, settled: all };
}

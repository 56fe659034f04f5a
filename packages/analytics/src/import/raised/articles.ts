import type { ImportAnswers } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier } from '../../database/sql.ts';
import type { Staged } from '../staged.ts';
import { readRaised, settleRaised } from './ask.ts';

/**
 * Query of the products of a file with a price on both sides. The least of its sizes' prices counts: a size that costs
 * more than the others is no rise.
 */
function comparedSql({ table }: Staged): string {
  const sides = (before: string, now: string, given: string): string =>
    `SELECT t.item_group_id, any_value(g.${before}) AS before, min(t.${now}) AS now
     FROM ${quoteIdentifier(table)} t JOIN prev_item_group g USING (item_group_id)
     WHERE NOT t.refused AND t.${now} > 0 AND g.${before} > 0 AND ${given}
       AND coalesce(t.currency, g.currency, '') = coalesce(g.currency, t.currency, '')
     GROUP BY t.item_group_id`;
  return `${sides('price', 'price', 'true')} UNION ALL ${sides('base_price', 'base_price', 't.price IS NULL')}`;
}

/** Reads no price of a file: it completes what is there column by column. */
async function withoutPrices(session: Session, { table }: Staged): Promise<void> {
  const [name, former] = [quoteIdentifier(table), quoteIdentifier(`${table}_as_raised`)];
  const none = (column: string): string => `CASE WHEN false THEN ${column} END AS ${column}`;
  await session.run(`ALTER VIEW ${name} RENAME TO ${former}`);
  await session.run(
    `CREATE VIEW ${name} AS SELECT * REPLACE (${none('price')}, ${none('base_price')}) FROM ${former}`,
  );
}

/**
 * Asks of each file of articles whose prices are much higher than the list prices there, or all by one factor, whether
 * they are new ones: they may be in cents, with a tax more, of another currency or column. Needs views `prev_*`.
 *
 * @returns the files, and what is said of those whose prices are not taken
 */
export async function settleRaisedArticles(
  session: Session,
  staged: readonly Staged[],
  answers: ImportAnswers | undefined,
): Promise<{ staged: Staged[]; notes: string[] }> {
  const read: Staged[] = [];
  const notes: string[] = [];
  for (const own of staged) {
    const { kind, positions } = own.feed;
    const isPriced = kind === 'items' && (positions.has('price') || positions.has('base_price'));
    const found = isPriced ? await readRaised(session, comparedSql(own)) : null;
    if (found === null) {
      read.push(own);
      continue;
    }
    const { isTaken, settled } = settleRaised(own, found, answers);
    if (!isTaken) await withoutPrices(session, own);
    read.push(...settled.files);
    notes.push(...settled.notes);
  }
  return { staged: read, notes };
}

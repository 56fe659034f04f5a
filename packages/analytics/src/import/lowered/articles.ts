import type { ImportAnswers } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier } from '../../database/sql.ts';
import type { Staged } from '../staged.ts';
import { LOWER, REDUCED, readLowered, settleLowered } from './ask.ts';

const loweredTable = ({ table }: Staged): string => quoteIdentifier(`${table}_lowered`);

/** Table `item_group_id, before, now`: products of a file whose list price would fall. */
async function findLowered(session: Session, own: Staged) {
  const both = `SELECT t.item_group_id, any_value(g.price) AS before, max(t.price) AS now
    FROM ${quoteIdentifier(own.table)} t JOIN prev_item_group g USING (item_group_id)
    WHERE NOT t.refused AND t.price > 0 AND g.price > 0 AND coalesce(t.currency, g.currency, '') = coalesce(g.currency, t.currency, '')
    GROUP BY t.item_group_id`;
  const name = loweredTable(own);
  await session.run(
    `CREATE OR REPLACE TABLE ${name} AS SELECT * FROM (${both}) WHERE now < ${LOWER} * before`,
  );
  return readLowered(session, name, both);
}

/** Reads no price of the products whose list price stays: a file completes what is there column by column. */
async function keepListPrices(session: Session, own: Staged): Promise<void> {
  const [name, former] = [quoteIdentifier(own.table), quoteIdentifier(`${own.table}_as_priced`)];
  const kept = (column: string): string =>
    `CASE WHEN l.item_group_id IS NULL THEN t.${column} END AS ${column}`;
  await session.run(`ALTER VIEW ${name} RENAME TO ${former}`);
  await session.run(`CREATE VIEW ${name} AS SELECT t.* REPLACE (${kept('price')}, ${kept('base_price')})
    FROM ${former} t LEFT JOIN ${loweredTable(own)} l ON l.item_group_id = t.item_group_id`);
}

/**
 * Asks of each file of articles whose prices are lower than the list prices there whether they are those of the sales:
 * markdowns would else be counted from prices that are marked down already. Needs views `prev_*`.
 *
 * @returns the files, and what was done unasked, as it was answered before.
 */
export async function settleLoweredArticles(
  session: Session,
  staged: readonly Staged[],
  answers: ImportAnswers | undefined,
): Promise<{ staged: Staged[]; notes: string[] }> {
  const read: Staged[] = [];
  const notes: string[] = [];
  for (const own of staged) {
    const isPriced = own.feed.kind === 'items' && own.feed.positions.has('price');
    const found = isPriced ? await findLowered(session, own) : null;
    if (found === null) {
      read.push(own);
      continue;
    }
    const { value, settled } = settleLowered(own, found, answers);
    if (value === REDUCED) await keepListPrices(session, own);
    read.push(...settled.files);
    notes.push(...settled.notes);
  }
  return { staged: read, notes };
}

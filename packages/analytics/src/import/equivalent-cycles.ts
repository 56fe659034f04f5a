import type { Session } from '../database/database.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import type { Staged } from './staged.ts';

interface Link {
  position: number;
  old_code: string;
  new_code: string;
}

/** Whether following the links from a code comes to another. */
function leadsTo(links: ReadonlyMap<string, string>, from: string, to: string): boolean {
  const seen = new Set<string>();
  for (let code: string | undefined = from; code !== undefined && !seen.has(code); code = links.get(code)) {
    if (code === to) return true;
    seen.add(code);
  }
  return false;
}

/** The rows that would lead a code back to itself, taken in the order of the file after those known. */
function cyclicRows(links: Map<string, string>, rows: readonly Link[]): number[] {
  return rows.flatMap(({ position, old_code, new_code }) => {
    if (leadsTo(links, new_code, old_code)) return [position];
    links.set(old_code, new_code);
    return [];
  });
}

/** Marks rows of a file as refused, with the reason, in its view and among its doubts. */
async function refuse(
  session: Session,
  { feed, table, doubts }: Staged,
  rows: readonly number[],
): Promise<void> {
  const [name, former] = [quoteIdentifier(table), quoteIdentifier(`${table}_as_told`)];
  const cells = feed.source.headings.map((_, position) => {
    const [column] = [...feed.positions].find(([, at]) => at === position) ?? [];
    return column === undefined ? "''" : `coalesce(${quoteIdentifier(column)}::VARCHAR, '')`;
  });
  const chosen = `position IN (${rows.join(', ')})`;
  await session.run(
    `CREATE TABLE ${former} AS SELECT * REPLACE (refused OR ${chosen} AS refused) FROM ${name}`,
  );
  await session.run(`CREATE OR REPLACE VIEW ${name} AS FROM ${former}`);
  await session.run(`DELETE FROM ${quoteIdentifier(doubts)} WHERE ${chosen}`);
  await session.run(`INSERT INTO ${quoteIdentifier(doubts)} BY NAME
    SELECT position, old_code, new_code, [${cells.join(', ')}] AS cells, true AS refused,
      [{column_name: 'new_code', cell: new_code, reason: ${quoteText('ce code revient à l’ancien, de proche en proche')}, refuses: true}] AS problems
    FROM ${former} WHERE ${chosen}`);
}

/** Refuses the equivalents that lead a code back to itself, through those known before too. Needs `prev_equivalent`. */
export async function refuseCycles(session: Session, staged: readonly Staged[]): Promise<void> {
  const recoded = staged.filter(({ feed }) => feed.kind === 'equivalents');
  if (recoded.length === 0) return;
  const order = "coalesce(date, DATE '1970-01-01')";
  const known = await session.rows<Omit<Link, 'position'>>(
    `SELECT old_code, new_code FROM prev_equivalent ORDER BY ${order}`,
  );
  const links = new Map(known.map(({ old_code, new_code }) => [old_code, new_code]));
  for (const own of recoded) {
    const rows = await session.rows<Link>(
      `SELECT position, old_code, new_code FROM ${quoteIdentifier(own.table)} WHERE NOT refused ORDER BY ${order}, position`,
    );
    const refused = cyclicRows(links, rows);
    if (refused.length > 0) await refuse(session, own, refused);
  }
}

import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import type { Staged } from './staged.ts';

/** Marks rows of a file as refused once it is read, with the reason, in its view and among its doubts. */
export async function refuseRows(
  session: Session,
  { feed, table, doubts }: Staged,
  {
    positions,
    columns,
    reason,
  }: { positions: readonly number[]; columns: readonly string[]; reason: string },
): Promise<void> {
  if (positions.length === 0) return;
  const [name, former] = [quoteIdentifier(table), quoteIdentifier(`${table}_as_told`)];
  const cells = feed.source.headings.map((_, position) => {
    const [named] = [...feed.positions].find(([, at]) => at === position) ?? [];
    return named === undefined ? "''" : `coalesce(${quoteIdentifier(named)}::VARCHAR, '')`;
  });
  const chosen = `position IN (${positions.join(', ')})`;
  const column = columns.at(-1) ?? '';
  await session.run(
    `CREATE TABLE ${former} AS SELECT * REPLACE (refused OR ${chosen} AS refused) FROM ${name}`,
  );
  await session.run(`CREATE OR REPLACE VIEW ${name} AS FROM ${former}`);
  await session.run(`DELETE FROM ${quoteIdentifier(doubts)} WHERE ${chosen}`);
  await session.run(`INSERT INTO ${quoteIdentifier(doubts)} BY NAME
    SELECT position, ${columns.join(', ')}, [${cells.join(', ')}] AS cells, true AS refused,
      [{column_name: ${quoteText(column)}, cell: ${column}, reason: ${quoteText(reason)}, refuses: true}] AS problems
    FROM ${former} WHERE ${chosen}`);
}

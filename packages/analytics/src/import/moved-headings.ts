import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { FileProblem } from '../errors.ts';
import { uniqueHeadings } from './headed.ts';
import { lineNumbers } from './lines.ts';
import { movedHeadingsAt, movesHeadings } from './shapes/row.ts';
import type { Staged } from './staged.ts';

/**
 * Refuses a file whose headings come again in another order beyond its first rows, where no table is told from the next:
 * its columns are others from there on, and a count would be read for an amount.
 * @throws FileProblem
 */
export async function refuseMovedHeadings(session: Session, { feed, doubts }: Staged): Promise<void> {
  const { source } = feed;
  if (!source.dialect) return;
  const headings = source.headings.filter((heading) => heading !== '').map(quoteText);
  // A line of headings has neither days nor numbers: it was refused.
  const found = await session.rows<{ position: number; cells: (string | null)[] }>(
    `SELECT position::DOUBLE AS position, cells FROM ${quoteIdentifier(doubts)} WHERE refused
       AND len(list_intersect(list_transform(cells, c -> trim(c)), [${headings.join(', ')}])) > 1 ORDER BY 1 LIMIT 100`,
  );
  const moved = found.find(({ cells }) =>
    movesHeadings(uniqueHeadings(cells.map((each) => each ?? '')), source.headings),
  );
  if (!moved) return;
  const lines = await lineNumbers(source, [moved.position]);
  throw new FileProblem(movedHeadingsAt(lines.get(moved.position) ?? moved.position));
}

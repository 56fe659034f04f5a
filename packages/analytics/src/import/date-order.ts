import type { Session } from '../database/database.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { onlyDayFirstSql, onlyMonthFirstSql } from './cast.ts';
import { kindSpec } from './columns.ts';
import type { Feed } from './plan.ts';

/**
 * Whether a file's dates are written with the month first (`12/31/2025`): some can be read in no other way, and none
 * has a day where a month would stand. Asked of the rows that the usual reading doubts, so that files without any
 * cost nothing.
 *
 * @param quickTable the rows as the usual reading took them: typed columns, `doubtful`, `cells`.
 */
export const isMonthFirst = async (session: Session, feed: Feed, quickTable: string): Promise<boolean> => {
  for (const { name, type } of kindSpec(feed.kind).columns) {
    const position = feed.positions.get(name);
    if (type !== 'date' || position === undefined || !feed.source.dialect) continue;
    const cell = `cells[${position + 1}]`;
    const [row] = await session.rows<{ month_first: boolean | null; day_first: boolean | null }>(`
      SELECT bool_or(doubtful AND ${onlyMonthFirstSql(cell)}) AS month_first,
        bool_or(CASE WHEN doubtful THEN ${onlyDayFirstSql(cell)} ELSE day(${quoteIdentifier(name)}) > 12 END) AS day_first
      FROM ${quoteIdentifier(quickTable)} WHERE EXISTS (FROM ${quoteIdentifier(quickTable)} WHERE doubtful)`);
    if (row?.month_first && !row.day_first) return true;
  }
  return false;
};

import { join, raw, sql } from '../database/sql.ts';
import { eachBatch } from '../snapshot/batches.ts';
import type { ProjectContext } from './context.ts';
import { fromSql, selectionSql } from './selection.ts';
import type { FilteredLines, LineSelection } from './types.ts';

/** Ids of a selection's lines, in the snapshot's order. */
export async function readLineIds(context: ProjectContext, selection: LineSelection): Promise<string[]> {
  const condition = selectionSql(context.fields, selection);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const rows = await context.database.rows<{ _id: string }>(
    sql`SELECT l._id ${fromSql(context, [condition])} ${where} ORDER BY l.line_no`,
  );
  return rows.map(({ _id }) => _id);
}

/** What `readLineIds` answers for each filter, in one pass: a line's id is read once however many filters take it. */
export async function readLineIdsOfEach(
  context: ProjectContext,
  { filters, line_ids }: FilteredLines,
): Promise<string[][]> {
  const found = filters.map((): string[] => []);
  if (filters.length === 0) return found;
  const given = selectionSql(context.fields, { ...(line_ids && { line_ids }) });
  const each = filters.map((filter) => selectionSql(context.fields, { filter }) ?? raw('true'));
  const wanted = sql`(${join(each, ' OR ')})`;
  const where = given ? sql`${given} AND ${wanted}` : wanted;
  const marks = each.map((condition) => sql`coalesce(${condition}, false)::INTEGER`);
  const query = sql`SELECT ${join(marks, ', ')}, l._id ${fromSql(context, [given, ...each])} WHERE ${where} ORDER BY l.line_no`;
  await context.database.session((session) =>
    eachBatch(session, query, (batch, rows, texts) => {
      const ids = texts(filters.length);
      for (const [filter, own] of found.entries()) {
        const marked = batch[filter];
        for (let row = 0; row < rows; row += 1) if (marked?.[row] === 1) own.push(ids[row] ?? '');
      }
    }),
  );
  return found;
}

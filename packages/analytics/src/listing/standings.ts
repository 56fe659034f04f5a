import { join, raw, sql } from '../database/sql.ts';
import { eachBatch } from '../snapshot/batches.ts';
import type { ProjectContext } from './context.ts';
import { plainValue } from './present.ts';
import { fromSql, linesSql, selectionSql } from './selection.ts';
import type { FieldValue, LineSelection, LineStanding } from './types.ts';

/** Points of a standing, in the order of its columns; NaN for none. */
const POINTS = ['discount_pct_user', 'discount_pct_auto', 'discount_pct_min', 'discount_pct_max'] as const;
const LISTS = ['previous_discount_pcts', 'next_discount_pcts'] as const;

/** Lists of points out of the text they are kept as; equal texts are one list. */
function pointLists(): (text: string) => number[] {
  const lists = new Map<string, number[]>([['', []]]);
  return (text) => {
    const known = lists.get(text);
    if (known) return known;
    const list = text.split(',').map(Number);
    lists.set(text, list);
    return list;
  };
}

/** What decides the discounts of a selection's lines, in line order, out of the copy of the decisions. */
export async function readStandings(
  context: ProjectContext,
  selection: LineSelection,
): Promise<LineStanding[]> {
  const condition = selectionSql(context.fields, selection);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const columns = [
    raw('d.included::INTEGER'),
    ...POINTS.map((name) => raw(`coalesce(d.${name}, 'nan'::DOUBLE)`)),
    raw('l._id'),
    raw('l.item_group_id'),
    ...LISTS.map((name) => raw(`d.${name}`)),
  ];
  const query = sql`SELECT ${join(columns, ', ')} FROM ${raw(linesSql(context))} ${where} ORDER BY l.line_no`;
  const standings: LineStanding[] = [];
  const listOf = pointLists();
  await context.database.session((session) =>
    eachBatch(session, query, (batch, rows, texts) => {
      const [ids, groups, previous, next] = [0, 1, 2, 3].map((at) => texts(1 + POINTS.length + at));
      for (let row = 0; row < rows; row++) {
        const points = (column: number): number | null => {
          const value = batch[1 + column]?.[row] ?? Number.NaN;
          return Number.isNaN(value) ? null : value;
        };
        standings.push({
          discount_id: ids?.[row] ?? '',
          item_group_id: groups?.[row] ?? '',
          included: batch[0]?.[row] === 1,
          discount_pct_user: points(0),
          discount_pct_auto: points(1),
          discount_pct_min: points(2),
          discount_pct_max: points(3),
          previous_discount_pcts: listOf(previous?.[row] ?? ''),
          next_discount_pcts: listOf(next?.[row] ?? ''),
        });
      }
    }),
  );
  return standings;
}

/** A selection's lines with their value of a field, as their answers have it; none of one that the project does not have. */
export async function readFieldValues(
  context: ProjectContext,
  { field, ...selection }: LineSelection & { field: string },
): Promise<FieldValue[]> {
  const known = context.fields.find(field);
  const column = known?.column ?? raw('NULL');
  const condition = selectionSql(context.fields, selection);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const shown = known?.definition.type === 'date' ? sql`${column}::VARCHAR` : column;
  const rows = await context.database.rows<FieldValue>(
    sql`SELECT l._id, ${shown} AS value ${fromSql(context, [condition, column])} ${where} ORDER BY l.line_no`,
  );
  return rows.map(({ _id, value }) => ({ _id, value: plainValue(value) }));
}

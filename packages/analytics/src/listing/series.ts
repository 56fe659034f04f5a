import { addDays } from '@palier/domain';
import { quoteText, raw, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';
import { selectionSql } from './selection.ts';
import type { LineSerie } from './types.ts';

export const HISTORY_FIELD = 'daily_sales_qty_history';
const HISTORY_DAYS = 90;

function firstDay(context: ProjectContext, days: number): string {
  return addDays(context.manifest.data_date, 1 - days);
}

interface Point {
  key: string;
  offset: number;
  qty: number;
}

function toArrays(points: readonly Point[], keys: readonly string[], days: number): Map<string, number[]> {
  const arrays = new Map(keys.map((key) => [key, new Array<number>(days).fill(0)]));
  for (const { key, offset, qty } of points) {
    const array = arrays.get(key);
    if (array && offset >= 0 && offset < days) array[offset] = (array[offset] ?? 0) + qty;
  }
  return arrays;
}

/** Units a day of the last `days` days up to the data date, by line. */
export async function readHistories(
  context: ProjectContext,
  ids: readonly string[],
  days = HISTORY_DAYS,
): Promise<Map<string, number[]>> {
  if (ids.length === 0) return new Map();
  const from = firstDay(context, days);
  const condition = selectionSql(context.fields, { line_ids: ids }) ?? raw('true');
  const points = await context.database.rows<Point>(sql`
    SELECT l._id AS key, (y.date - DATE ${raw(quoteText(from))})::INTEGER AS offset, y.qty FROM ${raw(context.facts)}.daily y
    JOIN ${raw(context.facts)}.line l ON l.line_no = y.line_no
    WHERE y.date >= DATE ${raw(quoteText(from))} AND ${condition}`);
  return toArrays(points, ids, days);
}

export async function readSeries(
  context: ProjectContext,
  request: { line_ids: readonly string[]; days?: number },
): Promise<LineSerie[]> {
  const days = Math.min(366, Math.max(1, Math.trunc(request.days ?? HISTORY_DAYS)));
  const histories = await readHistories(context, request.line_ids, days);
  const from_date = firstDay(context, days);
  return [...histories].map(([_id, qty]) => ({ _id, from_date, qty }));
}

import type { FieldChoice, Line, LinePage } from '@palier/domain';
import { raw, type Sql, sql } from '../database/sql.ts';
import { type ProjectContext, recurringRows } from './context.ts';
import { afterSql, decodeCursor, encodeCursor } from './cursor.ts';
import { type KeyPlace, keyPlaces } from './group-query.ts';
import {
  afterGroupSql,
  allOf,
  keysSql,
  lineOrder,
  type Order,
  orderSql,
  pageSize,
  unsortedKeysSql,
} from './line-order.ts';
import { fetchLines } from './line-rows.ts';
import { fromSql, selectionSql } from './selection.ts';
import type { LinesRequest } from './types.ts';

interface Place {
  line_no: number;
  sort_key: string | number | null;
  [key: `k${number}`]: string | null;
}

async function countLines(context: ProjectContext, condition: Sql | undefined): Promise<number> {
  if (!condition) return context.manifest.line_count;
  const from = fromSql(context, [condition]);
  const [row] = await recurringRows<{ count: number }>(
    context,
    sql`SELECT count(*) AS count ${from} WHERE ${condition}`,
  );
  return row?.count ?? 0;
}

interface Places {
  places: Place[];
  count: number;
}

/** The places of a page and how many lines the selection has; one reading of the columns for both where it can be. */
async function readPlaces(
  context: ProjectContext,
  request: LinesRequest,
  order: Order,
  groups: readonly KeyPlace[],
): Promise<Places> {
  const condition = selectionSql(context.fields, request);
  const limit = pageSize(request.size) + 1;
  const cursor = request.after ? decodeCursor(request.after, order.sort, order.order, groups.length) : null;
  if (cursor || !condition) {
    const after =
      cursor && afterGroupSql(groups, cursor.keys ?? [], afterSql(order.key, raw('l._id'), cursor));
    const keys = keysSql(context, allOf([condition, after ?? undefined]), order, groups);
    const [places, count] = await Promise.all([
      recurringRows<Place>(context, sql`${keys} LIMIT ${raw(String(limit))}`),
      countLines(context, condition),
    ]);
    return { places, count };
  }
  // Sorted once counted: a sort inside is carried out, and of every line.
  const rows = await recurringRows<Place & { count: number }>(
    context,
    sql`SELECT *, count(*) OVER () AS count FROM (${unsortedKeysSql(context, condition, order, groups)}) ORDER BY ${orderSql(order, groups.length)} LIMIT ${raw(String(limit))}`,
  );
  return { places: rows, count: rows[0]?.count ?? 0 };
}

/**
 * One page of lines in a stable order: their groups' when `by` is given, the sort field, missing values last, then
 * `_id`. First which lines, from the
 * two or three columns that decide it, then their values: wide rows are read for the page's lines alone.
 */
export async function readLines(context: ProjectContext, request: LinesRequest): Promise<LinePage> {
  const by = request.by ?? [];
  const groups = keyPlaces(context, by);
  const own = lineOrder(context, request);
  // A cursor of another grouping starts elsewhere: it is refused, as that of another sort is.
  const order = { ...own, sort: [...by, own.sort].join(',') };
  const size = pageSize(request.size);
  const { places, count } = await readPlaces(context, request, order, groups);
  const shown = places.slice(0, size);
  const last = places.length > size ? shown.at(-1) : undefined;
  const numbers = shown.map(({ line_no }) => line_no);
  const lines = await fetchLines(context, numbers, request);
  const keysOf = (place: Place) => by.map((_, depth) => place[`k${depth}`] ?? null);
  for (const place of by.length > 0 ? shown : []) {
    const line = lines.get(place.line_no);
    if (line) line.keys = keysOf(place);
  }
  const id = last && lines.get(last.line_no)?._id;
  const cursor =
    id &&
    encodeCursor({ sort: order.sort, order: order.order, value: last.sort_key, id, keys: keysOf(last) });
  return {
    data: shown.flatMap(({ line_no }) => lines.get(line_no) ?? []),
    discount_count: count,
    cursor: cursor ?? null,
  };
}

/** Given lines, in the order given; unknown ids are left out. */
export async function readLinesById(
  context: ProjectContext,
  ids: readonly string[],
  choice: FieldChoice,
): Promise<Line[]> {
  if (ids.length === 0) return [];
  const condition = selectionSql(context.fields, { line_ids: ids }) ?? raw('true');
  const places = await context.database.rows<{ line_no: number }>(
    sql`SELECT l.line_no FROM ${raw(context.facts)}.line l WHERE ${condition}`,
  );
  const lines = await fetchLines(
    context,
    places.map(({ line_no }) => line_no),
    choice,
  );
  const byId = new Map([...lines.values()].map((line) => [line._id, line]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

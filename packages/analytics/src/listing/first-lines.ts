import { type GroupPages, groupKey } from '@palier/domain';
import { join, raw, type Sql, sql } from '../database/sql.ts';
import { type ProjectContext, recurringRows } from './context.ts';
import { encodeCursor } from './cursor.ts';
import { isNumeric } from './fields.ts';
import { keysSql } from './group-query.ts';
import { lineOrder, type Order, pageSize } from './line-order.ts';
import { fetchLines } from './line-rows.ts';
import { fromSql, selectionSql } from './selection.ts';
import type { GroupPagesRequest } from './types.ts';

/** The first lines of a group: their numbers, how many lines it has, and where its second page starts. */
type First = Record<string, unknown> & {
  numbers: number[];
  count: number;
  sort_key: string | number | null;
};

function wantedSql(names: readonly Sql[], groups: GroupPagesRequest['groups']): Sql {
  return groups
    ? join(
        groups.map(
          (group) =>
            sql`(${join(
              names.map((name, index) => sql`${name} IS NOT DISTINCT FROM ${group[index] ?? null}::VARCHAR`),
              ' AND ',
            )})`,
        ),
        ' OR ',
      )
    : raw('true');
}

/**
 * What a group's first lines are the smallest by, and the sort value out of it: numbers are turned round for the
 * decreasing order, texts replaced by their rank. Missing values are the largest either way.
 */
function smallestFirst(context: ProjectContext, { sort, order }: Order): { place: Sql; value: Sql } {
  const { definition } = context.fields.get(sort);
  if (order === 'asc') return { place: raw('k: sort_key'), value: raw('k') };
  if (isNumeric(definition) || definition.type === 'boolean')
    return { place: raw('k: -sort_key'), value: raw('k * -1') };
  const rank = raw('CASE WHEN sort_key IS NOT NULL THEN -dense_rank() OVER (ORDER BY sort_key) END');
  return { place: sql`k: ${rank}, v: sort_key`, value: raw('v') };
}

/** The first lines of each wanted group, one more than a page so that the last page is known. */
function readFirst(context: ProjectContext, request: GroupPagesRequest): Promise<First[]> {
  const order = lineOrder(context, request);
  const keys = keysSql(context, request.by);
  const condition = selectionSql(context.fields, request);
  const names = keys.map((_, index) => raw(`k${index}`));
  const columns = join(
    keys.map((key, index) => sql`${key} AS ${names[index] ?? raw('k')}`),
    ', ',
  );
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const { place, value } = smallestFirst(context, order);
  const size = pageSize(request.size);
  const grouping = join(names, ', ');
  return recurringRows<First>(
    context,
    sql`
    SELECT ${grouping}, list_transform(first, lambda place: place.n) AS numbers, count,
      list_transform([first[${raw(String(size))}]], lambda place: place.${value})[1] AS sort_key
    FROM (SELECT ${grouping}, count(*)::DOUBLE AS count, min(place, ${raw(String(size + 1))}) AS first
      FROM (SELECT ${grouping}, {${place}, i: sort_id, n: line_no} AS place
        FROM (SELECT l.line_no, ${order.key} AS sort_key, l.id_order AS sort_id, ${columns} ${fromSql(context, [condition, order.key, ...keys])} ${where})
        WHERE ${wantedSql(names, request.groups)})
      GROUP BY ${grouping})
    ORDER BY ${join(
      names.map((name) => sql`${name} NULLS LAST`),
      ', ',
    )}`,
  );
}

/** The first page of lines of several groups, in one request (« tout ouvrir »). */
export async function readGroupPages(
  context: ProjectContext,
  request: GroupPagesRequest,
): Promise<GroupPages> {
  if (request.groups?.length === 0) return { data: [] };
  const found = await readFirst(context, request);
  const size = pageSize(request.size);
  const { sort, order } = lineOrder(context, request);
  const shown = found.map(({ numbers }) => numbers.slice(0, size));
  const lines = await fetchLines(context, shown.flat(), request);
  return {
    data: found.map((group, index) => {
      const keys = request.by.map((_, depth) => (group[`k${depth}`] ?? null) as string | null);
      const data = (shown[index] ?? []).flatMap((number) => lines.get(number) ?? []);
      const { numbers, count, sort_key } = group;
      const id = numbers.length > size ? data.at(-1)?._id : undefined;
      const cursor = id ? encodeCursor({ sort, order, value: sort_key, id }) : null;
      return { key: groupKey(keys), keys, page: { data, discount_count: count, cursor } };
    }),
  };
}

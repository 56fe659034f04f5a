import { groupKey } from '@palier/domain';
import { join, raw, type Sql, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';
import { encodeCursor } from './cursor.ts';
import { keysSql } from './group-query.ts';
import { readGroups } from './groups.ts';
import { direction, lineOrder, pageSize } from './line-order.ts';
import { fetchLines } from './line-rows.ts';
import { fromSql, selectionSql } from './selection.ts';
import type { GroupPages, GroupPagesRequest } from './types.ts';

type Place = Record<string, unknown> & { line_no: number; sort_key: string | number | null };

const wantedSql = (names: readonly Sql[], groups: GroupPagesRequest['groups']): Sql =>
  groups
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

/** Numbers of the first lines of each wanted group, one more than a page so that the last page is known. */
const firstPlaces = (context: ProjectContext, request: GroupPagesRequest): Promise<Place[]> => {
  const order = lineOrder(context, request);
  const keys = keysSql(context, request.by);
  const condition = selectionSql(context.fields, request);
  const names = keys.map((_, index) => raw(`k${index}`));
  const columns = join(
    keys.map((key, index) => sql`${key} AS ${names[index] ?? raw('k')}`),
    ', ',
  );
  const where = condition ? sql`WHERE ${condition}` : raw('');
  return context.database.rows<Place>(sql`
    SELECT *, row_number() OVER (PARTITION BY ${join(names, ', ')} ORDER BY sort_key ${direction(order)}, sort_id) AS place FROM (
      SELECT l.line_no, ${order.key} AS sort_key, l._id AS sort_id, ${columns} ${fromSql(context, [condition, order.key, ...keys])} ${where})
    WHERE ${wantedSql(names, request.groups)} QUALIFY place <= ${pageSize(request.size) + 1}
    ORDER BY ${join(
      names.map((name) => sql`${name} NULLS LAST`),
      ', ',
    )}, place`);
};

/** The first page of lines of several groups, in one request (« tout ouvrir »). */
export const readGroupPages = async (
  context: ProjectContext,
  request: GroupPagesRequest,
): Promise<GroupPages> => {
  if (request.groups?.length === 0) return { data: [] };
  const { sort: _sort, order: _order, ...selection } = request;
  const [places, counted] = await Promise.all([
    firstPlaces(context, request),
    readGroups(context, { ...selection, fields: [], includes: [], excludes: [], size: 2000 }),
  ]);
  const lines = await fetchLines(
    context,
    places.map(({ line_no }) => line_no),
    request,
  );
  const counts = new Map(counted.data.map((group) => [group.key, group.discount_count]));
  const size = pageSize(request.size);
  const { sort, order } = lineOrder(context, request);
  const groups = new Map<string, { keys: (string | null)[]; places: Place[] }>();
  for (const place of places) {
    const keys = request.by.map((_, index) => (place[`k${index}`] ?? null) as string | null);
    const found = groups.get(groupKey(keys)) ?? { keys, places: [] };
    found.places.push(place);
    groups.set(groupKey(keys), found);
  }
  return {
    data: [...groups].map(([key, { keys, places: own }]) => {
      const data = own.slice(0, size).flatMap(({ line_no }) => lines.get(line_no) ?? []);
      const last = own.length > size ? own[size - 1] : undefined;
      const id = data.at(-1)?._id;
      const cursor = last && id ? encodeCursor({ sort, order, value: last.sort_key, id }) : null;
      return { key, keys, page: { data, discount_count: counts.get(key) ?? data.length, cursor } };
    }),
  };
};

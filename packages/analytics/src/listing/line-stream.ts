import type { Line } from '@palier/domain';
import { join, list, raw, type Sql, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';
import { direction, keysSql, lineOrder, type Order } from './line-order.ts';
import { finishLines, lineColumns } from './line-rows.ts';
import { fromSql, selectionSql } from './selection.ts';
import type { RowsRequest } from './types.ts';

/** The place of each group that has one, by its key (`groupKey`). */
function placesSql(wanted: readonly string[]): Sql {
  return sql`(SELECT unnest(${list(wanted)}) AS path, unnest(range(${raw(String(wanted.length))})) AS place)`;
}

/**
 * Lines in the order of their groups, those wanted first, then by their keys (missing ones last), then in the order
 * asked; `groups` are the keys.
 */
function groupedKeysSql(
  context: ProjectContext,
  condition: Sql | undefined,
  order: Order,
  groups: readonly Sql[],
  wanted: readonly string[],
): Sql {
  const names = groups.map((_, index) => `k${index}`);
  const from = fromSql(context, [condition, order.key, ...groups]);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const keys = join(
    groups.map((key, index) => sql`${key} AS ${raw(names[index] ?? 'k')}`),
    ', ',
  );
  const byName = names.map((name) => `strip_accents(lower(${name})) NULLS LAST, ${name}`).join(', ');
  const isPlaced = wanted.length > 0;
  const places = raw(isPlaced ? `place NULLS LAST, ${byName}` : byName);
  const path = raw(`concat_ws(chr(31), ${names.map((name) => `coalesce(${name}, '')`).join(', ')})`);
  const placed = isPlaced ? sql` LEFT JOIN ${placesSql(wanted)} w ON w.path = ${path}` : raw('');
  return sql`SELECT line_no, sort_id, [${raw(names.join(', '))}] AS keys,
      row_number() OVER (ORDER BY ${places}, sort_key ${direction(order)}, sort_id) AS sort_key
    FROM (SELECT l.line_no, ${order.key} AS sort_key, l.id_order AS sort_id, ${keys} ${from} ${where})${placed}`;
}

/**
 * Every line of a selection in order, by batches of about 2,000. With the keys of groups, lines of a group
 * follow each other and each has its `keys`. Curves are left out unless `excludes` says otherwise.
 */
export async function* streamLines(
  context: ProjectContext,
  request: RowsRequest,
  groups: readonly Sql[] = [],
): AsyncGenerator<Line[]> {
  const grouped = groups.length > 0;
  const order = lineOrder(context, request);
  const condition = selectionSql(context.fields, request);
  const choice = { excludes: ['curve'], ...request };
  const page = grouped
    ? groupedKeysSql(context, condition, order, groups, request.group_order ?? [])
    : keysSql(context, condition, order);
  const query = sql`WITH page AS MATERIALIZED (${page})
    SELECT ${lineColumns(context, choice)}${raw(grouped ? ', page.keys AS "@keys"' : '')} FROM page
    JOIN ${raw(context.facts)}.line l ON l.line_no = page.line_no JOIN ${raw(context.decisions)} d ON d.line_no = page.line_no
    ORDER BY page.sort_key ${direction(grouped ? { order: 'asc' } : order)}, page.sort_id`;
  for await (const batch of context.database.stream(query)) {
    const lines = await finishLines(context, batch, choice);
    if (grouped)
      for (const [index, line] of lines.entries()) line.keys = batch[index]?.['@keys'] as (string | null)[];
    yield lines;
  }
}

import type { FieldChoice, Line, PageQuery } from '@palier/domain';
import { join, raw, type Sql, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';
import { direction, keysSql, lineOrder, type Order } from './line-order.ts';
import { finishLines, lineColumns } from './line-rows.ts';
import { fromSql, selectionSql } from './selection.ts';
import type { LineSelection } from './types.ts';

/** Lines in the order of their groups' keys (missing ones last), then in the order asked; `groups` are the keys. */
function groupedKeysSql(
  context: ProjectContext,
  condition: Sql | undefined,
  order: Order,
  groups: readonly Sql[],
): Sql {
  const names = groups.map((_, index) => `k${index}`);
  const from = fromSql(context, [condition, order.key, ...groups]);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const keys = join(
    groups.map((key, index) => sql`${key} AS ${raw(names[index] ?? 'k')}`),
    ', ',
  );
  const places = raw(names.map((name) => `strip_accents(lower(${name})) NULLS LAST, ${name}`).join(', '));
  return sql`SELECT line_no, sort_id, [${raw(names.join(', '))}] AS keys,
      row_number() OVER (ORDER BY ${places}, sort_key ${direction(order)}, sort_id) AS sort_key
    FROM (SELECT l.line_no, ${order.key} AS sort_key, l.id_order AS sort_id, ${keys} ${from} ${where})`;
}

/**
 * Every line of a selection in order, by batches of about 2,000. With the keys of groups, lines of a group
 * follow each other and each has its `keys`. Curves are left out unless `excludes` says otherwise.
 */
export async function* streamLines(
  context: ProjectContext,
  request: LineSelection & FieldChoice & PageQuery,
  groups: readonly Sql[] = [],
): AsyncGenerator<Line[]> {
  const grouped = groups.length > 0;
  const order = lineOrder(context, request);
  const condition = selectionSql(context.fields, request);
  const choice = { excludes: ['curve'], ...request };
  const page = grouped
    ? groupedKeysSql(context, condition, order, groups)
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

import type { FieldChoice, Group, GroupPage } from '@palier/domain';
import type { Row } from '../database/read-rows.ts';
import { join, raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import { aggregatesOf } from './aggregates.ts';
import { type ProjectContext, recurringRows } from './context.ts';
import { afterSql, decodeCursor, encodeCursor, sortKey } from './cursor.ts';
import { isNumeric, type ListingField } from './fields.ts';
import {
  groupedSql,
  groupFields,
  keysSql,
  presentGroup,
  presentTotal,
  spanEnd,
  withSort,
} from './group-query.ts';
import { addGroupSeries } from './group-series.ts';
import { treeOfGroups } from './group-tree.ts';
import { pageSize } from './line-order.ts';
import { fromSql, selectionSql } from './selection.ts';
import type { GroupsRequest, LineSelection } from './types.ts';

/** The totals of a selection. */
export async function readSummary(
  context: ProjectContext,
  request: LineSelection & FieldChoice,
): Promise<Group> {
  const [row] = await recurringRows(context, groupedSql(context, request, [], [0]));
  const summary = presentTotal(context, row);
  await addGroupSeries(context, request, [], [summary]);
  return summary;
}

interface GroupOrder {
  sort: string;
  order: 'asc' | 'desc';
  key: Sql;
  id: Sql;
}

/** Groups are ordered by a metric's group value or, for a field that has none to compare, by their keys. */
function groupOrder(
  request: GroupsRequest,
  groupIds: ReadonlySet<string>,
  field: ListingField | undefined,
): GroupOrder {
  const last = request.by.length - 1;
  const id = raw(
    `concat_ws(chr(31), ${request.by.map((_, index) => `coalesce(k${index}, chr(65533))`).join(', ')})`,
  );
  const order = request.order ?? 'asc';
  const byKeys: GroupOrder = {
    sort: '@keys',
    order: field ? 'asc' : order,
    key: raw(`strip_accents(lower(k${last}))`),
    id,
  };
  if (request.sort === undefined) return byKeys;
  const at = request.by.indexOf(request.sort);
  if (at >= 0) {
    const numeric = field !== undefined && isNumeric(field.definition);
    return {
      sort: request.sort,
      order,
      key: numeric ? raw(`try_cast(k${at} AS DOUBLE)`) : raw(`strip_accents(lower(k${at}))`),
      id,
    };
  }
  if (!field || !groupIds.has(request.sort)) return byKeys;
  const column = raw(`"${request.sort.replaceAll('"', '""')}"`);
  const end = spanEnd(field, order);
  const value = end === null ? column : sql`${column}[${raw(String(end + 1))}]`;
  // Sums come out with another last digit from one query to the next: seven digits keep the pages' order the same.
  if (isNumeric(field.definition))
    return { sort: request.sort, order, key: sortKey(field.definition, sql`(${value}::FLOAT)`), id };
  if (end !== null) return { sort: request.sort, order, key: sortKey(field.definition, value), id };
  return { sort: request.sort, order, key: sql`${column}::VARCHAR`, id };
}

interface Counts {
  discount_count: number;
  group_count: number;
}

/** The counts of a selection whose groups are all at hand. */
function countFound(groups: readonly Row[]): Counts {
  return {
    discount_count: groups.reduce((sum, row) => sum + Number(row.discount_count), 0),
    group_count: groups.length,
  };
}

async function countAll(context: ProjectContext, request: GroupsRequest): Promise<Counts> {
  const keys = keysSql(context, request.by);
  const condition = selectionSql(context.fields, request);
  const from = fromSql(context, [condition, ...keys]);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const [row] = await recurringRows<Counts>(
    context,
    sql`SELECT coalesce(sum(n), 0)::DOUBLE AS discount_count, count(*) AS group_count FROM (SELECT ${join(keys, ', ')}, count(*) AS n ${from} ${where} GROUP BY ALL)`,
  );
  return row ?? { discount_count: 0, group_count: 0 };
}

/** Up to so many groups are read with a page: when there are no more, the page needs no counting beside it. */
const AT_HAND = 250;

async function pageOfGroups(context: ProjectContext, request: GroupsRequest): Promise<GroupPage> {
  const { choice, field, shown: visible } = withSort(context, request);
  const deepest = request.by.length;
  const withTotal = request.summary === true;
  const query = groupedSql(
    context,
    { ...request, ...choice },
    request.by,
    withTotal ? [deepest, 0] : [deepest],
  );
  const groupIds = new Set(
    aggregatesOf(context.fields, groupFields(context, choice)).outer.map(({ id }) => id),
  );
  const order = groupOrder(request, groupIds, field);
  const cursor = request.after ? decodeCursor(request.after, order.sort, order.order) : null;
  const after = cursor ? afterSql(raw('"@sort_key"'), raw('"@sort_id"'), cursor) : raw('true');
  const size = pageSize(request.size);
  const direction = raw(order.order === 'desc' ? 'DESC NULLS LAST' : 'ASC NULLS LAST');
  const rows = await recurringRows(
    context,
    sql`
    SELECT * FROM (SELECT *, ${order.key} AS "@sort_key", ${order.id} AS "@sort_id" FROM (${query}))
    WHERE "@keys" = 0 OR ${after} ORDER BY "@keys" = 0 DESC, "@sort_key" ${direction}, "@sort_id" LIMIT ${raw(String(Math.max(size, AT_HAND) + 1 + Number(withTotal)))}`,
  );
  const found = rows.filter((row) => Number(row['@keys']) === deepest);
  const total = rows.find((row) => Number(row['@keys']) === 0);
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : undefined;
  const whole = !cursor && found.length <= Math.max(size, AT_HAND);
  const counts = whole ? countFound(found) : await countAll(context, request);
  return {
    data: shown.map((row) => presentGroup(context, visible(row))),
    ...counts,
    cursor: last
      ? encodeCursor({
          sort: order.sort,
          order: order.order,
          value: last['@sort_key'] as string | number | null,
          id: String(last['@sort_id']),
        })
      : null,
    ...(withTotal ? { summary: presentTotal(context, total && visible(total)) } : {}),
  };
}

/** Groups of a selection, one page of the deepest level asked for or the whole tree (`all_levels`). */
export async function readGroups(context: ProjectContext, request: GroupsRequest): Promise<GroupPage> {
  if (request.by.length === 0) throw new InvalidQueryError('Requête non valide : aucun champ de groupe');
  if (new Set(request.by).size !== request.by.length)
    throw new InvalidQueryError('Requête non valide : champ de groupe répété');
  const page = await (request.all_levels ? treeOfGroups(context, request) : pageOfGroups(context, request));
  await addGroupSeries(context, request, request.by, page.data);
  if (page.summary) await addGroupSeries(context, request, [], [page.summary]);
  return page;
}

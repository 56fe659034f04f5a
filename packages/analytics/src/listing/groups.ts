import { groupKey } from '@palier/domain';
import type { Row } from '../database/database.ts';
import { join, raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import { aggregatesOf, named } from './aggregates.ts';
import type { ProjectContext } from './context.ts';
import { afterSql, decodeCursor, encodeCursor, sortKey } from './cursor.ts';
import { chosenFields, isNumeric, type ListingField } from './fields.ts';
import { addGroupSeries } from './group-series.ts';
import { pageSize } from './line-order.ts';
import { nest, plainValue } from './present.ts';
import { fromSql, selectionSql } from './selection.ts';
import type {
  DiscountBucket,
  FieldChoice,
  GroupPage,
  GroupRow,
  GroupsRequest,
  LineSelection,
  SummaryRow,
} from './types.ts';

/** Groups of a whole tree answered at once; beyond, levels are opened one by one. */
const MAXIMUM_TREE = 20_000;
const MAXIMUM_LEVELS = 8;

/** A grouping value as the text of a key; nothing and the empty text are the same key. */
const keyText = ({ definition }: ListingField, value: Sql): Sql =>
  isNumeric(definition)
    ? sql`CASE WHEN ${value} = trunc(${value}) THEN ${value}::BIGINT::VARCHAR ELSE ${value}::VARCHAR END`
    : sql`nullif(${value}::VARCHAR, '')`;

const groupingField = (context: ProjectContext, id: string): ListingField => {
  const field = context.fields.get(id);
  const { groupable, type, label } = field.definition;
  if (!groupable || type === 'list')
    throw new InvalidQueryError(`Requête non valide : « ${label} » ne peut pas grouper`);
  return field;
};

const groupingFields = (context: ProjectContext, by: readonly string[]): ListingField[] => {
  if (by.length > MAXIMUM_LEVELS)
    throw new InvalidQueryError('Requête non valide : trop de niveaux de groupes');
  return by.map((id) => groupingField(context, id));
};

/** SQL of a line's key of one grouping field. */
export const keySql = (context: ProjectContext, id: string): Sql => {
  const field = groupingField(context, id);
  return keyText(field, field.column);
};

export const keysSql = (context: ProjectContext, by: readonly string[]): Sql[] =>
  groupingFields(context, by).map((field) => keyText(field, field.column));

const groupFields = (context: ProjectContext, choice: FieldChoice): ListingField[] => {
  const explicit = new Set([...(choice.fields ?? []), ...(choice.includes ?? [])]);
  return chosenFields(context.fields, choice).filter(
    ({ definition }) =>
      definition.aggregation.kind !== 'distinct' || definition.groupable || explicit.has(definition.id),
  );
};

/**
 * SQL of group values; `sets` lists the numbers of leading keys to group by (0: the total). Lines are first added up
 * by the columns as they are stored, discount and goal: texts of keys, buckets and levels come from these few rows.
 */
const groupedSql = (
  context: ProjectContext,
  request: LineSelection & FieldChoice,
  by: readonly string[],
  sets: readonly number[],
): Sql => {
  const grouping = groupingFields(context, by);
  const condition = selectionSql(context.fields, request);
  const { inner, outer } = aggregatesOf(context.fields, groupFields(context, request));
  const stored = grouping.map((_, index) => `g${index}`);
  const names = grouping.map((_, index) => `k${index}`);
  const stock = context.fields.find('stock_qty')?.column ?? raw('0');
  const columns = [
    ...grouping.map(({ column }, index) => sql`${column} AS ${raw(stored[index] ?? 'g')}`),
    raw('d.discount_pct AS bucket, d.optimization_goal AS goal, count(*) AS n'),
    sql`sum(${stock}) AS stock`,
    ...inner,
  ];
  const keys = grouping.map(
    (field, index) => sql`, ${keyText(field, raw(stored[index] ?? 'g'))} AS ${raw(names[index] ?? 'k')}`,
  );
  const depth =
    names.length > 0 ? `(${names.length} - bit_count(GROUPING_ID(${names.join(', ')})))::INTEGER` : '0';
  const values = [
    ...names.map(raw),
    raw(`${depth} AS "@keys"`),
    raw(
      `sum(n)::DOUBLE AS discount_count, list({discount_pct: bucket, discount_count: n::DOUBLE, sum_stock_qty: coalesce(stock, 0)::DOUBLE}) AS "@buckets"`,
    ),
    ...outer.map(named),
  ];
  return sql`WITH part AS (
      SELECT ${join(columns, ', ')} FROM ${raw(context.facts)}.line l JOIN ${raw(context.decisions)} d ON d.line_no = l.line_no
      ${condition ? sql`WHERE ${condition}` : raw('')} GROUP BY ${raw([...stored, 'bucket', 'goal'].join(', '))}),
    keyed AS (SELECT *${join(keys, '')} FROM part)
    SELECT ${join(values, ', ')} FROM keyed
    GROUP BY GROUPING SETS (${raw(sets.map((count) => `(${names.slice(0, count).join(', ')})`).join(', '))})`;
};

/** Adds up buckets of the same discount, in increasing order, without discount last. */
const mergeBuckets = (buckets: unknown): DiscountBucket[] => {
  const merged = new Map<number | null, DiscountBucket>();
  for (const bucket of (buckets ?? []) as DiscountBucket[]) {
    const found = merged.get(bucket.discount_pct) ?? {
      discount_pct: bucket.discount_pct,
      discount_count: 0,
      sum_stock_qty: 0,
    };
    found.discount_count += bucket.discount_count;
    found.sum_stock_qty += bucket.sum_stock_qty;
    merged.set(bucket.discount_pct, found);
  }
  return [...merged.values()].sort(
    (left, right) => (left.discount_pct ?? 1000) - (right.discount_pct ?? 1000),
  );
};

export const presentGroup = (row: Row): GroupRow => {
  const count = Number(row['@keys']);
  const keys = Array.from({ length: count }, (_, index) => (row[`k${index}`] ?? null) as string | null);
  const group: Record<string, unknown> = { key: groupKey(keys), keys, depth: Math.max(0, count - 1) };
  for (const [name, value] of Object.entries(row))
    if (!/^(@|k\d+$)/.test(name)) nest(group, name, plainValue(value));
  group.discount_pct_distribution = mergeBuckets(row['@buckets']);
  return group as GroupRow;
};

const emptySummary = (): SummaryRow => ({
  ...{ key: '', keys: [], depth: 0, discount_count: 0, included_count: 0, discount_pct_reviewed_count: 0 },
  ...{
    discount_pct_user_count: 0,
    unset_optimization_goal_count: 0,
    optimization_goals: [],
    min_price: null,
    max_price: null,
  },
  discount_pct_distribution: [],
});

/** The totals of a selection. */
export const readSummary = async (
  context: ProjectContext,
  request: LineSelection & FieldChoice,
): Promise<SummaryRow> => {
  const [row] = await context.database.rows(groupedSql(context, request, [], [0]));
  if (!row || !Number(row.discount_count)) return emptySummary();
  const summary = presentGroup(row);
  await addGroupSeries(context, request, [], [summary]);
  return summary;
};

type GroupOrder = { sort: string; order: 'asc' | 'desc'; key: Sql; id: Sql };

/** Groups are ordered by a metric's group value or, for a field that has none to compare, by their keys. */
const groupOrder = (
  request: GroupsRequest,
  groupIds: ReadonlySet<string>,
  field: ListingField | undefined,
): GroupOrder => {
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
  const comparable = isNumeric(field.definition) && field.definition.aggregation.kind !== 'range';
  // Sums come out with another last digit from one query to the next: seven digits keep the pages' order the same.
  if (comparable)
    return { sort: request.sort, order, key: sortKey(field.definition, sql`(${column}::FLOAT)`), id };
  return { sort: request.sort, order, key: sql`${column}::VARCHAR`, id };
};

const withSort = (
  context: ProjectContext,
  request: GroupsRequest,
): { choice: FieldChoice; field: ListingField | undefined } => {
  if (request.sort === undefined) return { choice: request, field: undefined };
  const field = context.fields.get(request.sort);
  return { choice: { ...request, includes: [...(request.includes ?? []), request.sort] }, field };
};

const countAll = async (
  context: ProjectContext,
  request: GroupsRequest,
): Promise<{ discount_count: number; group_count: number }> => {
  const keys = keysSql(context, request.by);
  const condition = selectionSql(context.fields, request);
  const from = fromSql(context, [condition, ...keys]);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const [row] = await context.database.rows<{ discount_count: number; group_count: number }>(
    sql`SELECT coalesce(sum(n), 0)::DOUBLE AS discount_count, count(*) AS group_count FROM (SELECT ${join(keys, ', ')}, count(*) AS n ${from} ${where} GROUP BY ALL)`,
  );
  return row ?? { discount_count: 0, group_count: 0 };
};

const pageOfGroups = async (context: ProjectContext, request: GroupsRequest): Promise<GroupPage> => {
  const { choice, field } = withSort(context, request);
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
  const ofPage = raw(`FILTER ("@keys" = ${deepest}) OVER ()`);
  const rows = await context.database.rows(sql`
    SELECT * FROM (SELECT *, ${order.key} AS "@sort_key", ${order.id} AS "@sort_id",
        sum(discount_count) ${ofPage} AS "@lines", count(*) ${ofPage} AS "@groups" FROM (${query}))
    WHERE "@keys" = 0 OR ${after} ORDER BY "@keys" = 0 DESC, "@sort_key" ${direction}, "@sort_id" LIMIT ${size + 1 + Number(withTotal)}`);
  const found = rows.filter((row) => Number(row['@keys']) === deepest);
  const total = rows.find((row) => Number(row['@keys']) === 0);
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : undefined;
  const [first] = rows;
  const counts = first
    ? { discount_count: Number(first['@lines'] ?? 0), group_count: Number(first['@groups'] ?? 0) }
    : await countAll(context, request);
  return {
    data: shown.map(presentGroup),
    ...counts,
    cursor: last
      ? encodeCursor({
          sort: order.sort,
          order: order.order,
          value: last['@sort_key'] as string | number | null,
          id: String(last['@sort_id']),
        })
      : null,
    ...(withTotal
      ? { summary: total && Number(total.discount_count) > 0 ? presentGroup(total) : emptySummary() }
      : {}),
  };
};

const compareValues = (left: unknown, right: unknown, sign: number): number => {
  const [a, b] = [left, right].map((value) =>
    value === null || value === undefined || Number.isNaN(value) ? null : value,
  );
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return (a as number) < (b as number) ? -sign : (a as number) > (b as number) ? sign : 0;
};

/** Every level of the tree at once: each group is followed by its children, siblings in the order asked. */
const treeOfGroups = async (context: ProjectContext, request: GroupsRequest): Promise<GroupPage> => {
  const { choice, field } = withSort(context, request);
  const sets = request.by.map((_, index) => index + 1);
  if (request.summary) sets.push(0);
  const query = groupedSql(context, { ...request, ...choice }, request.by, sets);
  const groupIds = new Set(
    aggregatesOf(context.fields, groupFields(context, choice)).outer.map(({ id }) => id),
  );
  const rows = await context.database.rows(sql`SELECT * FROM (${query}) LIMIT ${MAXIMUM_TREE + 1}`);
  if (rows.length > MAXIMUM_TREE)
    throw new InvalidQueryError('Trop de groupes pour tout ouvrir : ajoutez un filtre ou retirez un niveau');
  const total = rows.find((row) => Number(row['@keys']) === 0);
  const ordered = sortTree(
    rows.filter((row) => row !== total),
    request,
    groupIds,
    field,
  );
  const top = ordered.filter((row) => Number(row['@keys']) === 1);
  return {
    data: ordered.map(presentGroup),
    discount_count: top.reduce((sum, row) => sum + Number(row.discount_count), 0),
    group_count: top.length,
    cursor: null,
    ...(request.summary
      ? { summary: total && Number(total.discount_count) > 0 ? presentGroup(total) : emptySummary() }
      : {}),
  };
};

const sortTree = (
  rows: readonly Row[],
  request: GroupsRequest,
  groupIds: ReadonlySet<string>,
  field: ListingField | undefined,
): Row[] => {
  const children = new Map<string, Row[]>();
  const pathOf = (row: Row, count: number): string =>
    JSON.stringify(Array.from({ length: count }, (_, index) => row[`k${index}`] ?? null));
  for (const row of rows) {
    const parent = pathOf(row, Number(row['@keys']) - 1);
    children.set(parent, [...(children.get(parent) ?? []), row]);
  }
  const metric =
    request.sort !== undefined && field && groupIds.has(request.sort) && !request.by.includes(request.sort)
      ? request.sort
      : null;
  const sign = request.order === 'desc' ? -1 : 1;
  const key = (row: Row): string | null => (row[`k${Number(row['@keys']) - 1}`] ?? null) as string | null;
  const keyField = (row: Row): unknown => {
    const text = key(row);
    return text === null
      ? null
      : text
          .normalize('NFD')
          .replace(/\p{Diacritic}/gu, '')
          .toLowerCase();
  };
  const byKey = (left: Row, right: Row, order: number): number =>
    compareValues(keyField(left), keyField(right), order) || compareValues(key(left), key(right), 1);
  const compare = (left: Row, right: Row): number =>
    metric
      ? compareValues(left[metric], right[metric], sign) || byKey(left, right, 1)
      : byKey(left, right, request.sort === undefined || request.by.includes(request.sort) ? sign : 1);
  const ordered: Row[] = [];
  const visit = (parent: string): void => {
    for (const row of (children.get(parent) ?? []).sort(compare)) {
      ordered.push(row);
      visit(pathOf(row, Number(row['@keys'])));
    }
  };
  visit('[]');
  return ordered;
};

/** Groups of a selection, one page of the deepest level asked for or the whole tree (`all_levels`). */
export const readGroups = async (context: ProjectContext, request: GroupsRequest): Promise<GroupPage> => {
  if (request.by.length === 0) throw new InvalidQueryError('Requête non valide : aucun champ de groupe');
  if (new Set(request.by).size !== request.by.length)
    throw new InvalidQueryError('Requête non valide : champ de groupe répété');
  const page = await (request.all_levels ? treeOfGroups(context, request) : pageOfGroups(context, request));
  await addGroupSeries(context, request, request.by, page.data);
  if (page.summary) await addGroupSeries(context, request, [], [page.summary]);
  return page;
};

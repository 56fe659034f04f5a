import { foldText, type GroupPage } from '@palier/domain';
import type { Row } from '../database/read-rows.ts';
import { raw, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import { aggregatesOf } from './aggregates.ts';
import { type ProjectContext, recurringRows } from './context.ts';
import type { ListingField } from './fields.ts';
import { groupedSql, groupFields, presentGroup, presentTotal, spanEnd, withSort } from './group-query.ts';
import { plainValue } from './present.ts';
import type { GroupsRequest } from './types.ts';

/** Groups of a whole tree answered at once; beyond, levels are opened one by one. */
const MAXIMUM_TREE = 20_000;

function compareValues(left: unknown, right: unknown, sign: number): number {
  const [a, b] = [left, right].map((value) =>
    value === null || value === undefined || Number.isNaN(value) ? null : value,
  );
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return (a as number) < (b as number) ? -sign : (a as number) > (b as number) ? sign : 0;
}

/** Every level of the tree at once: each group is followed by its children, siblings in the order asked. */
export async function treeOfGroups(context: ProjectContext, request: GroupsRequest): Promise<GroupPage> {
  const { choice, field, shown } = withSort(context, request);
  const sets = request.by.map((_, index) => index + 1);
  if (request.summary) sets.push(0);
  const query = groupedSql(context, { ...request, ...choice }, request.by, sets);
  const groupIds = new Set(
    aggregatesOf(context.fields, groupFields(context, choice)).outer.map(({ id }) => id),
  );
  const rows = await recurringRows(
    context,
    sql`SELECT * FROM (${query}) LIMIT ${raw(String(MAXIMUM_TREE + 1))}`,
  );
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
    data: ordered.map((row) => presentGroup(context, shown(row))),
    discount_count: top.reduce((sum, row) => sum + Number(row.discount_count), 0),
    group_count: top.length,
    cursor: null,
    ...(request.summary ? { summary: presentTotal(context, total && shown(total)) } : {}),
  };
}

function sortTree(
  rows: readonly Row[],
  request: GroupsRequest,
  groupIds: ReadonlySet<string>,
  field: ListingField | undefined,
): Row[] {
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
    return text === null ? null : foldText(text);
  };
  const byKey = (left: Row, right: Row, order: number): number =>
    compareValues(keyField(left), keyField(right), order) || compareValues(key(left), key(right), 1);
  const end = field ? spanEnd(field, request.order ?? 'asc') : null;
  const comparedOf = (row: Row, id: string): unknown => {
    const value = plainValue(row[id]);
    return end !== null && Array.isArray(value) ? value[end] : value;
  };
  const compare = (left: Row, right: Row): number =>
    metric
      ? compareValues(comparedOf(left, metric), comparedOf(right, metric), sign) || byKey(left, right, 1)
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
}

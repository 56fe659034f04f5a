import type { PageQuery } from '@palier/domain';
import { join, raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import { DEFAULT_PAGE, MAXIMUM_PAGE, type ProjectContext } from './context.ts';
import { sortKey } from './cursor.ts';
import type { KeyPlace } from './group-query.ts';
import { fromSql } from './selection.ts';

const DEFAULT_SORT = 'item_group_id';

export interface Order {
  sort: string;
  order: 'asc' | 'desc';
  key: Sql;
}

export function lineOrder(context: ProjectContext, request: PageQuery): Order {
  const sort = request.sort ?? DEFAULT_SORT;
  const order = request.order ?? 'asc';
  if (order !== 'asc' && order !== 'desc') throw new InvalidQueryError('Requête non valide');
  const field = context.fields.get(sort);
  return { sort, order, key: sortKey(field.definition, field.column) };
}

export function pageSize(size: number | undefined): number {
  return Math.min(MAXIMUM_PAGE, Math.max(1, Math.trunc(size ?? DEFAULT_PAGE)));
}

export function direction(order: Pick<Order, 'order'>): Sql {
  return raw(order.order === 'desc' ? 'DESC NULLS LAST' : 'ASC NULLS LAST');
}

/** The order of the rows of `keysSql`: their groups', missing keys last, then theirs inside the group. */
export function orderSql(order: Order, depth: number): Sql {
  const groups = Array.from({ length: depth }, (_, at) => `p${at} NULLS LAST, k${at} NULLS LAST, `);
  return sql`${raw(groups.join(''))}sort_key ${direction(order)}, sort_id`;
}

/** `line_no, sort_key, sort_id` of the lines that fulfil a condition, in no order; the keys of groups are `k0`, `k1`… */
export function unsortedKeysSql(
  context: ProjectContext,
  condition: Sql | undefined,
  order: Order,
  groups: readonly KeyPlace[] = [],
): Sql {
  const from = fromSql(context, [condition, order.key, ...groups.map(({ key }) => key)]);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const keys = groups.map(
    ({ key, place }, at) => sql`, ${key} AS ${raw(`k${at}`)}, ${place(key)} AS ${raw(`p${at}`)}`,
  );
  return sql`SELECT l.line_no, ${order.key} AS sort_key, l.id_order AS sort_id${join(keys, '')} ${from} ${where}`;
}

/** The same in order; ties by `_id`, whose rank `sort_id` is. With groups, lines of a group follow each other. */
export function keysSql(
  context: ProjectContext,
  condition: Sql | undefined,
  order: Order,
  groups: readonly KeyPlace[] = [],
): Sql {
  return sql`${unsortedKeysSql(context, condition, order, groups)} ORDER BY ${orderSql(order, groups.length)}`;
}

/** Condition of the rows after a group's, or in it and `inside`. */
export function afterGroupSql(
  groups: readonly KeyPlace[],
  keys: readonly (string | null)[],
  inside: Sql,
): Sql {
  return groups.reduceRight((rest, { key, place }, at) => {
    const text = keys[at] ?? null;
    if (text === null) return sql`(${key} IS NULL AND ${rest})`;
    const own = sql`${text}::VARCHAR`;
    const beyond = sql`${place(key)} > ${place(own)} OR (${place(key)} = ${place(own)} AND ${key} > ${own}) OR ${key} IS NULL`;
    return sql`(${beyond} OR (${key} = ${own} AND ${rest}))`;
  }, inside);
}

export function allOf(conditions: readonly (Sql | undefined)[]): Sql | undefined {
  const given = conditions.filter((part): part is Sql => part !== undefined);
  return given.length > 0
    ? join(
        given.map((part) => sql`(${part})`),
        ' AND ',
      )
    : undefined;
}

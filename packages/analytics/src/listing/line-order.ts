import { join, raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import { DEFAULT_PAGE, MAXIMUM_PAGE, type ProjectContext } from './context.ts';
import { sortKey } from './cursor.ts';
import { fromSql } from './selection.ts';
import type { PageRequest } from './types.ts';

const DEFAULT_SORT = 'item_group_id';

export type Order = { sort: string; order: 'asc' | 'desc'; key: Sql };

export const lineOrder = (context: ProjectContext, request: PageRequest): Order => {
  const sort = request.sort ?? DEFAULT_SORT;
  const order = request.order ?? 'asc';
  if (order !== 'asc' && order !== 'desc') throw new InvalidQueryError('Requête non valide');
  const field = context.fields.get(sort);
  return { sort, order, key: sortKey(field.definition, field.column) };
};

export const pageSize = (size: number | undefined): number =>
  Math.min(MAXIMUM_PAGE, Math.max(1, Math.trunc(size ?? DEFAULT_PAGE)));

export const direction = (order: Pick<Order, 'order'>): Sql =>
  raw(order.order === 'desc' ? 'DESC NULLS LAST' : 'ASC NULLS LAST');

/** `line_no, sort_key, sort_id` of the lines that fulfil a condition, in order; ties by `_id`, whose rank `sort_id` is. */
export const keysSql = (context: ProjectContext, condition: Sql | undefined, order: Order): Sql => {
  const from = fromSql(context, [condition, order.key]);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  return sql`SELECT l.line_no, ${order.key} AS sort_key, l.id_order AS sort_id ${from} ${where} ORDER BY sort_key ${direction(order)}, sort_id`;
};

export const allOf = (conditions: readonly (Sql | undefined)[]): Sql | undefined => {
  const given = conditions.filter((part): part is Sql => part !== undefined);
  return given.length > 0
    ? join(
        given.map((part) => sql`(${part})`),
        ' AND ',
      )
    : undefined;
};

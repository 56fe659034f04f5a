import type { FieldDefinition } from '@palier/domain';
import { raw, type Sql, sql } from '../database/sql.ts';
import { InvalidCursorError } from '../errors.ts';
import { isNumeric } from './fields.ts';

/** Where the next page starts: after the row with this sort value and identity. */
export interface Cursor {
  sort: string;
  order: 'asc' | 'desc';
  value: string | number | null;
  id: string;
  /** Of lines in the order of their groups: the keys of the row's group. */
  keys?: readonly (string | null)[];
}

export function encodeCursor({ sort, order, value, id, keys = [] }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, order, value, id, ...keys])).toString('base64url');
}

function refuse(): never {
  throw new InvalidCursorError('Curseur de page non valide');
}

/**
 * @param depth how many keys the rows' groups have
 * @throws InvalidCursorError for a cursor that is not ours, or of another sort.
 */
export function decodeCursor(text: string, sort: string, order: 'asc' | 'desc', depth = 0): Cursor {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return refuse();
  }
  if (!Array.isArray(parts) || parts.length !== 4 + depth) return refuse();
  const [cursorSort, cursorOrder, value, id, ...keys] = parts as unknown[];
  const known =
    value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
  if (cursorSort !== sort || cursorOrder !== order || typeof id !== 'string' || !known) return refuse();
  if (!keys.every((key) => key === null || typeof key === 'string')) return refuse();
  return { sort, order, value, id, keys: keys as (string | null)[] };
}

/**
 * What rows are ordered by: numbers as numbers, booleans as 0 and 1, dates and texts as texts (without case or
 * accents). NaN counts as missing.
 */
export function sortKey(definition: Pick<FieldDefinition, 'type'>, column: Sql): Sql {
  if (isNumeric(definition as FieldDefinition)) return sql`nullif(${column}::DOUBLE, 'nan'::DOUBLE)`;
  if (definition.type === 'boolean') return sql`${column}::INTEGER`;
  if (definition.type === 'date' || definition.type === 'score') return sql`${column}::VARCHAR`;
  if (definition.type === 'list') return sql`list_extract(${column}, 1)::VARCHAR`;
  return sql`strip_accents(lower(${column}::VARCHAR))`;
}

/** Condition of the rows after a cursor, missing values last in both orders, equal values by identity. */
export function afterSql(key: Sql, id: Sql, cursor: Cursor): Sql {
  if (cursor.value === null) return sql`(${key} IS NULL AND ${id} > ${cursor.id})`;
  const value =
    typeof cursor.value === 'number' ? sql`${cursor.value}::DOUBLE` : sql`${cursor.value}::VARCHAR`;
  const beyond = raw(cursor.order === 'desc' ? '<' : '>');
  return sql`(${key} ${beyond} ${value} OR (${key} = ${value} AND ${id} > ${cursor.id}) OR ${key} IS NULL)`;
}

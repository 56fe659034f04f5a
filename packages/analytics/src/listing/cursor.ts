import type { FieldDefinition } from '@palier/domain';
import { raw, type Sql, sql } from '../database/sql.ts';
import { InvalidCursorError } from '../errors.ts';
import { isNumeric } from './fields.ts';

/** Where the next page starts: after the row with this sort value and identity. */
export type Cursor = { sort: string; order: 'asc' | 'desc'; value: string | number | null; id: string };

export const encodeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.sort, cursor.order, cursor.value, cursor.id])).toString('base64url');

const refused = (): never => {
  throw new InvalidCursorError('Curseur de page non valide');
};

/** @throws InvalidCursorError for a cursor that is not ours, or of another sort. */
export const decodeCursor = (text: string, sort: string, order: 'asc' | 'desc'): Cursor => {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return refused();
  }
  if (!Array.isArray(parts) || parts.length !== 4) return refused();
  const [cursorSort, cursorOrder, value, id] = parts as unknown[];
  const known =
    value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
  if (cursorSort !== sort || cursorOrder !== order || typeof id !== 'string' || !known) return refused();
  return { sort, order, value, id };
};

/**
 * What rows are ordered by: numbers as numbers, booleans as 0 and 1, dates and texts as texts (without case or
 * accents). NaN counts as missing.
 */
export const sortKey = (definition: Pick<FieldDefinition, 'type'>, column: Sql): Sql => {
  if (isNumeric(definition as FieldDefinition)) return sql`nullif(${column}::DOUBLE, 'nan'::DOUBLE)`;
  if (definition.type === 'boolean') return sql`${column}::INTEGER`;
  if (definition.type === 'date' || definition.type === 'score') return sql`${column}::VARCHAR`;
  if (definition.type === 'list') return sql`list_extract(${column}, 1)::VARCHAR`;
  return sql`strip_accents(lower(${column}::VARCHAR))`;
};

/** Condition of the rows after a cursor, missing values last in both orders, equal values by identity. */
export const afterSql = (key: Sql, id: Sql, cursor: Cursor): Sql => {
  if (cursor.value === null) return sql`(${key} IS NULL AND ${id} > ${cursor.id})`;
  const value =
    typeof cursor.value === 'number' ? sql`${cursor.value}::DOUBLE` : sql`${cursor.value}::VARCHAR`;
  const beyond = raw(cursor.order === 'desc' ? '<' : '>');
  return sql`(${key} ${beyond} ${value} OR (${key} = ${value} AND ${id} > ${cursor.id}) OR ${key} IS NULL)`;
};

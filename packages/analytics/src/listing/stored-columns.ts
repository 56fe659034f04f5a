import { BIGINT, BOOLEAN, DOUBLE, type DuckDBType, type DuckDBValue, VARCHAR } from '@duckdb/node-api';
import { DECISION_LIST, type DecisionName, type DecisionSqlType, NO_DECISION } from '@palier/domain';
import { quoteIdentifier } from '../database/sql.ts';
import type { DecisionRow } from './types.ts';

/** A stored column: its type, how a row gives its value, and what a line without a decision has. */
export interface Column {
  name: string;
  type: DuckDBType;
  sqlType: string;
  usual: string;
  value: (row: DecisionRow) => DuckDBValue;
}

/** How the copy has the columns of PostgreSQL: numbers as DuckDB computes them, moments as their ISO 8601 text. */
const TYPES: Readonly<Record<DecisionSqlType, { type: DuckDBType; sqlType: string; list?: string }>> = {
  boolean: { type: BOOLEAN, sqlType: 'BOOLEAN' },
  integer: { type: DOUBLE, sqlType: 'DOUBLE' },
  text: { type: VARCHAR, sqlType: 'VARCHAR' },
  timestamptz: { type: VARCHAR, sqlType: 'VARCHAR' },
  bigint: { type: BIGINT, sqlType: 'BIGINT' },
  // Lists are kept as text, their elements joined by commas: DuckDB changes a text in its place, but moves a row whose
  // list changes to the end of the table.
  'integer[]': { type: VARCHAR, sqlType: 'VARCHAR', list: 'DOUBLE[]' },
  'uuid[]': { type: VARCHAR, sqlType: 'VARCHAR', list: 'VARCHAR[]' },
};

function storedValue(name: DecisionName, sql: DecisionSqlType, row: DecisionRow): DuckDBValue {
  const value = row[name];
  if (Array.isArray(value)) return value.join(',');
  return sql === 'bigint' && value !== null ? BigInt(value) : value;
}

function literal(value: DuckDBValue): string {
  return typeof value === 'string' ? `'${value}'` : String(value ?? 'NULL');
}

/** The line that a decision is of. */
export const LINE_ID: Column = {
  ...{ name: 'discount_id', ...TYPES.text, usual: 'NULL' },
  value: ({ discount_id }) => discount_id,
};

/** Decisions as they come, with what a line without a decision has. */
export const STORED: readonly Column[] = DECISION_LIST.map(({ name, sql }) => {
  const value = (row: DecisionRow): DuckDBValue => storedValue(name, sql, row);
  const usual = literal(value({ ...NO_DECISION, discount_id: '', item_group_id: '' }));
  return { name, ...TYPES[sql], usual, value };
});

/** The columns that are lists, with the type of what is kept of them as text. */
const LISTS: ReadonlyMap<string, string> = new Map(
  DECISION_LIST.flatMap(({ name, sql }) => {
    const { list } = TYPES[sql];
    return list ? [[name, list]] : [];
  }),
);

/** Lists of a line that were read as the text they are kept as. */
export function splitLists(line: Record<string, unknown>): void {
  for (const [name, type] of LISTS) {
    const text = line[name];
    if (typeof text !== 'string') continue;
    const parts = text === '' ? [] : text.split(',');
    line[name] = type === 'DOUBLE[]' ? parts.map(Number) : parts;
  }
}

/** SQL of a decision column of the table `d`. */
export function decisionColumn(name: string): string {
  const column = `d.${quoteIdentifier(name)}`;
  const type = LISTS.get(name);
  return type ? `(CASE WHEN ${column} = '' THEN [] ELSE string_split(${column}, ',') END)::${type}` : column;
}

import { type DuckDBMaterializedResult, JSDuckDBValueConverter } from '@duckdb/node-api';

export type Row = Record<string, unknown>;

/** A value of DuckDB as JSON has it: large integers, alone or in lists, as numbers. */
function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return Array.isArray(value) ? value.map(toPlain) : value;
}

export function plainRow<T extends object>(row: Row): T {
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'bigint' || Array.isArray(value)) row[name] = toPlain(value);
  }
  return row as T;
}

/**
 * The rows of a whole answer. Its parts are taken where they stand: DuckDB's own reading asks a thread for each, and
 * once more to hear that there is none left, behind the statements of everybody else. Column by column, since a
 * column knows its type.
 */
export function readRows<T extends object>(result: DuckDBMaterializedResult): T[] {
  const names = result.deduplicatedColumnNames();
  const rows: Row[] = [];
  for (let part = 0; part < result.chunkCount; part += 1) {
    const chunk = result.getChunk(part);
    const first = rows.length;
    for (let row = 0; row < chunk.rowCount; row += 1) rows.push({});
    for (const [column, name] of names.entries())
      chunk.visitColumnValues(column, (value, index, _, type) => {
        const row = rows[first + index];
        if (row) row[name] = toPlain(JSDuckDBValueConverter(value, type, JSDuckDBValueConverter));
      });
  }
  return rows as T[];
}

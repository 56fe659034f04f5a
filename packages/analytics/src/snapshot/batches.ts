import type { DuckDBValue } from '@duckdb/node-api';
import type { Session } from '../database/session.ts';
import type { Sql } from '../database/sql.ts';

/** Reads values column by column, without making a row object of each; `texts` reads a column of texts. */
export async function eachBatch(
  session: Session,
  query: Sql | string,
  visit: (columns: ArrayLike<number>[], count: number, texts: (column: number) => (string | null)[]) => void,
): Promise<void> {
  const { text, values } = typeof query === 'string' ? { text: query, values: [] } : query;
  const result = await session.connection.stream(
    text,
    values.length > 0 ? ([...values] as DuckDBValue[]) : undefined,
  );
  for (
    let chunk = await result.fetchChunk();
    chunk !== null && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    const columns = chunk.getColumns();
    visit(columns as number[][], chunk.rowCount, (column) => columns[column] as (string | null)[]);
  }
}

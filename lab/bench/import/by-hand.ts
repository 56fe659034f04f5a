import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Files } from './files.ts';

/** DuckDB alone reading the same files into typed tables, nothing checked, merged or written. */
export async function readBare({ folder, names }: Files): Promise<void> {
  const instance = await DuckDBInstance.create(join(folder, 'bare.duckdb'), { memory_limit: '700MB' });
  const session = await instance.connect();
  for (const [index, name] of names.entries())
    await session.run(
      `CREATE OR REPLACE TABLE t${index} AS FROM read_csv('${join(folder, name)}', delim = ';', header = true, decimal_separator = ',')`,
    );
  session.closeSync();
  instance.closeSync();
  await rm(join(folder, 'bare.duckdb'), { force: true });
}

/** One month's file, as the warehouse keeps it: rows of one day, variant and shop added up, in the order of variants. */
function writeMonth(session: DuckDBConnection, folder: string, month: string): Promise<unknown> {
  return session.run(`COPY (
    SELECT date, item.code_produit, sku, magasin, sum("quantité") AS quantity, sum(montant) AS amount, any_value(prix_ttc) AS list_price, count(*) AS copies
    FROM sale JOIN item USING (sku) WHERE date >= DATE '${month}' AND date < DATE '${month}' + INTERVAL 1 MONTH GROUP BY ALL ORDER BY sku, date)
  TO '${join(folder, `${month}.parquet`)}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 100000)`);
}

/**
 * The least that the duties cost: SQL written for these very files, trusted to be clean, that makes the months' files
 * and the sums by day, by week and by shop that a snapshot stands on. No checks, report, quality, prices, metrics,
 * ranks, listing file.
 */
export async function doByHand({ folder, names }: Files): Promise<void> {
  const work = join(folder, 'by-hand');
  await mkdir(work, { recursive: true });
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '500MB',
    temp_directory: join(work, 'spill'),
  });
  const session = await instance.connect();
  const sales = names.filter((name) => name.startsWith('ventes')).map((name) => `'${join(folder, name)}'`);
  const csv = (files: string): string =>
    `read_csv(${files}, delim = ';', header = true, decimal_separator = ',')`;
  await session.run(`CREATE TABLE item AS FROM ${csv(`'${join(folder, 'articles.csv')}'`)}`);
  await session.run(`CREATE TABLE sale AS FROM ${csv(`[${sales.join(', ')}]`)}`);
  const months = await session.runAndReadAll(
    `SELECT DISTINCT date_trunc('month', date)::DATE::VARCHAR AS month FROM (SELECT DISTINCT date FROM sale) ORDER BY 1`,
  );
  for (const [month] of months.getRows()) await writeMonth(session, work, String(month));
  await session.run('DROP TABLE sale');
  const written = `read_parquet('${work}/*.parquet')`;
  const sums = 'sum(quantity) AS quantity, sum(amount) AS amount, sum(quantity * list_price) AS listed';
  await session.run(`CREATE TABLE day AS SELECT code_produit, date, ${sums} FROM ${written} GROUP BY ALL`);
  await session.run(
    `CREATE TABLE week AS SELECT code_produit, date_trunc('week', date) AS week, ${sums} FROM ${written} GROUP BY ALL`,
  );
  await session.run(
    `CREATE TABLE couple AS SELECT sku, magasin, max(date) AS last_date FROM ${written} WHERE date > DATE '2026-07-05' - 180 GROUP BY ALL`,
  );
  session.closeSync();
  instance.closeSync();
  await rm(work, { recursive: true, force: true });
}

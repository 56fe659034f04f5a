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

/** Tells that a duty is done. */
export type Tell = (duty: string) => void;

/** Opens a database for the work by hand, with the memory that an import has, in a folder that goes with it. */
async function withDatabase(
  folder: string,
  work: (session: DuckDBConnection, own: string) => Promise<void>,
): Promise<void> {
  const own = join(folder, 'by-hand');
  await mkdir(own, { recursive: true });
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '500MB',
    temp_directory: join(own, 'spill'),
  });
  const session = await instance.connect();
  await work(session, own);
  session.closeSync();
  instance.closeSync();
  await rm(own, { recursive: true, force: true });
}

async function readSales(session: DuckDBConnection, { folder, names }: Files): Promise<void> {
  const sales = names.filter((name) => name.startsWith('ventes')).map((name) => `'${join(folder, name)}'`);
  const csv = (files: string): string =>
    `read_csv(${files}, delim = ';', header = true, decimal_separator = ',')`;
  await session.run(`CREATE TABLE item AS FROM ${csv(`'${join(folder, 'articles.csv')}'`)}`);
  await session.run(`CREATE TABLE sale AS FROM ${csv(`[${sales.join(', ')}]`)}`);
}

async function writeMonths(session: DuckDBConnection, folder: string): Promise<void> {
  const months = await session.runAndReadAll(
    `SELECT DISTINCT date_trunc('month', date)::DATE::VARCHAR AS month FROM (SELECT DISTINCT date FROM sale) ORDER BY 1`,
  );
  for (const [month] of months.getRows()) await writeMonth(session, folder, String(month));
}

/** What a snapshot stands on: by product and day, by product and week, by variant and shop. */
async function sumUp(session: DuckDBConnection, folder: string): Promise<void> {
  const written = `read_parquet('${folder}/*.parquet')`;
  const sums = 'sum(quantity) AS quantity, sum(amount) AS amount, sum(quantity * list_price) AS listed';
  await session.run(`CREATE TABLE day AS SELECT code_produit, date, ${sums} FROM ${written} GROUP BY ALL`);
  await session.run(
    `CREATE TABLE week AS SELECT code_produit, date_trunc('week', date) AS week, ${sums} FROM ${written} GROUP BY ALL`,
  );
  await session.run(
    `CREATE TABLE couple AS SELECT sku, magasin, max(date) AS last_date FROM ${written} WHERE date > DATE '2026-07-05' - 180 GROUP BY ALL`,
  );
}

/**
 * The least that the duties cost: SQL written for these very files, trusted to be clean, that makes the months' files
 * and the sums by day, by week and by shop that a snapshot stands on. No checks, report, quality, prices, metrics,
 * ranks, listing file.
 */
export async function doByHand(files: Files, tell: Tell = () => {}): Promise<void> {
  await withDatabase(files.folder, async (session, own) => {
    await readSales(session, files);
    tell('read');
    await writeMonths(session, own);
    tell('months of sales');
    await session.run('DROP TABLE sale');
    await sumUp(session, own);
    tell('sums');
  });
}

/**
 * What the work by hand leaves out and no import may, in the shortest SQL for these files: rows that cannot be sales,
 * rows that come twice, what is unlikely by day, product and shop, the engine's weeks.
 */
export async function checkByHand(files: Files, tell: Tell): Promise<void> {
  await withDatabase(files.folder, async (session) => {
    await readSales(session, files);
    tell('read');
    await session.run(`SELECT count_if(date IS NULL OR date < DATE '1970-01-01' OR date > DATE '2200-01-01') AS stray,
      count_if("quantité" IS NULL OR NOT isfinite("quantité"::DOUBLE)) AS uncounted, count_if(NOT isfinite(montant)) AS unpaid,
      count_if(sku IS NULL OR contains(sku, 'E+') OR starts_with(sku, 'Tota')) AS uncoded,
      count_if(magasin IS NULL OR starts_with(magasin, 'Tota')) AS unplaced,
      count_if(sku NOT IN (SELECT sku FROM item)) AS unknown FROM sale`);
    tell('checks of rows');
    await session.run(`SELECT sum(n - 1) FROM (SELECT count(*) AS n FROM sale
      GROUP BY date, sku, magasin, "quantité", montant HAVING count(*) > 1)`);
    tell('rows that come twice');
    for (const by of ['date', 'code_produit', "magasin, date_trunc('week', date)"])
      await session.run(`CREATE OR REPLACE TABLE likely AS SELECT ${by}, sum("quantité") AS quantity, sum(montant) AS amount,
        min(date) AS first_date, max(date) AS last_date FROM sale JOIN item USING (sku) GROUP BY ALL`);
    tell('quality');
    const weeks =
      await session.stream(`SELECT code_produit, date_trunc('week', date) AS week, sum("quantité") AS units,
        1 - sum(montant) / sum("quantité" * prix_ttc) AS discount FROM sale JOIN item USING (sku) GROUP BY ALL ORDER BY 1, 2`);
    while ((await weeks.fetchChunk())?.rowCount);
    tell('panel');
  });
}

import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { draftSnapshot, importFiles } from '@palier/analytics';
import { type BenchLine, type BenchOptions, benchLine, median } from './bench.ts';

const SALES_PER_PRODUCT = 750;
const RUNS = 3;

type Files = { folder: string; names: string[]; sales: number };

/** A retailer's files: products with four sizes, stock by size, two years of sales by day, size and shop. */
const makeFiles = async (products: number): Promise<Files> => {
  const folder = await mkdtemp(join(tmpdir(), 'palier-bench-import-'));
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '800MB',
    temp_directory: join(folder, 'spill'),
  });
  const session = await instance.connect();
  const sales = products * SALES_PER_PRODUCT;
  const write = (name: string, select: string) =>
    session.run(`COPY (${select}) TO '${join(folder, name)}' (FORMAT csv, DELIMITER ';', HEADER true)`);
  const sku = (product: string, size: string): string =>
    `'P' || lpad((${product})::VARCHAR, 6, '0') || '-' || (${size})`;
  await write(
    'articles.csv',
    `SELECT 'P' || lpad((i // 4)::VARCHAR, 6, '0') AS code_produit, ${sku('i // 4', 'i % 4')} AS sku, 'Produit ' || (i // 4) AS "libellé", 'Marque ' || (i // 4 % 40) AS marque,
      'Famille ' || (i // 4 % 60) AS famille, (i % 4)::VARCHAR AS taille, replace((20 + i // 4 % 90 + 0.99)::VARCHAR, '.', ',') AS prix_ttc, '9,50' AS prix_revient FROM range(${products * 4}) t(i)`,
  );
  await write(
    'stock.csv',
    `SELECT DATE '2026-07-05' AS date, ${sku('i // 4', 'i % 4')} AS sku, 'M' || (i % 50) AS magasin, i % 9 AS stock FROM range(${products * 4}) t(i)`,
  );
  const parts = Math.max(1, Math.round(sales / 5_000_000));
  const names = ['articles.csv', 'stock.csv'];
  for (let part = 0; part < parts; part++) {
    const name = `ventes-${part}.csv`;
    const from = Math.floor((sales * part) / parts);
    const to = Math.floor((sales * (part + 1)) / parts);
    await write(
      name,
      `SELECT DATE '2024-07-08' + (i * 728 // ${sales})::INTEGER AS date, ${sku(`hash(i) % ${products}`, 'hash(i + 1) % 4')} AS sku, 'M' || (hash(i + 2) % 50) AS magasin,
        1 + hash(i + 3) % 2 AS "quantité", replace((20 + hash(i) % 60 + 0.5)::VARCHAR, '.', ',') AS montant FROM range(${from}, ${to}) t(i)`,
    );
    names.push(name);
  }
  session.closeSync();
  instance.closeSync();
  return { folder, names, sales };
};

/** DuckDB alone reading the same files into typed tables, nothing checked, merged or written. */
const readBare = async ({ folder, names }: Files): Promise<void> => {
  const instance = await DuckDBInstance.create(join(folder, 'bare.duckdb'), { memory_limit: '700MB' });
  const session = await instance.connect();
  for (const [index, name] of names.entries())
    await session.run(
      `CREATE OR REPLACE TABLE t${index} AS FROM read_csv('${join(folder, name)}', delim = ';', header = true, decimal_separator = ',')`,
    );
  session.closeSync();
  instance.closeSync();
  await rm(join(folder, 'bare.duckdb'), { force: true });
};

const importOurs = async ({ folder, names }: Files): Promise<void> => {
  const work = join(folder, 'work');
  const { folder: version } = await importFiles({
    files: names.map((name) => ({ name, path: join(folder, name) })),
    ...{
      warehouse_folder: join(work, 'warehouse'),
      version: 1,
      previous_folder: null,
      mode: 'incremental',
      temp_folder: join(work, 'temp'),
    },
  });
  const draft = await draftSnapshot({
    ...{
      warehouse_folder: version ?? '',
      snapshot_folder: join(work, 'snapshot'),
      version: 1,
      temp_folder: join(work, 'temp'),
      newId: () => crypto.randomUUID(),
    },
    project: {
      ...{
        project_id: 'bench',
        data_date: '2026-07-05',
        end_date: '2026-08-05',
        working_phase: 0,
        discount_pct_range: [20, 60],
      },
      phases: [{ name: null, start_date: '2026-07-08' }],
      ...{
        discount_levels: [0, 10, 20, 30, 40, 50, 60],
        accounting_currency: 'EUR',
        catalog_currency: 'EUR',
        selection: {},
      },
    },
  });
  await draft.extractPanel({ weeks: 104, scope: 'warehouse' });
  await draft.finish(null);
  await rm(work, { recursive: true, force: true });
};

/** Milliseconds on the clock, and of processor: the second is the fairer on a machine that others use. */
type Spent = { clock: number; processor: number };

const timed = async (action: () => Promise<void>): Promise<Spent> => {
  const start = performance.now();
  const before = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(before);
  return { clock: performance.now() - start, processor: (user + system) / 1000 };
};

const seconds = (spent: readonly Spent[], of: keyof Spent): number =>
  median(spent.map((one) => one[of])) / 1000;

/** Files to published snapshot (the fit left out) against DuckDB's bare reading of the same files, in turn. */
export const run = async (options: BenchOptions): Promise<BenchLine[]> => {
  const products = options.products ?? 4000;
  const files = await makeFiles(products);
  const ours: Spent[] = [];
  const bare: Spent[] = [];
  const runs = files.sales > 5_000_000 ? 1 : RUNS;
  for (let index = 0; index < runs; index++) {
    bare.push(await timed(() => readBare(files)));
    ours.push(await timed(() => importOurs(files)));
  }
  const sizes = await Promise.all(
    files.names.map(async (name) => (await stat(join(files.folder, name))).size),
  );
  const megabytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e6);
  await rm(files.folder, { recursive: true, force: true });
  const name = `${(files.sales / 1e6).toFixed(1)} M sales rows, ${megabytes} MB, to snapshot`;
  return [
    benchLine('import', `${name}: bare DuckDB read`, seconds(ours, 'clock'), seconds(bare, 'clock'), 's', 3),
    benchLine(
      'import',
      `${name}: bare DuckDB read, processor time`,
      seconds(ours, 'processor'),
      seconds(bare, 'processor'),
      's',
      null,
    ),
    benchLine('import', `${name}: peak memory`, process.resourceUsage().maxRSS / 1000, 1500, 'MB', 1),
  ];
};

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

export const SALES_PER_PRODUCT = 750;
export interface Files {
  folder: string;
  names: string[];
  sales: number;
}

/** A retailer's files: products with four sizes, stock by size, two years of sales by day, size and shop. */
export async function makeFiles(products: number): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-bench-import-'));
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '300MB',
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
        1 + hash(i + 3) % 2 AS "quantité", replace(((20 + hash(i) % 60 + 0.5) * (1 + hash(i + 3) % 2))::VARCHAR, '.', ',') AS montant FROM range(${from}, ${to}) t(i)`,
    );
    names.push(name);
  }
  session.closeSync();
  instance.closeSync();
  return { folder, names, sales };
}

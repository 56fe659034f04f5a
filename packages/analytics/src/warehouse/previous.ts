import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '../database/database.ts';
import { quoteText } from '../database/sql.ts';
import type { WarehouseManifest } from '../import/types.ts';
import { emptySelect, TABLES, type TableName, WHOLE_TABLES } from './tables.ts';

/** A version of the warehouse on disk. */
export type Previous = { folder: string | null; manifest: WarehouseManifest | null; months: string[] };

export const MANIFEST = 'manifest.json';

export const readPrevious = async (folder: string | null): Promise<Previous> => {
  if (folder === null) return { folder, manifest: null, months: [] };
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as WarehouseManifest;
  const names = await readdir(folder);
  const months = names.flatMap((name) => /^sale-(\d{4}-\d{2})\.parquet$/.exec(name)?.[1] ?? []).sort();
  return { folder, manifest, months };
};

/** Views `<prefix><table>` over the files of a version (or nothing, with the right columns). */
export const attachWarehouse = async (
  session: Session,
  folder: string | null,
  prefix: string,
): Promise<void> => {
  const names = new Set(folder ? await readdir(folder) : []);
  const view = (table: TableName, select: string): Promise<void> =>
    session.run(`CREATE OR REPLACE VIEW "${prefix}${table}" AS ${select}`);
  for (const table of WHOLE_TABLES) {
    const file = `${table}.parquet`;
    const known = folder !== null && names.has(file);
    await view(
      table,
      known ? `SELECT * FROM read_parquet(${quoteText(join(folder, file))})` : emptySelect(table),
    );
  }
  const sales = [...names].filter((name) => name.startsWith('sale-')).sort();
  const paths = sales.map((name) => quoteText(join(folder ?? '', name)));
  const columns = Object.keys(TABLES.sale).join(', ');
  await view(
    'sale',
    paths.length > 0 ? `SELECT ${columns} FROM read_parquet([${paths.join(', ')}])` : emptySelect('sale'),
  );
};

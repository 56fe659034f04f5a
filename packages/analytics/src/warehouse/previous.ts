import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '../database/database.ts';
import { quoteText } from '../database/sql.ts';
import { emptySelect, filesSelect, type TableName, WHOLE_TABLES } from './tables.ts';
import type { WarehouseManifest } from './types.ts';

/** A version of the warehouse on disk. */
export interface Previous {
  folder: string | null;
  manifest: WarehouseManifest | null;
  months: string[];
}

export interface AttachOptions {
  /** Tables whose identical rows of one delivery count once instead of adding up. */
  copies_once?: readonly ('sale' | 'stock')[];
}

export const MANIFEST = 'manifest.json';

export async function readPrevious(folder: string | null): Promise<Previous> {
  if (folder === null) return { folder, manifest: null, months: [] };
  const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as WarehouseManifest;
  const names = await readdir(folder);
  const months = names.flatMap((name) => /^sale-(\d{4}-\d{2})\.parquet$/.exec(name)?.[1] ?? []).sort();
  return { folder, manifest, months };
}

/** Views `<prefix><table>` over the files of a version (or nothing, with the right columns). */
export async function attachWarehouse(
  session: Session,
  folder: string | null,
  prefix: string,
  options: AttachOptions = {},
): Promise<void> {
  const names = new Set(folder ? await readdir(folder) : []);
  const view = (table: TableName, select: string): Promise<void> =>
    session.run(`CREATE OR REPLACE VIEW "${prefix}${table}" AS ${select}`);
  for (const table of WHOLE_TABLES) {
    const path = join(folder ?? '', `${table}.parquet`);
    const known = names.has(`${table}.parquet`);
    if (!known) await view(table, emptySelect(table));
    else if (table === 'stock')
      await view(table, countedSql(table, filesSelect(table, [path]), ['quantity'], options));
    // Versions written by an older Palier lack columns; products have the retailer's own besides ours.
    else if (table === 'item_group')
      await view(
        table,
        `SELECT * FROM (${emptySelect(table)}) UNION ALL BY NAME SELECT * FROM read_parquet(${quoteText(path)})`,
      );
    else await view(table, filesSelect(table, [path]));
  }
  const sales = [...names].filter((name) => name.startsWith('sale-')).sort();
  const select =
    sales.length > 0
      ? filesSelect(
          'sale',
          sales.map((name) => join(folder ?? '', name)),
        )
      : emptySelect('sale');
  await view('sale', countedSql('sale', select, ['quantity', 'amount'], options));
}

/** Rows that came several times, identical, taken once when asked. */
function countedSql(
  table: 'sale' | 'stock',
  select: string,
  columns: readonly string[],
  { copies_once = [] }: AttachOptions,
): string {
  if (!copies_once.includes(table)) return select;
  const once = columns.map(
    (name) => `CASE WHEN copies IS NULL THEN ${name} ELSE ${name} / copies END AS ${name}`,
  );
  return `SELECT * REPLACE (${once.join(', ')}) FROM (${select})`;
}

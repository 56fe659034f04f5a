import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import { MANIFEST, readManifest } from './manifest.ts';
import { unpackedCounts, unpackedSales } from './packs.ts';
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
  /** `whole`: packs as they were received, not as their articles. */
  packs?: 'whole';
  /** The organisation's currency, where the folder does not say it yet. */
  currency?: string;
}

export async function readPrevious(folder: string | null): Promise<Previous> {
  if (folder === null) return { folder, manifest: null, months: [] };
  const manifest = await readManifest(folder);
  const names = await readdir(folder);
  const months = names.flatMap((name) => /^sale-(\d{4}-\d{2})\.parquet$/.exec(name)?.[1] ?? []).sort();
  return { folder, manifest, months };
}

/** The currency of amounts that say none, when the organisation has set none either. */
export const USUAL_CURRENCY = 'EUR';

/**
 * Views `<prefix><table>` over the files of a version (or nothing, with the right columns). Amounts of `<prefix>sale`
 * are of the organisation's currency alone, NULL in any other (`is_foreign`), so that no sum adds two currencies;
 * `<prefix>sale_any` has them all, each with its currency; `<prefix>own_currency` is the organisation's. Packs sold,
 * stocked or ordered are there as their articles.
 */
export async function attachWarehouse(
  session: Session,
  folder: string | null,
  prefix: string,
  options: AttachOptions = {},
): Promise<void> {
  const names = new Set(folder ? await readdir(folder) : []);
  const view = (table: TableName, select: string): Promise<void> =>
    session.run(`CREATE OR REPLACE VIEW "${prefix}${table}" AS ${select}`);
  const parts = options.packs === 'whole' ? null : await packParts(session, folder, names);
  for (const table of WHOLE_TABLES) {
    const path = join(folder ?? '', `${table}.parquet`);
    const known = names.has(`${table}.parquet`);
    if (!known) await view(table, emptySelect(table));
    else if (table === 'stock' || table === 'order') {
      const select = filesSelect(table, [path]);
      const rows = table === 'stock' ? countedSql(table, select, ['quantity'], options) : select;
      await view(table, parts === null ? rows : unpackedCounts(table, rows, parts));
    }
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
  const currency = options.currency ?? (await currencyOf(folder, names));
  const counted = countedSql('sale', select, ['quantity', 'amount'], options);
  await session.run(
    `CREATE OR REPLACE VIEW "${prefix}own_currency" AS SELECT ${quoteText(currency)} AS code`,
  );
  const any = parts === null ? counted : unpackedSales(counted, parts, quoteText(currency));
  await session.run(`CREATE OR REPLACE VIEW "${prefix}sale_any" AS ${any}`);
  await view('sale', ownSalesSql(`"${prefix}sale_any"`, currency));
}

/** `SELECT` of sales whose amounts are of one currency; those of another are unknown in it. */
function ownSalesSql(sales: string, currency: string): string {
  const foreign = `coalesce(currency, ${quoteText(currency)}) <> ${quoteText(currency)}`;
  const own = (name: string): string => `CASE WHEN NOT (${foreign}) THEN ${name} END AS ${name}`;
  return `SELECT * REPLACE (${own('amount')}, ${own('list_price')}), ${foreign} AS is_foreign FROM ${sales}`;
}

/** `(SELECT)` of what the packs of a version are made of; null where it has none. */
async function packParts(
  session: Session,
  folder: string | null,
  names: ReadonlySet<string>,
): Promise<string | null> {
  if (!names.has('pack_part.parquet')) return null;
  const parts = `(${filesSelect('pack_part', [join(folder ?? '', 'pack_part.parquet')])})`;
  const rows = await session.rows(`SELECT 1 FROM ${parts} LIMIT 1`);
  return rows.length === 0 ? null : parts;
}

async function currencyOf(folder: string | null, names: ReadonlySet<string>): Promise<string> {
  if (folder === null || !names.has(MANIFEST)) return USUAL_CURRENCY;
  const { manifest } = await readPrevious(folder);
  return manifest?.currency ?? USUAL_CURRENCY;
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

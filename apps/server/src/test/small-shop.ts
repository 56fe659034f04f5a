import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Project } from '@palier/contract';
import type { LinePage } from '@palier/domain';
import { newId } from '../ids.ts';
import { warehouseVersion } from '../modules/facts/repository.ts';
import { stagingPath } from '../modules/folders/index.ts';
import { requestImport } from '../modules/imports/service.ts';
import { waitForJobs } from '../modules/jobs/service.ts';
import { systemScope } from '../scope.ts';
import type { TestApp } from './app.ts';
import { sendDefinitions } from './send-file.ts';

export const ORGANIZATION = 'org_maison_brume';
const DATA_DATE = '2026-07-01';

/** A product of a test's retailer; what is left out is usual. */
export interface ShopProduct {
  code: string;
  title?: string;
  brand?: string;
  family?: string;
  season?: string;
  price?: number | null;
  cost?: number | null;
  image?: string | null;
  sizes?: readonly string[];
  /** Units of each size, 10 unless said. */
  stock?: number;
  /** Units sold each week of the last eight, 3 unless said. */
  weekly_sales?: number;
}

/** Imports a small retailer through the real door; its jobs must run. */
export const importShop = (test: TestApp, products: readonly ShopProduct[]): Promise<void> =>
  importTexts(test, {
    'items.csv': itemsCsv(products),
    'sales.csv': salesCsv(products),
    'stock.csv': stockCsv(products),
  });

/** Brings projects by their definitions, as a data manager does on screen; its jobs must run. @returns their ids */
export async function bringProjects(test: TestApp, definitions: readonly object[]): Promise<string[]> {
  const { status, body } = await sendDefinitions(test, 'claire', 'projets.json', JSON.stringify(definitions));
  if (status >= 300) throw new Error(`not brought: ${JSON.stringify(body)}`);
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  return (body as { data: { _id: string }[] }).data.map(({ _id }) => _id);
}

/** Imports files by their name, through the real door; its jobs must run. */
export async function importTexts(
  test: TestApp,
  files: Readonly<Record<string, string>>,
  settings: Record<string, unknown> = {},
): Promise<void> {
  const import_id = newId();
  const folder = join(test.deps.folders.root, stagingPath(import_id));
  await mkdir(folder, { recursive: true });
  const staged = [];
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await writeFile(path, content);
    staged.push({ path, name, size_bytes: content.length });
  }
  await test.deps.folders.publish(stagingPath(import_id));
  const scope = systemScope(ORGANIZATION);
  const { db } = test.deps.database;
  await requestImport({ db, queue: test.deps.queue }, scope, {
    import_id,
    files: staged,
    mapping: { accept_likely: true, settings },
    staging_folder: folder,
  });
  await waitForJobs(db, scope);
  if ((await warehouseVersion(db, scope)) === 0) throw new Error('the shop was not imported');
}

const csv = (rows: readonly (readonly (string | number | null | undefined)[])[]): string =>
  rows.map((row) => row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(',')).join('\n');

const sizesOf = (product: ShopProduct): readonly string[] => product.sizes ?? ['S', 'M'];

function itemsCsv(products: readonly ShopProduct[]): string {
  const heads = 'item_group_id,item_id,title,brand,family,size,release_season,price,cost,image_url'.split(
    ',',
  );
  const rows = products.flatMap((product) =>
    (sizesOf(product).length > 0 ? sizesOf(product) : [null]).map((size) => [
      ...[
        product.code,
        size === null ? product.code : `${product.code}-${size}`,
        product.title ?? product.code,
      ],
      ...[product.brand ?? 'Lune', product.family ?? 'Robes', size, product.season ?? 'E26'],
      ...[product.price === undefined ? 50 : product.price, product.cost === undefined ? 20 : product.cost],
      product.image === undefined ? 'https://images.example/p.jpg' : product.image,
    ]),
  );
  return csv([heads, ...rows]);
}

function salesCsv(products: readonly ShopProduct[]): string {
  const rows = products.flatMap((product) =>
    Array.from({ length: 8 }, (_, week) => [
      new Date(Date.parse(DATA_DATE) - (7 * week + 2) * 86_400_000).toISOString().slice(0, 10),
      sizesOf(product).length > 0 ? `${product.code}-${sizesOf(product)[0]}` : product.code,
      'M01',
      product.weekly_sales ?? 3,
      (product.weekly_sales ?? 3) * (product.price ?? 50),
    ]).filter((row) => Number(row[3]) > 0),
  );
  return csv([['date', 'item_id', 'location_code', 'quantity', 'amount'], ...rows]);
}

function stockCsv(products: readonly ShopProduct[]): string {
  const rows = products.flatMap((product) =>
    (sizesOf(product).length > 0 ? sizesOf(product) : [null]).map((size) => [
      size === null ? product.code : `${product.code}-${size}`,
      ...['M01', product.stock ?? 10, DATA_DATE],
    ]),
  );
  return csv([['item_id', 'inventory_code', 'quantity', 'date'], ...rows]);
}

/** A project over the shop's products (all, or those of a list), with its snapshot computed. */
export async function openProject(
  test: TestApp,
  name: string,
  more: Record<string, unknown> = {},
): Promise<Project> {
  const { status, body } = await test.ask('claire', {
    method: 'POST',
    url: '/api/projects',
    payload: {
      name,
      data_date: DATA_DATE,
      end_date: '2026-08-26',
      phases: [
        { name: 'Première démarque', start_date: '2026-07-01' },
        { name: 'Deuxième démarque', start_date: '2026-07-22' },
      ],
      discount_pct_range: [20, 30, 40, 50, 60],
      ...more,
    },
  });
  if (status !== 201) throw new Error(`project refused: ${JSON.stringify(body)}`);
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  return body;
}

/** The summer soldes of an imported shop, over two phases from 24 June, at the date of its own data. */
export function openSoldes(test: TestApp, discount_pct_range: readonly number[]): Promise<Project> {
  return openProject(test, 'Soldes été 2026/Robes', {
    data_date: undefined,
    phases: [{ start_date: '2026-06-24' }, { start_date: '2026-07-08' }],
    end_date: '2026-07-22',
    discount_pct_range,
    working_phase: 0,
  });
}

/** Lines of a project by product code. */
export async function linesOf(
  test: TestApp,
  project_id: string,
): Promise<Map<string, LinePage['data'][number]>> {
  const { body } = await test.ask('claire', { url: `/api/projects/${project_id}/discounts?size=1000` });
  return new Map((body as LinePage).data.map((line) => [line.item_group_id, line]));
}

/** Chooses discounts by product code. */
export async function choose(
  test: TestApp,
  project_id: string,
  discounts: Readonly<Record<string, number | null>>,
  who: 'claire' | 'marion' = 'claire',
): Promise<void> {
  const lines = await linesOf(test, project_id);
  const payload = Object.fromEntries(
    Object.entries(discounts).map(([code, discount_pct_user]) => [
      lines.get(code)?._id,
      { discount_pct_user },
    ]),
  );
  const { status, body } = await test.ask(who, {
    method: 'PUT',
    url: `/api/projects/${project_id}/discounts`,
    payload,
  });
  if (status !== 200) throw new Error(`edit refused: ${JSON.stringify(body)}`);
}

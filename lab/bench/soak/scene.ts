import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '../../../apps/server/src/test/app.ts';
import { importShop, linesOf, openProject } from '../../../apps/server/src/test/small-shop.ts';

const FAMILIES = 12;

/** A project that people may open at once. */
export interface Scene {
  folder: string;
  project_id: string;
  /** The lines of each editor: nobody else writes them. */
  lines: string[][];
}

/** A retailer of so many products in one project, on the embedded database or on the one that is given. */
export async function setScene(
  products: number,
  editors: number,
  database_url: string | null,
): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-soak-'));
  const test = await startTestApp({ data_folder: folder, database_url, jobs: true });
  const codes = Array.from({ length: products }, (_, index) => `P${index}`);
  await importShop(
    test,
    codes.map((code, index) => ({
      code,
      family: `Famille ${index % FAMILIES}`,
      price: 20 + (index % 90),
      cost: 10,
      weekly_sales: 1 + (index % 7),
      stock: 10 + (index % 50),
    })),
  );
  const { _id } = await openProject(test, 'Soldes/Endurance');
  const ids = [...(await linesOf(test, _id)).values()].map((line) => line._id);
  await test.close();
  const lines = Array.from({ length: editors }, (_, editor) =>
    ids.filter((_, at) => at % editors === editor),
  );
  return { folder, project_id: _id, lines };
}

import type { Import, References } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { importTexts, linesOf, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
});
afterAll(() => test.close());

type Detail = Record<'variants' | 'places', { stock_qty: number }[]>;

const settled = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
const get = async <T>(url: string): Promise<T> => (await test.ask('claire', { url: `/api${url}` })).body as T;

it('rows that came twice count once in the panel of a product and in N−1 too, when their check is excluded', async () => {
  const twice = (row: string): string => `${row}\n${row}\n`;
  await importTexts(test, {
    'articles.csv': 'code_produit;libellé;taille;prix_ttc;prix_revient\nD1;Robe;38;80;20\n',
    'ventes.csv': `date;code_produit;taille;magasin;quantité;ca_ttc\n${['2025-06-01', '2025-07-16', '2026-07-01'].map((day) => twice(`${day};D1;38;M1;2;160`)).join('')}`,
    'stock.csv': `date;code_produit;taille;magasin;stock\n${twice('2026-07-08;D1;38;M1;4')}`,
  });
  await settled();
  const project = await openProject(test, 'Doublons', { data_date: '2026-07-08', end_date: '2026-08-05' });
  const said = async () => {
    const line = (await linesOf(test, project._id)).get('D1');
    const { variants, places } = await get<Detail>(`/projects/${project._id}/products/D1`);
    const references = await get<References>(`/projects/${project._id}/discounts/references`);
    return {
      listing: line?.stock_qty,
      sizes: variants?.map(({ stock_qty }) => stock_qty),
      places: places?.map(({ stock_qty }) => stock_qty),
      last_year: references.data[0]?.end.last_year?.sales_qty,
    };
  };
  expect(await said()).toEqual({ listing: 8, sizes: [8], places: [8], last_year: 4 });
  const imports = await get<{ data: Import[] }>('/imports');
  const id = imports.data[0]?._id;
  for (const code of ['duplicate_sale', 'duplicate_stock'])
    await test.ask('claire', {
      method: 'PUT',
      url: `/api/imports/${id}/quality/${code}`,
      payload: { action: 'exclude' },
    });
  await settled();
  expect(await said()).toEqual({ listing: 4, sizes: [4], places: [4], last_year: 2 });
});

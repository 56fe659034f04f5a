import type { PriceFile, Project } from '@palier/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importTexts, openProject } from '../../../test/small-shop.ts';

// What a file of changes says of articles that a delivery calls otherwise: the price of none is given back by mistake.

const START = '2026-07-01';
const items = (rows: readonly string[]): string =>
  ['code_produit;sku;taille;libelle;prix_ttc;cout', ...rows].join('\n');
const BEFORE = ['SIZED;SZ-1;M;Robe;50;9', 'CODED;CD-1;M;Pull;60;9', 'SAME;SM-1;M;Veste;80;9'];

let test: TestApp;
let project: Project;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const skus = ['SZ-1', 'CD-1', 'SM-1'];
  await importTexts(test, {
    'articles.csv': items(BEFORE),
    'ventes.csv': ['date;sku;quantite;montant_ttc;code_magasin']
      .concat(skus.map((sku) => `2026-06-29;${sku};2;100;L1`))
      .join('\n'),
    'stock.csv': ['date;sku;quantite;code_magasin']
      .concat(skus.map((sku) => `2026-06-30;${sku};9;L1`))
      .join('\n'),
    'lieux.csv': 'code;nom;type;pays\nL1;Lille;magasin;France',
  });
  project = await openProject(test, 'Soldes/Codes', {
    data_date: '2026-06-30',
    phases: [{ start_date: START }],
    end_date: '2026-07-29',
  });
  await choose(test, project._id, { SIZED: 20, CODED: 30, SAME: 40 });
}, 400_000);
afterAll(() => test?.close());

async function make(scope: 'all' | 'changes'): Promise<(string | undefined)[][]> {
  const url = `/api/projects/${project._id}/price-files`;
  const payload = { phase: 0, template_id: 'prices-csv', scope };
  const { status, body } = await test.ask('claire', { method: 'POST', url, payload });
  expect(status, JSON.stringify(body)).toBe(201);
  const answer = await test.app.inject({
    url: `${url}/${(body as PriceFile)._id}/content`,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
  });
  const rows = parse(answer.rawPayload, { delimiter: ';', columns: true, bom: true }) as Record<
    string,
    string
  >[];
  return rows.map((row) => [row['Code produit'], row.SKU, row['Prix démarqué'], row.Statut]).sort();
}

it('of an article whose size is written otherwise, or whose product has a new code, the price that it has', async () => {
  const all = await make('all');
  expect(all).toEqual([
    ['CODED', 'CD-1', '42,00', 'Non validée'],
    ['SAME', 'SM-1', '48,00', 'Non validée'],
    ['SIZED', 'SZ-1', '40,00', 'Non validée'],
  ]);
  await importTexts(test, {
    'articles.csv': items([
      'SIZED;SZ-1;Medium;Robe;50;9',
      'NEWER;CD-1;M;Pull;60;9',
      'SAME;SM-1;M;Veste;80;9',
    ]),
    'equivalences.csv': 'ancien_code;nouveau_code\nCODED;NEWER',
  });
  expect(await make('changes')).toEqual([
    ['NEWER', 'CD-1', '42,00', 'Non validée'],
    ['SIZED', 'SZ-1', '40,00', 'Non validée'],
  ]);
});

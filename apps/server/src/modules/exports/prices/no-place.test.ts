import type { PricePage } from '@palier/contract';
import { addDays } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importTexts, openProject } from '../../../test/small-shop.ts';

let test: TestApp;

const START = '2026-07-01';
const EVE = addDays(START, -1);

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
});
afterAll(() => test?.close());

it('counts the labels of a stock whose file names a place on some rows only, under a name that says so', async () => {
  await importTexts(test, {
    'articles.csv': 'code_produit;sku;taille;libelle;marque;prix_ttc;cout\nROBE;ROBE-S;S;Robe;Lune;50;9',
    'ventes.csv': `date;sku;quantite;montant_ttc\n${EVE};ROBE-S;1;50`,
    'stock.csv': `date;sku;quantite;code_magasin\n${EVE};ROBE-S;4;L1\n${EVE};ROBE-S;7;`,
  });
  const project = await openProject(test, 'Soldes/Sans lieu', {
    data_date: EVE,
    phases: [{ start_date: START }],
    end_date: '2026-07-29',
  });
  await choose(test, project._id, { ROBE: 30 });
  const { status, body } = await test.ask('claire', {
    method: 'GET',
    url: `/api/projects/${project._id}/prices`,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const { summary } = body as PricePage;
  expect(summary.label_count).toBe(11);
  expect(summary.places.map(({ name, label_count }) => [name, label_count])).toEqual([
    ['Magasin non précisé', 7],
    ['L1', 4],
  ]);
});

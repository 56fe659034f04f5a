import type { PricePage } from '@palier/contract';
import { addDays } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importTexts, linesOf, openProject } from '../../../test/small-shop.ts';

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

it('says that goods are too young for soldes by the dates of the shops, as validation does', async () => {
  // In Corsica the summer's begin on 8 July: what is on sale since 1 June may be sold in them, what is since the 20th may not.
  await importTexts(test, {
    'articles.csv':
      'code_produit;libelle;prix_ttc;cout;date_mise_en_vente\nJUIN;Robe;50;9;2026-06-01\nTARD;Robe;50;9;2026-06-20',
    'ventes.csv':
      'date;code_produit;quantite;montant_ttc;code_magasin\n2026-06-28;JUIN;1;50;A1\n2026-06-28;TARD;1;50;A1',
    'stock.csv': 'date;code_produit;quantite;code_magasin\n2026-06-30;JUIN;7;A1\n2026-06-30;TARD;7;A1',
    'lieux.csv': 'code;nom;type;pays;ville;code_postal\nA1;Ajaccio;magasin;France;Ajaccio;20000',
  });
  const project = await openProject(test, 'Soldes été 2026/Corse', {
    data_date: '2026-06-30',
    phases: [{ start_date: '2026-07-08' }],
    end_date: '2026-08-05',
    selection: { sales_locations: ['A1'] },
  });
  const lines = await linesOf(test, project._id);
  const edits = ['JUIN', 'TARD'].map((code) => [lines.get(code)?._id, { included: false }]);
  await test.ask('claire', {
    method: 'PUT',
    url: `/api/projects/${project._id}/discounts`,
    payload: Object.fromEntries(edits),
  });
  const { body } = await test.ask('claire', { method: 'GET', url: `/api/projects/${project._id}/prices` });
  const reasons = (body as PricePage).summary.excluded.map(({ reason, product_count }) => [
    reason.replaceAll(/\s/g, ' '),
    product_count,
  ]);
  expect(Object.fromEntries(reasons)).toMatchObject({ 'Exclu : en vente depuis moins d’un mois': 1 });
});

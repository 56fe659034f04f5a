import { afterAll, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const head = 'Référence;Libellé;Saison de lancement;Prix TTC\n';

it('the products of a delivery are all, those of a season, or a list of codes where nothing else says them', async () => {
  const { put, send } = await desk();
  const first = await send([await put('articles.csv', `${head}A1;Robe;E25;50\nA2;Jupe;E25;40\n`)]);
  expect(first.report.products).toEqual({ count: 2, all: true, own_value: null, codes: null });

  const season = await send([await put('articles.csv', `${head}B1;Pull;H26;50\nB2;Gilet;H26;40\n`)]);
  expect(season.report.products).toEqual({
    ...{ count: 2, all: false, codes: null },
    own_value: { field: 'release_season', value: 'H26' },
  });

  // One of each season: no value is theirs alone.
  const mixed = await send([await put('articles.csv', `${head}A1;Robe;E25;45\nB2;Gilet;H26;35\n`)]);
  expect(mixed.report.products).toEqual({ count: 2, all: false, own_value: null, codes: ['A1', 'B2'] });
});

it('of a delivery without articles they are those of its stocks; sales alone are of none', async () => {
  const { put, send } = await desk();
  await send([await put('articles.csv', `${head}A1;Robe;E25;50\nA2;Jupe;E25;40\n`)]);
  const stock = await send([await put('stock.csv', 'Référence;Stock\nA2;4\nZ9;1\n')]);
  expect(stock.report.products).toMatchObject({ count: 1, codes: ['A2'] });
  const sales = await send([await put('ventes.csv', 'Date;Référence;Qté;Montant TTC\n2026-06-01;A1;1;50\n')]);
  expect(sales.report.products).toBeNull();

  // A column of articles that names products: as everywhere, a code that is a product's is the product.
  const named = await send([await put('stock.csv', 'SKU;Stock\nA1;4\n')]);
  expect(named.report.products).toMatchObject({ count: 1, codes: ['A1'] });
});

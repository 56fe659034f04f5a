import type { Announcement } from '@palier/domain';
import { expect, it } from 'vitest';
import type { PricedLine } from '../priced-lines.ts';
import { MOST_PRODUCTS, productsTable } from './products.ts';

const START = '2026-06-24';

/** A product of two sizes at 100 € until twelve days before, then at 80 € for five days. */
function product(code: string, announced: Announcement | null, title: string | null = null): PricedLine {
  const prior = {
    ...{ _id: code, item_id: null, phase: 0, begins: '2026-05-25', state: 'known' as const, price: 80 },
    ...{ date: '2026-06-12', source: 'list' as const, sales_count: null },
  };
  const row = {
    ...{ item_group_id: code, title, brand: null, price_list: 'Tarif FR', places: '', place_name: null },
    ...{ selling_price: 100, prior_price: 80, prior_price_date: '2026-06-12', discount_pct: 30, price: 70 },
    ...{ prior_price_state: 'known' as const, announced_pct: 12, currency: 'EUR', phase: 'Démarque 1' },
    ...{ first_day: START, last_day: '2026-06-30', status: 'Validée', reason: null },
  };
  return {
    line: { _id: code, item_group_id: code },
    standing: { discount_pct: 30, carried: false },
    rows: ['S', 'M'].map((size) => ({ ...row, item_id: `${code}-${size}`, size })),
    ...{ prior, priors: [prior], chain: 0, selling_price: 100, price: 70, former_price: 100 },
    ...{ rise: null, above_selling: null },
    points: [
      { _id: code, item_id: null, date: '2026-05-25', price: 100 },
      { _id: code, item_id: null, date: '2026-06-12', price: 80 },
      { _id: code, item_id: null, date: '2026-06-17', price: 100 },
    ],
    ...{ priceOf: () => 70, announced, status: 'Validée', reason: null },
  };
}

const said = async (lines: readonly PricedLine[]): Promise<string> =>
  (await productsTable(lines, [START])).text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u202f]+/g, ' ');

it('[16] a page of proof tells a product’s sizes together, its days by price, and what may be announced', async () => {
  const text = await said([product('OFFER', 'less')]);
  expect(text).toContain('À moins que décidé, 1 produit');
  expect(text).toContain(
    'OFFER S, M 100,00 € 30 % 70,00 € 25/05 → 11/06 : 100,00 € 12/06 → 16/06 : 80,00 € 17/06 → 23/06 : 100,00 € 80,00 € le 12/06/2026 Établi · Tarif FR −12 % sur 80,00 €',
  );
});

it('[16] what a retailer’s file calls a product is text on a page of proof, never markup', async () => {
  const { text } = await productsTable([product('X', 'full', '<script>alert(1)</script> & Cie')], [START]);
  expect(text).not.toContain('<script>');
  expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; Cie');
});

it('[16] a page of proof shows first what is to be looked at, and counts what it leaves to the sheet', async () => {
  const full = Array.from({ length: MOST_PRODUCTS + 40 }, (_, at) => product(`F${at}`, 'full'));
  const text = await said([
    ...full,
    product('NONE', 'none'),
    product('UNKNOWN', 'unknown'),
    product('ZERO', null),
  ]);
  const places = ['UNKNOWN S', 'NONE S', 'F0 S'].map((code) => text.indexOf(code));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(text).toContain(`Au taux décidé, 5 040 produits`);
  expect(text).toContain('42 autres produits sont dans le dossier, sa feuille de calcul.');
  expect(text).toContain('1 autre produit est dans le dossier, sa feuille de calcul.');
});

import { expect, it } from 'vitest';
import { type PriceListEffect, priceListTitle, priceSentences, signedSentence } from './price-effect.ts';

const robe = { item_group_id: 'A', title: 'Robe', before: 50, after: 52, currency: null, from: null };
const none: PriceListEffect = { list: '', is_usual: true, up: null, down: null, lost_count: 0 };
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const said = (effect: Partial<PriceListEffect>) =>
  priceSentences({ ...none, ...effect }, 'EUR').flatMap(({ text, examples }) =>
    [text, ...examples].map(plain),
  );

it('[IMPEX-03] says what rises, what falls and what is left without a price, with the largest changes', () => {
  const dated = { ...robe, title: null, currency: 'CHF', from: '2026-09-01' };
  expect(
    said({
      up: { count: 30, mean_pct: 12.04, examples: [robe, dated] },
      down: { count: 1, mean_pct: -10, examples: [] },
      lost_count: 2,
    }),
  ).toEqual([
    '30 prix augmentent de 12 % en moyenne',
    'Robe (A) : 50,00 € → 52,00 €',
    'A : 50,00 CHF → 52,00 CHF le 01/09/2026',
    '1 prix baisse de 10 %',
    '2 produits n’ont plus de prix',
  ]);
  expect(said({})).toEqual([]);
});

it('names the list where it has a name', () => {
  expect(priceListTitle({ list: '' })).toBe('Prix de vente');
  expect(plain(priceListTitle({ list: 'BE' }))).toBe('Prix de vente, tarif « BE »');
});

it('says how many signed products have another price, and how many labels would be above it', () => {
  expect(signedSentence({ product_count: 1, dearer_count: 0, project_count: 1 })).toBe(
    '1 produit est signé à un autre prix de vente, dans 1 projet',
  );
  expect(plain(signedSentence({ product_count: 12, dearer_count: 3, project_count: 2 }))).toBe(
    '12 produits sont signés à un autre prix de vente, dans 2 projets ; les étiquettes de 3 dépasseraient le nouveau prix',
  );
});

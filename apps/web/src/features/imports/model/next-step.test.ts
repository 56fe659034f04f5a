import { expect, it } from 'vitest';
import type { ImportReport } from './columns.ts';
import { lackingData } from './next-step.ts';

/** Data where `count` products have no price and no cost. */
const textsOf = (count: number) =>
  lackingData({
    totals: { item_group_count: 5, stock_quantity: 5, sale_quantity: 5 },
    quality: ['missing_price', 'missing_cost'].map((code) => ({
      ...{ code, label: code, severity: 'warning', count, examples: [], amount: null, effect: '' },
      ...{ actions: [], decision: null },
    })),
  } as unknown as ImportReport).map(({ text }) => text);

it('what one product lacks is said of one', () => {
  expect(textsOf(1)).toEqual([
    'Prix de vente manquant pour 1 produit : il ne peut pas être démarqué.',
    'Coût manquant pour 1 produit : ni marge ni marge après invendus pour lui.',
  ]);
  expect(textsOf(2)[0]).toBe('Prix de vente manquant pour 2 produits : ils ne peuvent pas être démarqués.');
});

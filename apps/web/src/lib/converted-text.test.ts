import type { ConvertedAmounts } from '@palier/contract';
import { describe, expect, it } from 'vitest';
import { convertedTexts } from './converted-text.ts';

const none: ConvertedAmounts = {
  currency: 'CHF',
  ...{ converted_count: 0, unknown_count: 0, place_count: 0, amount: 0 },
  ...{ lowest_rate: null, highest_rate: null, first_rate_date: null, last_rate_date: null },
  ...{ cost_count: 0, cost_rate: null },
};

function textsOf(...converted: ConvertedAmounts[]) {
  const snapshot = { version: 1, status: 'ready' as const, data_date: null, discount_count: 2, error: null };
  const project = { catalog_currency: 'EUR', accounting_currency: 'EUR' };
  return convertedTexts({ ...project, snapshot: { ...snapshot, converted } });
}

const plain = (texts: string[] | undefined) => texts?.map((text) => text.replace(/[\u00a0\u202f]/g, ' '));

describe('what a project says of other currencies than its own', () => {
  it('nothing where all is in its own', () => {
    expect(textsOf()).toBeNull();
    expect(textsOf({ ...none, currency: 'CHF' })).toBeNull();
  });

  it('what was converted, of how many places, and at which rates of which days', () => {
    const sold = { ...none, currency: 'CHF', converted_count: 2, place_count: 3, amount: 1655 };
    const rates = { lowest_rate: 1, highest_rate: 1.05, first_rate_date: '2026-06-01' };
    expect(plain(textsOf({ ...sold, ...rates, last_rate_date: '2026-06-15' })?.converted)).toEqual([
      'dont 3 lieux en CHF, 1 655 CHF de ventes converties au cours du jour de chaque vente, du 01/06/2026 au 15/06/2026 (1 CHF = 1 à 1,05 €)',
    ]);
    const one = { ...sold, lowest_rate: 1.05, highest_rate: 1.05, first_rate_date: '2026-06-01' };
    expect(plain(textsOf({ ...one, last_rate_date: '2026-06-01' })?.converted)).toEqual([
      'dont 3 lieux en CHF, 1 655 CHF de ventes converties au cours du 01/06/2026 (1 CHF = 1,05 €)',
    ]);
  });

  it('what has no rate, so that « - » has its reason', () => {
    const texts = textsOf({ ...none, currency: 'CHF', unknown_count: 1, cost_count: 12 });
    expect(plain(texts?.unknown)).toEqual([
      '1 vente en CHF sans cours : le CA et la marge des produits vendus ainsi sont « - », leurs pièces comptent',
      'coûts de 12 produits en CHF sans cours : leur marge est « - »',
    ]);
    expect(texts?.converted).toEqual([]);
  });

  it('the costs of products, at the rate of the data date', () => {
    expect(plain(textsOf({ ...none, currency: 'USD', cost_count: 2, cost_rate: 0.92 })?.converted)).toEqual([
      'coûts de 2 produits en USD, convertis au cours de la date des données (1 $ = 0,92 €)',
    ]);
  });
});

import type { PricedProduct } from '@palier/contract';
import { describe, expect, it } from 'vitest';
import { lowestDays, stepsBefore, stepsThrough } from '../../../lib/prices/price-days.ts';
import {
  dearerNotes,
  distanceText,
  readView,
  trueRate,
  underDecided,
  underPrice,
  underPrior,
  writeView,
} from './price-view.ts';
import { exampleLines } from './template-draft.ts';
import { dearerText, whyQuestion, whySteps } from './why.ts';

/** The dress of the mock: 49,99 € at 30 %, with an offer of 39,99 € from 8 to 12 June. */
const DRESS: PricedProduct = {
  ...{ line_id: 'l', item_group_id: 'AU-26E-4512', title: 'Robe Inès', brand: 'Aurelle', color: null },
  ...{ image_url: null, on_sale_date: '2026-03-12', selling_price: 49.99, prior_price: 39.99 },
  ...{ prior_price_date: '2026-06-08', prior_price_state: 'known', prior_price_source: 'list' },
  ...{ sales_count: null, discount_pct: 30, announced_pct: 12, announcement: 'less', price: 34.99 },
  ...{ former_price: 39.99, status: 'Validée', reason: null, label_count: 260, variants: [] },
  ...{ rise: null, above_selling: null, selling_price_now: 49.99 },
  ...{ reduced_from: '2026-06-24', counted_from: '2026-05-25' },
  days: [
    { date: '2026-05-25', price: 49.99 },
    { date: '2026-06-08', price: 39.99 },
    { date: '2026-06-13', price: 49.99 },
  ],
  phases: [
    { label: 'Démarque 1', first_day: '2026-06-24', discount_pct: 20, price: 39.99 },
    { label: 'Démarque 2', first_day: '2026-07-08', discount_pct: 30, price: 34.99 },
  ],
  levels: [],
};

describe('the days before a reduction', () => {
  it('are drawn from their first, then go through the phases', () => {
    expect(stepsBefore(DRESS)).toHaveLength(3);
    expect(stepsThrough(DRESS).map(({ price }) => price)).toEqual([49.99, 39.99, 49.99, 39.99, 34.99]);
    expect(lowestDays(DRESS)).toEqual({ from: '2026-06-08', until: '2026-06-13' });
    const steady = { ...DRESS, prior_price: 49.99, prior_price_date: '2026-05-25' };
    expect(lowestDays(steady)).toBeNull();
    const till = { ...steady, prior_price: 45, prior_price_source: 'till' as const };
    expect(lowestDays(till)).toEqual({ from: '2026-05-25', until: '2026-05-26' });
  });

  it('say why less may be announced than was decided, step by step', () => {
    expect(whyQuestion(DRESS)).toMatch(/^Pourquoi 12\s% et non 30\s% \?$/);
    expect(whySteps(DRESS, 'EUR', []).map(({ gives }) => gives.replaceAll(/\s/g, ' '))).toEqual([
      ...['34,99 €', '39,99 €', '39,99 €'],
      '−12 %',
    ]);
    const full: PricedProduct = { ...DRESS, discount_pct: 0, announced_pct: null, announcement: null };
    const sold = { ...DRESS, prior_price_source: 'till' as const, sales_count: 1 };
    expect(whySteps(sold, 'EUR', [])[1]?.why).toContain('1 vente en caisse à ce prix');
    expect(whyQuestion(full)).toBe('Un prix sans réduction');
    expect(whySteps(full, 'EUR', [])).toHaveLength(2);
  });
});

describe('a row of prices', () => {
  it('says what the price was, and what it is worth where that is not the rate decided', () => {
    expect([underPrice(DRESS), underDecided(DRESS)]).toEqual([
      { text: 'était 39,99', tone: 'computed' },
      null,
    ]);
    const risen = { ...DRESS, price: 44.99, rise: 5, selling_price: 64.99, selling_price_now: 64.99 };
    expect(underPrice(risen)).toEqual({ text: 'était 39,99', tone: 'attention' });
    const above = { ...DRESS, above_selling: 4.99, selling_price_now: 30 };
    expect(underPrice(above)).toEqual({ text: 'prix de vente 30,00', tone: 'negative' });
    expect(dearerText(DRESS, 'EUR')).toBeNull();
    expect(dearerText(risen, 'EUR')?.replaceAll(/\s/g, ' ')).toBe(
      'Plus cher que l’étiquette de la démarque précédente : 39,99 €, puis 44,99 €',
    );
    expect(dearerText(above, 'EUR')?.replaceAll(/\s/g, ' ')).toBe(
      'Signé à 34,99 €, plus cher que le prix de vente actuel : 30,00 €',
    );
    expect(dearerNotes({ risen_count: 0, above_selling_count: 0 })).toEqual([]);
    expect(dearerNotes({ risen_count: 2, above_selling_count: 1 }).map(({ text }) => text)).toEqual([
      '1 produit signé plus cher que son prix de vente actuel : une livraison l’a baissé depuis la signature',
      '2 produits plus chers que sur l’étiquette de la démarque précédente',
    ]);
    const ended = { ...DRESS, selling_price: 54.99, price: 37.99 };
    expect(underPrice(ended)?.text).toBe('était 39,99');
    expect(underDecided(ended)?.replaceAll(/\s/g, ' ')).toBe('soit 30,9 %');
    expect(trueRate({ selling_price: 54.99, price: 37.99, discount_pct: 30 })).toBe(30.9);
    expect(trueRate(DRESS)).toBeNull();
    expect(underPrior(DRESS)).toEqual({ text: '8 juin', tone: 'attention' });
  });
});

describe('the address of the prices', () => {
  it('is read as it is written, and leaves out what is usual', () => {
    const usual = readView(new URLSearchParams());
    expect(writeView(usual).toString()).toBe('');
    const view = {
      ...usual,
      phase: 2,
      show: 'less' as const,
      q: 'robe',
      line: 'l',
      template_id: 'shopify-csv',
    };
    expect(readView(writeView(view))).toEqual(view);
  });
});

describe('a template', () => {
  it('shows the first lines of its file', () => {
    const columns = [
      { id: 0, field: 'item_id' as const, heading: 'EAN', value: '' },
      { id: 1, field: 'price' as const, heading: 'PVTTC', value: '' },
      { id: 2, field: 'constant' as const, heading: 'TARIF', value: '001' },
      { id: 3, field: 'first_day' as const, heading: 'DEBUT', value: '' },
    ];
    const dialect = {
      separator: '|',
      decimal: '.',
      date: 'yyyymmdd',
      encoding: 'utf-8',
      headings: true,
    } as const;
    expect(exampleLines({ columns, dialect, rows_by: 'price_list' })).toBe(
      'EAN|PVTTC|TARIF|DEBUT\n3608412004110|34.99|001|20260708',
    );
  });
});

describe('how far prices are from the rates decided', () => {
  it('is said with the prices that are at more than a point', () => {
    const text = (mean_distance_pct: number | null, far_count: number) =>
      distanceText({ rules: [], mean_distance_pct, far_count });
    expect(text(0.62, 9)).toBe('écart moyen 0,6\u202fpt, 9 prix à plus de 1\u202fpt');
    expect(text(0.01, 0)).toBe('écart moyen 0\u202fpt, aucun à plus de 1\u202fpt');
    expect(text(null, 0)).toBe('aucun prix démarqué');
  });
});

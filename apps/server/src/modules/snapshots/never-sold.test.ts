import { addDays } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { importTexts, linesOf, openProject } from '../../test/small-shop.ts';

const DATA_DATE = '2026-07-01';
const WEEKS = 40;
const SOLD = Array.from({ length: 20 }, (_, index) => `R${10 + index}`);
/** Delivered and not sold yet, put on sale two days ago; the same for a year, and when is not known. */
const ON_SALE = { NEW: addDays(DATA_DATE, -2), OLD: addDays(DATA_DATE, -365), UNKNOWN: '' };

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const codes = [...SOLD.map((code) => [code, '']), ...Object.entries(ON_SALE)];
  await importTexts(test, {
    'articles.csv': [
      'code_produit;libellé;famille;prix_ttc;prix_revient;date_mise_en_vente',
      ...codes.map(([code, day]) => `${code};Robe;Robes;50;20;${day}`),
    ].join('\n'),
    'ventes.csv': [
      'date;code_produit;quantité;montant_ttc',
      ...SOLD.flatMap((code) =>
        Array.from({ length: WEEKS }, (_, week) => `${addDays(DATA_DATE, -7 * week - 2)};${code};6;300`),
      ),
    ].join('\n'),
    'stock.csv': ['date;code_produit;quantité', ...codes.map(([code]) => `${DATA_DATE};${code};200`)].join(
      '\n',
    ),
  });
});
afterAll(() => test?.close());

it('what was just put on sale is forecast as what is like it; what hung there unsold for a year is not', async () => {
  const project = await openProject(test, 'Soldes/Femme/Robes');
  const lines = await linesOf(test, project._id);
  const forecast = (code: string) => Number(lines.get(code)?.forecast?.sales_qty);
  const usual = forecast('R10');
  expect(usual).toBeGreaterThan(10);
  expect(forecast('NEW')).toBeGreaterThan(usual / 2);
  expect(forecast('OLD')).toBeLessThan(usual / 20);
  // Nothing says when it came: all the weeks of its stock count, as docs/moteur.md says.
  expect(forecast('UNKNOWN')).toBeLessThan(usual / 20);
});

import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { draftSnapshot, openFactStore } from '../src/index.ts';
import { type Desk, deskKeeper, numbersOf } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const FIELDS = [
  'lifetime_sales_qty',
  'lifetime_sales',
  'sales_last_30_days',
  'sales_discount_pct',
  'price',
  'cost',
];
const MONEY = [...FIELDS, 'base_price', 'margin', 'profit_last_30_days', 'stock_retail_value'];

/** A project over the whole of a warehouse, in one currency: its lines by product, and what was converted. */
async function projectOf(
  { folder }: Desk,
  warehouse: string | null,
  currency: string,
  excluded_checks: readonly string[] = [],
) {
  const draft = await draftSnapshot({
    temp_folder: join(folder, 'temp'),
    warehouse_folder: warehouse ?? '',
    snapshot_folder: join(folder, `snapshot-${crypto.randomUUID()}`),
    version: 1,
    project: {
      ...{ project_id: 'p1', data_date: '2026-06-30', end_date: '2026-08-05', working_phase: 0 },
      phases: [{ name: null, start_date: '2026-07-15' }],
      ...{ discount_pct_range: [20, 60], discount_levels: [0, 20] },
      ...{ accounting_currency: currency, catalog_currency: currency, season_start_date: '2026-02-01' },
      selection: {},
    },
    newId: () => crypto.randomUUID(),
    excluded_checks,
  });
  await draft.extractPanel({ weeks: 20 });
  const { folder: snapshot, manifest } = await draft.finish(null);
  const store = await openFactStore({ temp_folder: join(folder, 'temp'), memory_limit: '100MB' });
  const facts = await store.openProject({ project_id: 'p1', folder: snapshot });
  const { data } = await facts.lines({ size: 100, fields: MONEY });
  await facts.close();
  await store.close();
  const rows = new Map(data.map((line) => [line.item_group_id, numbersOf(line, MONEY)]));
  return { manifest, row: (id: string) => rows.get(id) };
}

const ITEMS = 'Référence;Libellé;Prix TTC;Prix de revient\nR1;Robe;120;20\nR2;Jupe;60;9\n';
const STOCK = 'Référence;Stock\nR1;10\nR2;10\n';
const SALES =
  'Date;Référence;Qté;Montant TTC;Devise\n2026-06-10;R1;1;100;EUR\n2026-06-10;R1;1;110;CHF\n2026-06-20;R1;1;55;CHF\n2026-06-20;R2;1;60;EUR\n';
const PRICES = 'Référence;Tarif;Date début;Prix TTC;Devise\nR1;CH;2026-01-01;110;CHF\n';
const RATES = 'Devise;Date;Taux de change\nCHF;01/06/2026;1\nCHF;15/06/2026;1,1\n';
const settings = { currency: 'EUR' };

async function sent(rates: string | null, answer: 'rate' | 'quoted_rate' = 'rate') {
  const home = await desk();
  const files = [
    await home.put('articles.csv', ITEMS),
    await home.put('stock.csv', STOCK),
    await home.put('tarifs.csv', PRICES),
    await home.put('ventes.csv', SALES),
    ...(rates === null ? [] : [await home.put('taux.csv', rates)]),
  ];
  const answers = { 'currency:taux.csv': answer };
  return { home, ...(await home.send(files, { mapping: { settings, answers } })) };
}

describe('a project in one currency, sales in two', () => {
  it('converts each amount by the rate of its day, and measures discounts in its own currency', async () => {
    const { home, folder, report } = await sent(RATES);
    expect(report.files.map(({ kind }) => kind)).toContain('rates');
    const { row, manifest } = await projectOf(home, folder, 'EUR');
    expect(row('R1')).toMatchObject({ lifetime_sales_qty: 3, price: 120, base_price: 100, cost: 20 });
    expect(row('R1')?.lifetime_sales).toBeCloseTo(100 + 110 + 55 * 1.1, 6);
    // 100 of 120 €; 110 of 110 CHF at 1; 55 of 110 CHF at 1.1.
    expect(row('R1')?.sales_discount_pct).toBeCloseTo(100 * (1 - (100 + 110 + 60.5) / (120 + 110 + 121)), 6);
    expect(row('R2')).toMatchObject({ lifetime_sales: 60 });
    expect(manifest.converted).toEqual([
      {
        currency: 'CHF',
        converted_count: 2,
        ...{ unknown_count: 0, place_count: 0, amount: 165 },
        ...{ lowest_rate: 1, highest_rate: 1.1 },
        ...{ first_rate_date: '2026-06-01', last_rate_date: '2026-06-15' },
        ...{ cost_count: 0, cost_rate: null },
      },
    ]);
  });

  it('leaves unknown what no rate converts, never taking it at par; units count', async () => {
    const { home, folder } = await sent(null);
    const { row, manifest } = await projectOf(home, folder, 'EUR');
    expect(row('R1')).toMatchObject({
      ...{ lifetime_sales_qty: 3, lifetime_sales: null, sales_last_30_days: null, profit_last_30_days: null },
      ...{ sales_discount_pct: null, stock_retail_value: 1200 },
    });
    expect(row('R2')).toMatchObject({ lifetime_sales_qty: 1, lifetime_sales: 60 });
    expect(manifest.converted).toMatchObject([{ currency: 'CHF', converted_count: 0, unknown_count: 2 }]);
  });

  it('leaves out the products that a check of the report names, and no others of which no rate converts the price', async () => {
    const { home, folder } = await sent(null);
    const own = await projectOf(home, folder, 'EUR', ['missing_price', 'missing_cost']);
    const other = await projectOf(home, folder, 'USD', ['missing_price', 'missing_cost']);
    expect([own.manifest.line_count, other.manifest.line_count]).toEqual([2, 2]);
    expect(other.row('R1')?.price).toBeNull();
  });

  it('asks which way a rate is quoted, and reads it so', async () => {
    const { home, folder, report } = await sent(
      'Devise;Date;Taux de change\nCHF;2026-06-01;0,8\n',
      'quoted_rate',
    );
    expect(report.questions).toMatchObject([
      {
        key: 'currency:taux.csv',
        choices: [{ label: '1 CHF = 0,8 EUR' }, { label: '1 EUR = 0,8 CHF' }],
      },
    ]);
    const { row } = await projectOf(home, folder, 'EUR');
    expect(row('R1')?.lifetime_sales).toBeCloseTo(100 + 165 / 0.8, 6);
  });

  it('is in another currency than the organisation: prices, costs and sales go into it', async () => {
    const { home, folder } = await sent(RATES);
    const { row } = await projectOf(home, folder, 'CHF');
    expect(row('R2')?.price).toBeCloseTo(60 / 1.1, 6);
    expect(row('R2')?.cost).toBeCloseTo(9 / 1.1, 6);
    expect(row('R1')?.lifetime_sales).toBeCloseTo(100 / 1 + 110 + 55, 6);
    const { home: without, folder: bare } = await sent(null);
    expect((await projectOf(without, bare, 'CHF')).row('R2')).toMatchObject({
      price: null,
      lifetime_sales: null,
    });
  });

  it('of an organisation that set no currency takes amounts that say none as its own', async () => {
    const home = await desk();
    const plain = 'Date;Référence;Qté;Montant TTC\n2026-06-10;R1;1;100\n';
    const { folder } = await home.send([
      await home.put('articles.csv', ITEMS),
      await home.put('stock.csv', STOCK),
      await home.put('ventes.csv', plain),
    ]);
    const { row, manifest } = await projectOf(home, folder, 'USD');
    expect(row('R1')).toMatchObject({ lifetime_sales: 100, price: 120 });
    expect(manifest.converted).toBeUndefined();
  });
});

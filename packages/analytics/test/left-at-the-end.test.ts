import { join } from 'node:path';
import { NO_DECISION } from '@palier/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { draftSnapshot, openFactStore, type SnapshotSelection } from '../src/index.ts';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const CLOSING = '2026-02-17';
const FIELDS = [
  'stock_qty',
  'previous_discount_pct',
  'discount_pct_incr',
  'forecast.sales_qty',
  'forecast.stock',
  'forecast.sell_through_pct',
];

const SALES = [
  'Date;Référence;Qté;Montant TTC',
  ...['2026-01-20;R1;6;600', '2026-02-11;R1;2;240', '2026-02-16;R1;1;120', '2026-06-01;R1;1;120'],
];

/** Counts and sales by shop, and the shops that the project takes. */
interface Places {
  heading?: string;
  sales?: readonly string[];
  orders?: string;
  selection?: SnapshotSelection;
}

/** What is said of the coat of an operation that ended on 9 February 2026, from counts of its stock. */
async function overProject(
  counts: readonly string[],
  previous_discount_pcts: number[] = [],
  { heading = 'Date;Référence;Stock', sales = SALES, orders, selection = {} }: Places = {},
) {
  const home = await desk();
  const { folder } = await home.send([
    await home.put('articles.csv', 'Référence;Libellé;Prix TTC;Prix de revient\nR1;Manteau;120;20\n'),
    await home.put('stock.csv', [heading, ...counts].join('\n')),
    await home.put('ventes.csv', sales.join('\n')),
    ...(orders === undefined ? [] : [await home.put('commandes.csv', orders)]),
  ]);
  const draft = await draftSnapshot({
    temp_folder: join(home.folder, 'temp'),
    warehouse_folder: folder ?? '',
    snapshot_folder: join(home.folder, 'snapshot'),
    version: 1,
    project: {
      ...{ project_id: 'p1', data_date: CLOSING, end_date: '2026-02-10', working_phase: null },
      phases: [{ name: null, start_date: '2026-01-14' }],
      ...{ discount_pct_range: [20], discount_levels: [0, 20], selection },
      ...{ accounting_currency: 'EUR', catalog_currency: 'EUR', season_start_date: '2025-09-01' },
    },
    newId: () => crypto.randomUUID(),
  });
  const { folder: snapshot } = await draft.finish(null);
  const store = await openFactStore({ temp_folder: join(home.folder, 'temp'), memory_limit: '100MB' });
  const facts = await store.openProject({ project_id: 'p1', folder: snapshot });
  const [discount_id = ''] = await facts.lineIds({});
  await facts.applyDecisions([
    {
      ...NO_DECISION,
      discount_id,
      item_group_id: 'R1',
      version: 1,
      previous_discount_pcts,
      discount_pct_auto: 40,
    },
  ]);
  const { data } = await facts.lines({ size: 10, fields: FIELDS });
  await facts.close();
  await store.close();
  return data[0];
}

describe('what an operation that is over left', () => {
  it('is unknown when no stock was counted by its day, and its share sold with it', async () => {
    expect(await overProject(['2026-07-05;R1;0'])).toMatchObject({
      stock_qty: null,
      forecast: { sales_qty: 6, stock: null, sell_through_pct: null },
    });
  });

  it('is the count that follows its end with what was sold meanwhile, and no more', async () => {
    // Counted on the 15th: the two of the 11th were of the end, the one of the 16th is still in that count.
    expect(await overProject(['2026-02-08;R1;30', '2026-02-15;R1;10', '2026-07-05;R1;0'])).toMatchObject({
      stock_qty: 10,
      forecast: { sales_qty: 6, stock: 12, sell_through_pct: expect.closeTo(100 / 3, 6) },
    });
  });

  it('[EDIT-09] is what was counted, not what a delivery to come will bring, of a project that counts orders', async () => {
    const places = {
      orders: 'Référence;Date de livraison;Quantité\nR1;2026-03-20;100\n',
      selection: { include_stock_on_order: true },
    };
    expect(await overProject(['2026-02-08;R1;30', '2026-02-15;R1;10'], [], places)).toMatchObject({
      stock_qty: 110,
      forecast: { sales_qty: 6, stock: 12, sell_through_pct: expect.closeTo(100 / 3, 6) },
    });
  });

  const byShop = {
    heading: 'Date;Référence;Magasin;Stock',
    sales: [
      'Date;Référence;Magasin;Qté;Montant TTC',
      ...['2026-01-20;R1;M1;6;600', '2026-02-11;R1;M1;2;240', '2026-02-12;R1;M2;1;120'],
    ],
  };

  it('is found shop by shop, where they are counted on other days', async () => {
    // M1 was counted on the 9th, before it sold two more; M2 on the 15th, after its one.
    expect(await overProject(['2026-02-09;R1;M1;10', '2026-02-15;R1;M2;5'], [], byShop)).toMatchObject({
      stock_qty: 15,
      forecast: { sales_qty: 6, stock: 16 },
    });
  });

  it('does not go by the counts of shops that the project leaves out', async () => {
    const selection = { inventory_codes: ['M1'], location_codes: ['M1'] };
    const counts = ['2026-02-09;R1;M1;10', '2026-02-15;R1;M2;5'];
    expect(await overProject(counts, [], { ...byShop, selection })).toMatchObject({
      stock_qty: 10,
      forecast: { sales_qty: 6, stock: 10 },
    });
  });
});

describe('the discount before that of an operation that is over', () => {
  it.each<[number[], number | null, number]>([
    [[20, 30, 40], 30, 10],
    [[40], null, 40],
    [[], null, 40],
  ])('of %j is the one before the last, which is the one in force', async (path, previous, increment) => {
    expect(await overProject(['2026-02-08;R1;30'], path)).toMatchObject({
      ...{ discount_pct: 40, previous_discount_pct: previous, discount_pct_incr: increment },
    });
  });
});

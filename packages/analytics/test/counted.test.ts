import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { draftSnapshot, openFactStore, type SnapshotSelection } from '../src/index.ts';
import { type Desk, deskKeeper, numbersOf } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const DAY = '2026-07-08';
const FIELDS = [
  ...['stock_qty', 'stock_qty_on_order', 'out_of_stock_rate', 'sold_couples_count'],
  ...['in_store_items_count', 'items_count'],
];

/** A project over the whole of a warehouse: its totals, and the lines by product. */
async function projectOf({ folder }: Desk, warehouse: string | null, selection: SnapshotSelection = {}) {
  const draft = await draftSnapshot({
    temp_folder: join(folder, 'temp'),
    warehouse_folder: warehouse ?? '',
    snapshot_folder: join(folder, 'snapshot'),
    version: 1,
    project: {
      ...{ project_id: 'p1', data_date: DAY, end_date: '2026-08-05', working_phase: 0 },
      phases: [{ name: null, start_date: '2026-07-15' }],
      ...{ discount_pct_range: [20, 60], discount_levels: [0, 20] },
      ...{ accounting_currency: 'EUR', catalog_currency: 'EUR', season_start_date: '2026-02-01' },
      selection,
    },
    newId: () => crypto.randomUUID(),
  });
  const { folder: snapshot } = await draft.finish(null);
  const store = await openFactStore({ temp_folder: join(folder, 'temp'), memory_limit: '100MB' });
  const facts = await store.openProject({ project_id: 'p1', folder: snapshot });
  const { data } = await facts.lines({ size: 100, fields: FIELDS });
  await facts.close();
  await store.close();
  const rows = new Map(data.map((line) => [line.item_group_id, numbersOf(line, FIELDS)]));
  const total = (field: string): number =>
    [...rows.values()].reduce((sum, row) => sum + (row[field] ?? 0), 0);
  return { total, row: (id: string) => rows.get(id) };
}

const ITEMS = ['36', '38', '40'].map((size) => `R1;Robe;${size};80;20\nR2;Jupe;${size};50;9\n`).join('');
const HEADING = 'code_produit;libellé;taille;prix_ttc;prix_revient\n';
const SALES = `date;code_produit;taille;magasin;quantité;montant\n${['M1', 'M2'].map((shop) => `2026-07-01;R1;36;${shop};1;80\n2026-07-02;R1;38;${shop};1;80\n`).join('')}`;

describe('negative lines have one meaning', () => {
  it('[IMPEX-03] counts the same stock and orders in the import and in the project, and says both readings', async () => {
    const home = await desk();
    const stock = `date;code_produit;taille;lieu;stock\n${DAY};R1;36;M1;10\n${DAY};R1;38;M1;-4\n2026-07-01;R2;36;M2;6\n${DAY};R2;38;M1;-3\n`;
    const orders =
      'code_produit;taille;date_livraison;quantité\nR1;36;2026-08-01;30\nR1;36;2026-08-10;-8\nR2;36;2026-08-01;5\nR2;36;2026-08-02;-9\nR2;38;2026-06-01;7\n';
    const { report, folder } = await home.send([
      await home.put('articles.csv', HEADING + ITEMS),
      await home.put('ventes.csv', SALES),
      await home.put('stock.csv', stock),
      await home.put('commandes.csv', orders),
    ]);
    const project = await projectOf(home, folder);
    expect(report.totals).toMatchObject({ stock_quantity: 16, stock_read_quantity: 9, order_quantity: 22 });
    expect(report.totals).toMatchObject({ stock_rows: 4, order_rows: 5 });
    expect(project.total('stock_qty')).toBe(report.totals.stock_quantity);
    expect(project.total('stock_qty_on_order')).toBe(report.totals.order_quantity);
    expect(report.readings).toEqual([
      'Stock : 9 pièces lues, 7 négatives comptées 0 : 16 comptées.',
      'Commandes : 25 pièces lues, 7 attendues jusqu’au 08/07/2026, 4 négatives comptées 0 : 22 attendues.',
    ]);
  });
});

describe('what is on order', () => {
  it('[COL-33] is not what a chosen month has brought already, which the stock holds', async () => {
    const home = await desk();
    const { folder } = await home.send([
      await home.put('articles.csv', HEADING + ITEMS),
      await home.put('ventes.csv', SALES),
      await home.put('stock.csv', `date;code_produit;taille;lieu;stock\n${DAY};R1;36;M1;30\n`),
      await home.put(
        'commandes.csv',
        'code_produit;taille;date_livraison;quantité\nR1;36;2026-07-03;30\nR1;36;2026-07-20;10\nR1;36;2026-08-20;7\n',
      ),
    ]);
    const selection = { on_order_months: ['2026-07'], include_stock_on_order: true };
    const project = await projectOf(home, folder, selection);
    expect(project.row('R1')).toMatchObject({ stock_qty: 40, stock_qty_on_order: 10 });
  });
});

describe('the months that a project may choose its orders of', () => {
  it('[API-43] hold what projects count: after the data date, cancellations taken off, never below zero', async () => {
    const home = await desk();
    const { folder, report } = await home.send([
      await home.put('articles.csv', HEADING + ITEMS),
      await home.put('ventes.csv', SALES),
      await home.put('stock.csv', `date;code_produit;taille;lieu;stock\n${DAY};R1;36;M1;30\n`),
      await home.put(
        'commandes.csv',
        `code_produit;taille;date_livraison;quantité\nR1;36;${DAY};30\nR1;36;2026-07-20;10\nR2;36;2026-07-20;5\nR2;36;2026-07-22;-9\nR1;36;2026-08-20;-2\n`,
      ),
    ]);
    expect(report.data_date).toBe(DAY);
    const store = await openFactStore({ temp_folder: join(home.folder, 'temp'), memory_limit: '100MB' });
    const warehouse = await store.openWarehouse(folder ?? '');
    const july = { from: '2026-07-01', to: '2026-07-31', name: 'juillet 2026', item_group_count: 1 };
    expect(await warehouse.orderPeriods()).toEqual([{ ...july, quantity: 10 }]);
    expect(await warehouse.orderPeriods(DAY)).toEqual([{ ...july, quantity: 40 }]);
    await warehouse.close();
    await store.close();
  });
});

describe('what the stock does not say is unknown, never a shortage', () => {
  it('[COL-33] sees no stock-out in shops that the stock does not name', async () => {
    const home = await desk();
    const stock = ['36', '38', '40'].map((size) => `${DAY};R1;${size};9\n`).join('');
    const { folder, report } = await home.send([
      await home.put('articles.csv', HEADING + ITEMS),
      await home.put('ventes.csv', SALES),
      await home.put('stock.csv', `date;code_produit;taille;stock\n${stock}`),
    ]);
    const project = await projectOf(home, folder);
    expect(project.row('R1')).toMatchObject({ out_of_stock_rate: null, sold_couples_count: null });
    expect(report.quality.map(({ code }) => code)).not.toContain('broken_sizes');
    const placed = await home.send([
      await home.put('stock2.csv', `date;code_produit;taille;magasin;stock\n${DAY};R1;36;M1;4\n`),
    ]);
    // Of M2, the stock says nothing.
    expect((await projectOf(home, placed.folder)).row('R1')).toMatchObject({
      ...{ out_of_stock_rate: 50, sold_couples_count: 2 },
    });
  });

  it('[COL-33] breaks no sizes where the stock comes without them', async () => {
    const home = await desk();
    const { folder, report } = await home.send([
      await home.put('articles.csv', HEADING + ITEMS),
      await home.put('ventes.csv', SALES),
      await home.put('stock.csv', `date;code_produit;magasin;stock\n${DAY};R1;M1;9\n${DAY};R1;M2;3\n`),
    ]);
    const project = await projectOf(home, folder);
    expect(project.row('R1')).toMatchObject({
      ...{ stock_qty: 12, out_of_stock_rate: null, in_store_items_count: null, items_count: 3 },
    });
    expect(report.quality.map(({ code }) => code)).not.toContain('broken_sizes');
  });
});

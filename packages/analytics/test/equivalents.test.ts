import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/database/database.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { type Desk, deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
const opened: Database[] = [];
afterAll(async () => {
  for (const database of opened) database.close();
  await clear();
});

const ITEMS = 'code_produit;sku;libellé;marque;taille;prix_ttc\n';
const SALES = 'date;code_produit;taille;magasin;quantité;montant_ttc\n';
const STOCK = 'date;code_produit;taille;code_lieu;stock\n';
const RECODED = 'ancien_code;nouveau_code\n';

/** Rows of a version's table, as text. */
async function rowsOf(
  { folder }: Desk,
  version: string | null,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const database = await openDatabase({ temp_folder: join(folder, 'look'), memory_limit: '100MB' });
  opened.push(database);
  return database.session(async (session) => {
    await attachWarehouse(session, version, 'w_');
    return session.rows(sql);
  });
}

const SOLD = `SELECT date::VARCHAR AS date, item_group_id, item_id, sum(quantity) AS quantity, round(sum(amount), 2) AS amount, any_value(list_price) AS list_price FROM w_sale GROUP BY ALL ORDER BY ALL`;

describe('[IMPEX-03] an article that changed its code', () => {
  it('keeps its past sales, stock, prices and orders, in what was there before and in what comes', async () => {
    const own = await desk();
    const { put, send } = own;
    await send([
      await put(
        'articles.csv',
        `${ITEMS}P1;P1-36;Robe;Aurelle;36;79,90\nP1;P1-38;Robe;Aurelle;38;79,90\nP9;P9-U;Sac;Aurelle;U;50,00\n`,
      ),
      await put(
        'ventes.csv',
        `${SALES}01/06/2026;P1;36;M01;2;159,80\n13/06/2026;P1;38;M01;1;79,90\n13/06/2026;P9;U;M01;1;50,00\n`,
      ),
      await put('stock.csv', `${STOCK}14/06/2026;P1;36;M01;4\n14/06/2026;P1;38;M01;5\n`),
      await put('prix.csv', 'code_produit;date_début;prix_ttc\nP1;01/01/2026;89,90\n'),
      await put('commandes.csv', 'code_produit;taille;date_livraison;quantité\nP1;36;24/08/2027;30\n'),
    ]);
    const { report, folder } = await send([
      await put(
        'articles2.csv',
        `${ITEMS}P2;P2-36;Robe midi;Aurelle;36;69,90\nP2;P2-38;Robe midi;Aurelle;38;69,90\n`,
      ),
      await put('equivalences.csv', `${RECODED}P1;P2\n`),
      await put('ventes2.csv', `${SALES}14/06/2026;P2;38;M01;3;209,70\n15/06/2026;P1;36;M01;1;69,90\n`),
    ]);
    expect(report.error_count).toBe(0);
    expect(report.files.find(({ kind }) => kind === 'equivalents')).toMatchObject({ rows_kept: 1 });
    expect(report.totals).toMatchObject({
      item_group_count: 2,
      item_count: 3,
      sale_quantity: 8,
      sale_amount: 569.3,
      stock_quantity: 9,
      order_quantity: 30,
    });
    expect(await rowsOf(own, folder, SOLD)).toMatchObject([
      // The list price of the day stays that of the old code.
      {
        date: '2026-06-01',
        item_group_id: 'P2',
        item_id: 'P2-36',
        quantity: 2,
        amount: 159.8,
        list_price: 89.9,
      },
      { date: '2026-06-13', item_group_id: 'P2', item_id: 'P2-38', quantity: 1 },
      { date: '2026-06-13', item_group_id: 'P9' },
      { date: '2026-06-14', item_group_id: 'P2', item_id: 'P2-38', quantity: 3 },
      { date: '2026-06-15', item_group_id: 'P2', item_id: 'P2-36', quantity: 1 },
    ]);
  });

  it('keeps the forecasts made elsewhere of the old code, in what was there and in what comes; the new code’s own win', async () => {
    const own = await desk();
    const { put, send } = own;
    const FORECASTS = 'code_produit;semaine_du;démarque;prévision\n';
    await send([
      await put('articles.csv', `${ITEMS}P1;P1-36;Robe;Aurelle;36;79,90\n`),
      await put('prévisions.csv', `${FORECASTS}P1;06/07/2026;0;12\nP1;13/07/2026;0;11\n`),
    ]);
    const { folder } = await send([
      await put('equivalences.csv', `${RECODED}P1;P2\n`),
      await put('prévisions2.csv', `${FORECASTS}P1;20/07/2026;0;10\nP2;13/07/2026;0;9\n`),
    ]);
    expect(
      await rowsOf(
        own,
        folder,
        'SELECT item_group_id, from_date::VARCHAR AS from_date, quantity FROM w_forecast ORDER BY ALL',
      ),
    ).toEqual([
      { item_group_id: 'P2', from_date: '2026-07-06', quantity: 12 },
      { item_group_id: 'P2', from_date: '2026-07-13', quantity: 9 },
      { item_group_id: 'P2', from_date: '2026-07-20', quantity: 10 },
    ]);
  });

  it('adds up what both codes sold on a day, when only the table of equivalents comes', async () => {
    const own = await desk();
    const { put, send } = own;
    await send([
      await put('articles.csv', `${ITEMS}P1;A;Robe;Aurelle;36;79,90\nP2;B;Robe midi;;36;69,90\n`),
      await put('ventes.csv', `${SALES}13/06/2026;P1;36;M01;2;159,80\n13/06/2026;P2;36;M01;1;69,90\n`),
      await put('stock.csv', `${STOCK}14/06/2026;P1;36;M01;4\n14/06/2026;P2;36;M01;5\n`),
    ]);
    const { report, folder } = await send([await put('equivalences.csv', `${RECODED}P1;P2\n`)]);
    expect(report.totals).toMatchObject({
      item_group_count: 1,
      item_count: 1,
      sale_quantity: 3,
      sale_amount: 229.7,
      stock_quantity: 9,
    });
    expect(await rowsOf(own, folder, SOLD)).toMatchObject([
      { item_group_id: 'P2', item_id: 'B', quantity: 3, amount: 229.7 },
    ]);
    expect(await rowsOf(own, folder, 'SELECT title, brand, price FROM w_item_group')).toEqual([
      // Both were articles: the new code's description is the one.
      { title: 'Robe midi', brand: null, price: 69.9 },
    ]);
    const again = await send([await put('equivalences.csv', `${RECODED}P1;P2\n`)]);
    expect(again.report.unchanged).toBe(true);
  });

  it('may be a variant or an EAN alone, through a chain, whenever its links came', async () => {
    const own = await desk();
    const { put, send } = own;
    await send([await put('equivalences.csv', 'Ancien EAN;Nouvel EAN\n3700000000011;3700000000028\n')]);
    await send([await put('equivalences.csv', 'Ancien EAN;Nouvel EAN\n3700000000028;3700000000035\n')]);
    const { report, folder } = await send([
      await put('articles.csv', `${ITEMS}P1;3700000000035;Robe;Aurelle;36;79,90\n`),
      await put(
        'ventes.csv',
        'date;ean;magasin;quantité;montant_ttc\n01/06/2026;3700000000011;M01;2;159,80\n02/06/2026;3700000000028;M01;1;79,90\n',
      ),
    ]);
    expect(report.totals).toMatchObject({ item_group_count: 1, item_count: 1, sale_quantity: 3 });
    expect(await rowsOf(own, folder, SOLD)).toMatchObject([
      { item_group_id: 'P1', item_id: '3700000000035' },
      { item_group_id: 'P1', item_id: '3700000000035' },
    ]);
  });

  it('never comes back to itself: the rows that would are refused, with the reason', async () => {
    const { put, send } = await desk();
    const { report } = await send([
      await put('equivalences.csv', `${RECODED}A;B\nB;C\nC;A\nD;D\nE;F\n`),
      await put('articles.csv', `${ITEMS}C;C-36;Robe;Aurelle;36;79,90\n`),
    ]);
    expect(report.files.find(({ kind }) => kind === 'equivalents')).toMatchObject({
      rows_kept: 3,
      rows_rejected: 2,
    });
    expect(report.errors).toMatchObject([
      { line: 4, column: 'nouveau_code', value: 'A' },
      { line: 5, value: 'D' },
    ]);
    expect(readFileSync(report.error_files[0]?.path ?? '', 'utf8')).toContain('C;A;4;');
    const later = await send([await put('equivalences.csv', `${RECODED}C;A\n`)]);
    expect(later.report.error_count).toBe(1);
  });

  it('waits for its day, and leaves other articles as they are', async () => {
    const own = await desk();
    const { put, send } = own;
    const files = async () => [
      await put('articles.csv', `${ITEMS}P1;P1-36;Robe;Aurelle;36;79,90\n`),
      await put('equivalences.csv', 'ancien_code;nouveau_code;date\nP1;P2;01/07/2026\n'),
    ];
    const early = await send(await files(), { today: '2026-06-20' });
    expect(await rowsOf(own, early.folder, 'SELECT item_group_id FROM w_item_group')).toEqual([
      { item_group_id: 'P1' },
    ]);
    const late = await send(await files(), { today: '2026-07-02' });
    expect(await rowsOf(own, late.folder, 'SELECT item_group_id, title FROM w_item_group')).toEqual([
      { item_group_id: 'P2', title: 'Robe' },
    ]);
    expect(await rowsOf(own, late.folder, 'SELECT item_id FROM w_item')).toEqual([{ item_id: 'P2-36' }]);
  });
});

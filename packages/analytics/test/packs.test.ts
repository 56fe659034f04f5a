import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { type Desk, deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

async function rowsOf<T extends object>({ folder }: Desk, version: string | null, sql: string): Promise<T[]> {
  const database = await openDatabase({ temp_folder: join(folder, 'look'), memory_limit: '100MB' });
  try {
    return await database.session(async (session) => {
      await attachWarehouse(session, version, 'w_');
      return session.rows<T>(sql);
    });
  } finally {
    database.close();
  }
}

const ITEMS = 'code_produit;sku;libellé;taille;prix_ttc\n';
const ARTICLES = `${ITEMS}TS;TS-S;Tee-shirt;S;10,00\nTS;TS-M;Tee-shirt;M;10,00\nBO;BO-U;Bonnet;U;20,00\nLOT3;LOT3-S;Lot de 3;S;25,00\nLOT3;LOT3-M;Lot de 3;M;25,00\nCOF;COF-U;Coffret;U;39,90\n`;
const PACKS = 'code_lot;code_composant;quantité\nLOT3;TS;3\nCOF;BO-U;1\nCOF;TS-S;2\n';
const SALES = 'date;sku;magasin;quantité;montant_ttc\n';

const SOLD = `SELECT item_group_id, item_id, location_code AS place, sum(quantity) AS quantity, round(sum(amount), 4) AS amount, any_value(list_price) AS list_price
  FROM w_sale GROUP BY ALL ORDER BY ALL`;

describe('[IMPEX-03] packs', () => {
  it('sold, returned, stocked and ordered are so many of their articles, whenever their composition comes', async () => {
    const own = await desk();
    const { put, send } = own;
    const first = await send([
      await put('articles.csv', ARTICLES),
      await put(
        'ventes.csv',
        `${SALES}01/06/2026;COF-U;M01;1;39,90\n02/06/2026;COF-U;M01;-1;-39,90\n03/06/2026;LOT3-M;M01;2;50,00\n03/06/2026;TS-M;M01;1;10,00\n13/06/2026;COF-U;M02;1;35,00\n`,
      ),
      await put(
        'stock.csv',
        'date;sku;code_lieu;stock\n14/06/2026;LOT3-S;M01;4\n14/06/2026;TS-S;M01;5\n14/06/2026;COF-U;M01;2\n',
      ),
      await put('commandes.csv', 'sku;date_livraison;quantité\nLOT3-M;24/08/2027;30\n'),
    ]);
    expect(first.report.totals).toMatchObject({ sale_quantity: 4, sale_amount: 95, stock_quantity: 11 });
    expect(first.report.readings.join()).not.toContain('Lots');
    const { report, folder } = await send([await put('lots.csv', PACKS)]);
    expect(report.files).toMatchObject([{ kind: 'packs', rows_kept: 3, rows_rejected: 0 }]);
    expect(report.totals).toMatchObject({
      // 3 + 2 × 3 + 1, and 4 × 3 + 5 + 2 × 3.
      ...{ sale_quantity: 10, sale_amount: 95, stock_quantity: 23, order_quantity: 90 },
    });
    expect(report.readings).toContain(
      'Lots : 3 vendus, comptés 9 pièces de leurs articles ; 6 en stock, comptés 18 pièces.',
    );
    expect(await rowsOf(own, folder, SOLD)).toEqual([
      // 39.90 sold then returned: nothing left of it.
      { item_group_id: 'BO', item_id: 'BO-U', place: 'M01', quantity: 0, amount: 0, list_price: 20 },
      { item_group_id: 'BO', item_id: 'BO-U', place: 'M02', quantity: 1, amount: 17.5, list_price: 20 },
      { item_group_id: 'TS', item_id: 'TS-M', place: 'M01', quantity: 7, amount: 60, list_price: 10 },
      { item_group_id: 'TS', item_id: 'TS-S', place: 'M01', quantity: 0, amount: 0, list_price: 10 },
      { item_group_id: 'TS', item_id: 'TS-S', place: 'M02', quantity: 2, amount: 17.5, list_price: 10 },
    ]);
    // What is there again under the pack's code replaces it, and no other sale of its articles.
    const later = await send([await put('ventes2.csv', `${SALES}03/06/2026;LOT3-M;M01;1;25,00\n`)]);
    expect(later.report.totals).toMatchObject({ sale_quantity: 7, sale_amount: 70 });
    expect((await send([await put('lots.csv', PACKS)])).report.unchanged).toBe(true);
    // Made of something else from now on; then of nothing: an ordinary product again.
    const other = await send([await put('lots.csv', 'code_lot;code_composant;quantité\nLOT3;TS;5\n')]);
    expect(other.report.totals).toMatchObject({ sale_quantity: 9, sale_amount: 70 });
    const none = await send([await put('lots.csv', 'code_lot;code_composant;quantité\nCOF;BO-U;1\n')], {
      mode: 'full',
    });
    expect(none.report.totals).toMatchObject({ sale_quantity: 3, sale_amount: 70, stock_quantity: 11 });
  });

  it('of packs are followed to the end; one that would hold itself is refused, with the reason', async () => {
    const own = await desk();
    const { put, send } = own;
    const { report, folder } = await send([
      await put('articles.csv', `${ITEMS}TS;TS-S;Tee-shirt;S;10,00\n`),
      await put('lots.csv', 'Pack SKU;Component SKU;Qty\nBOX;LOT3;2\nLOT3;TS-S;3\nLOT3;BOX;1\nBOX;BOX;1\n'),
      await put('ventes.csv', `${SALES}01/06/2026;BOX;M01;1;50,00\n`),
    ]);
    expect(report.files.find(({ kind }) => kind === 'packs')).toMatchObject({
      rows_kept: 2,
      rows_rejected: 2,
    });
    expect(report.errors).toMatchObject([
      {
        line: 4,
        column: 'Component SKU',
        value: 'BOX',
        reason: 'ce lot se contiendrait lui-même, de proche en proche',
      },
      { line: 5 },
    ]);
    expect(await rowsOf(own, folder, SOLD)).toMatchObject([{ item_id: 'TS-S', quantity: 6, amount: 50 }]);
    const later = await send([await put('lots2.csv', 'Pack SKU;Component SKU;Qty\nTS-S;BOX;1\n')]);
    expect(later.report.error_count).toBe(1);
  });

  it('follow the codes that changed', async () => {
    const own = await desk();
    const { put, send } = own;
    const { folder } = await send([
      await put('articles.csv', `${ITEMS}TS2;TS2-S;Tee-shirt;S;10,00\n`),
      await put('equivalences.csv', 'ancien_code;nouveau_code\nTS-S;TS2-S\nLOT3;LOT9\n'),
      await put('lots.csv', 'code_lot;code_composant;quantité\nLOT3;TS-S;3\n'),
      await put('ventes.csv', `${SALES}01/06/2026;LOT3;M01;1;25,00\n02/06/2026;LOT9;M01;1;25,00\n`),
    ]);
    expect(await rowsOf(own, folder, SOLD)).toMatchObject([{ item_id: 'TS2-S', quantity: 6, amount: 50 }]);
  });

  it('are counted to the unit and to the cent, whatever they hold and were sold for', async () => {
    const part = fc.record({ code: fc.integer({ min: 0, max: 4 }), units: fc.integer({ min: 1, max: 4 }) });
    const sale = fc.record({
      pack: fc.integer({ min: 0, max: 2 }),
      quantity: fc.integer({ min: -3, max: 5 }).filter((count) => count !== 0),
      cents: fc.integer({ min: 0, max: 9999 }),
    });
    const world = fc.record({
      prices: fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 5, maxLength: 5 }),
      packs: fc.array(fc.uniqueArray(part, { minLength: 1, maxLength: 4, selector: ({ code }) => code }), {
        minLength: 3,
        maxLength: 3,
      }),
      sales: fc.array(sale, { minLength: 1, maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ prices, packs, sales }) => {
        const own = await desk();
        const { put, send } = own;
        const euros = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');
        const amountOf = ({ quantity, cents }: { quantity: number; cents: number }) =>
          Math.sign(quantity) * cents;
        const { folder, report } = await send([
          await put(
            'articles.csv',
            ITEMS + prices.map((cents, i) => `A${i};A${i}-U;Article;U;${euros(cents)}\n`).join(''),
          ),
          await put(
            'lots.csv',
            `code_lot;code_composant;quantité\n${packs.flatMap((parts, i) => parts.map(({ code, units }) => `L${i};A${code};${units}\n`)).join('')}`,
          ),
          await put(
            'ventes.csv',
            SALES +
              sales
                .map(
                  (each, i) =>
                    `${10 + i}/06/2026;L${each.pack};M01;${each.quantity};${euros(amountOf(each))}\n`,
                )
                .join(''),
          ),
        ]);
        expect(report.error_count).toBe(0);
        // By other code: sums of whole numbers, article by article.
        const units = new Map<string, number>();
        for (const { pack, quantity } of sales)
          for (const { code, units: each } of packs[pack] ?? [])
            units.set(`A${code}`, (units.get(`A${code}`) ?? 0) + quantity * each);
        const rows = await rowsOf<{ item_group_id: string; quantity: number; amount: number }>(
          own,
          folder,
          'SELECT item_group_id, sum(quantity) AS quantity, sum(amount) AS amount FROM w_sale GROUP BY ALL',
        );
        for (const { item_group_id, quantity } of rows) expect(quantity).toBe(units.get(item_group_id));
        const cents = rows.map(({ amount }) => amount * 100);
        for (const each of cents) expect(Math.abs(each - Math.round(each))).toBeLessThan(1e-6);
        expect(Math.round(cents.reduce((sum, each) => sum + each, 0))).toBe(
          sales.reduce((sum, each) => sum + amountOf(each), 0),
        );
      }),
      { numRuns: process.env.PALIER_THOROUGH ? 60 : 3 },
    );
  });
});

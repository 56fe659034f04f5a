import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { readGivenForecasts } from '../src/snapshot/given-forecasts.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { type Desk, newDesk } from './files.ts';

const desks: Desk[] = [];
afterAll(async () => {
  for (const { folder } of desks) await rm(folder, { recursive: true, force: true });
});

const ITEMS =
  'code_produit;sku;taille;prix_ttc;prix_revient\nR1;R1-36;36;80;20\nR1;R1-38;38;80;20\nP2;P2-M;M;50;10\n';
const SALES = 'date;sku;quantité;montant\n01/07/2026;R1-36;2;160\n01/07/2026;P2-M;1;50\n';
const STOCK = 'date;sku;code_lieu;quantité\n05/07/2026;R1-36;M01;4\n05/07/2026;P2-M;M01;9\n';

async function shop(): Promise<Desk> {
  const desk = await newDesk();
  desks.push(desk);
  const files = { 'articles.csv': ITEMS, 'ventes.csv': SALES, 'stock.csv': STOCK };
  await desk.send(await Promise.all(Object.entries(files).map(([name, text]) => desk.put(name, text))));
  return desk;
}

const DAY = (date: string) => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
/** Two weeks, the week after them, and a fortnight that the files tell by less than half. */
const PERIODS = [
  ['2026-07-06', '2026-07-20'],
  ['2026-07-20', '2026-07-27'],
  ['2026-08-03', '2026-08-17'],
].map(([from = '', to = '']) => ({ from_day: DAY(from), to_day: DAY(to) }));

/** Lines 0 (P2) and 1 (R1) of a snapshot on the published version. */
async function readForecasts(folder: string) {
  const database = await openDatabase({
    temp_folder: join(folder, 'spill'),
    memory_limit: '200MB',
    connections: 1,
  });
  try {
    return await database.session(async (session) => {
      await attachWarehouse(session, folder, 'w_');
      await session.run(
        `CREATE TABLE line AS SELECT * FROM (VALUES (0, 'P2'), (1, 'R1')) AS t(line_no, item_group_id)`,
      );
      const found = await readGivenForecasts(session, PERIODS);
      return Array.from(found?.line ?? [], (line, n) => [
        line,
        found?.period[n],
        Math.round(100 * (found?.discount[n] ?? 0)),
        Math.round(100 * (found?.units[n] ?? 0)) / 100,
      ]);
    });
  } finally {
    database.close();
  }
}

describe('a file of forecasts', () => {
  it('is known by its French or English headings, by week or by spell, by product or by size', async () => {
    const desk = await shop();
    const french = await desk.put(
      'prévisions.csv',
      'semaine_du;code_produit;démarque;prévision;élasticité\n06/07/2026;R1;0;7;-2,1\n06/07/2026;R1;30 %;14;-2,1\n13/07/2026;R1;0;6;\n13/07/2026;R1;30;11;\n20/07/2026;R1;0;5;\n03/08/2026;R1;0;4;\n',
    );
    const english = await desk.put(
      'demand.csv',
      'sku,from_date,to_date,discount,forecast\nP2-M,2026-07-06,2026-07-26,0.2,21\n',
    );
    const { report, folder } = await desk.send([french, english]);
    expect(report.errors).toEqual([]);
    expect(
      report.files.map(({ kind, rows_kept, total_quantity }) => [kind, rows_kept, total_quantity]),
    ).toEqual([
      ['forecasts', 6, 47],
      ['forecasts', 1, 21],
    ]);
    expect(await readForecasts(folder ?? '')).toEqual([
      // A spell of 21 days lends each period its days.
      [0, 0, 20, 14],
      [0, 1, 20, 7],
      [1, 0, 0, 13],
      [1, 0, 30, 25],
      [1, 1, 0, 5],
      // One week given of two: it is half of them, and the other week follows its pace.
      [1, 2, 0, 8],
    ]);
  });

  it('replaces a product’s forecasts where its days touch them, keeps the others, and changes nothing twice', async () => {
    const desk = await shop();
    const head = 'date;code_produit;démarque;prévision\n';
    const first = `${head}06/07/2026;R1;0;7\n13/07/2026;R1;0;6\n06/07/2026;P2;0;3\n13/07/2026;P2;0;3\n`;
    await desk.send([await desk.put('previsions.csv', first)]);
    const again = await desk.send([await desk.put('previsions.csv', first)]);
    expect(again.report.unchanged).toBe(true);
    const next = `${head}13/07/2026;R1;0;10\n20/07/2026;R1;0;9\n`;
    const { folder } = await desk.send([await desk.put('previsions-2.csv', next)]);
    expect(await readForecasts(folder ?? '')).toEqual([
      [0, 0, 0, 6],
      [1, 0, 0, 17],
      [1, 1, 0, 9],
    ]);
  });

  it('refuses a negative quantity and an unreadable discount, and says which products have none', async () => {
    const desk = await shop();
    const text =
      'date;code_produit;démarque;prévision\n06/07/2026;R1;0;-7\n06/07/2026;R1;beaucoup;7\n06/07/2026;R1;20;7\n06/07/2026;X9;0;2\n';
    const { report } = await desk.send([await desk.put('previsions.csv', text)]);
    expect(report.errors.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'nombre négatif'],
      [3, 'nombre illisible'],
    ]);
    const said = new Map(report.quality.map(({ code, count, examples }) => [code, { count, examples }]));
    expect(said.get('forecast_missing')).toEqual({ count: 1, examples: ['P2'] });
    expect(said.get('forecast_unknown')).toEqual({ count: 1, examples: ['X9'] });
  });
});

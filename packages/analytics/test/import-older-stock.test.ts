import { formatQuantity } from '@palier/domain';
import { afterAll, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const COUNT = 30;
const rows = (write: (at: number) => string): string =>
  Array.from({ length: COUNT }, (_, at) => write(at)).join('\n');
const ARTICLES = `code_produit;libelle;prix_ttc\n${rows((at) => `AR${at};Table ${at};120,00`)}\n`;
const SALES = `date;code_produit;magasin;quantite;montant\n${rows((at) => `${String((at % 28) + 1).padStart(2, '0')}/06/2026;AR${at};${at % 2 ? 'Lille' : 'Brest'};1;120,00`)}\n`;
const dated = (days: readonly number[]): string =>
  `date;magasin;code_produit;stock\n${days.map((day) => rows((at) => `${day}/06/2026;Lille;AR${at};${day}`)).join('\n')}\n`;
const WIDE = `code_produit;Stock Lille;Stock Brest\n${rows((at) => `AR${at};10;20`)}\n`;

it('what is read of a stock and does not count, a later day being known, is said with its pieces and places', async () => {
  const { put, send } = await desk();
  const { report } = await send(
    [
      await put('articles.csv', ARTICLES),
      await put('ventes.csv', SALES),
      await put('stock.csv', dated([28, 29, 30])),
      await put('stock magasins.csv', WIDE),
    ],
    { today: '2026-07-02' },
  );
  expect(report.totals.stock_quantity).toBe(30 * 30 + 30 * 20);
  expect(report.readings).toContain(
    `stock.csv : ${formatQuantity(1710)} pièces de jours passés ne comptent pas, chaque lieu comptant son dernier jour.`,
  );
  expect(report.readings).toContain(
    'stock magasins.csv : 300 pièces ne comptent pas (Lille), un stock plus récent y étant connu, du 30/06/2026.',
  );
});

it('a stock of today after that of yesterday says nothing, one of the day before says what it is', async () => {
  const { put, send } = await desk();
  await send([await put('articles.csv', ARTICLES), await put('stock.csv', dated([29]))], {
    today: '2026-07-02',
  });
  const next = await send([await put('stock 30.csv', dated([30]))], { today: '2026-07-02' });
  expect(next.report.readings).toEqual([]);
  const late = await send([await put('stock 28.csv', dated([28]))], { today: '2026-07-02' });
  expect(late.report.totals.stock_quantity).toBe(900);
  expect(late.report.readings).toEqual([
    'stock 28.csv : 840 pièces ne comptent pas (Lille), un stock plus récent y étant connu, du 30/06/2026.',
  ]);
});

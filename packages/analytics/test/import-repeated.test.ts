import { afterAll, describe, expect, it } from 'vitest';
import { compareNames, seriesOf } from '../src/import/repeated/series.ts';
import { deskKeeper, type SendOptions } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const COUNT = 60;
const each = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('\n');
const ARTICLES = `code_produit;libelle;famille;prix_ttc\n${each(COUNT, (at) => `P${at};Robe ${at};Robes;${49 + at}`)}\n`;

const stock = (pieces: number): string =>
  `code_produit;magasin;stock\n${each(COUNT, (at) => `P${at};M1;${pieces}`)}\n`;
const orders = (pieces: number): string =>
  `code_produit;quantite_commandee;date_de_livraison\n${each(COUNT, (at) => `P${at};${pieces};15/08/2026`)}\n`;
const PER_DAY = 30;
/** Sales of the days of June between two, the same for the same day. */
function sales(from: number, to: number, quantity = 1): string {
  const rows = each((to - from + 1) * PER_DAY, (at) => {
    const day = from + Math.floor(at / PER_DAY);
    const code = (at % PER_DAY) * 2 + (day % 2);
    return `2026-06-${String(day).padStart(2, '0')};P${code};M1;${quantity};${quantity * (49 + code)},00`;
  });
  return `date;code_produit;magasin;quantite;montant_ttc\n${rows}\n`;
}

async function sendAll(files: Record<string, string>, options: SendOptions = {}) {
  const { put, send } = await desk();
  const sent = [await put('articles.csv', ARTICLES)];
  for (const [name, text] of Object.entries(files)) sent.push(await put(name, text));
  return { put, send, ...(await send(sent, options)) };
}

const answered = (key: string, value: string): SendOptions => ({ mapping: { answers: { [key]: value } } });

describe('stocks of two weeks dropped together', () => {
  const two = { 'stock 30-05-2026.csv': stock(10), 'stock 06-06-2026.csv': stock(8) };
  const key = 'repeated:stock 06-06-2026.csv:stock';

  it('are asked about, with what each counts; the last one is likely', async () => {
    const { report } = await sendAll(two);
    expect(report.questions).toMatchObject([
      {
        ...{ key, code: 'repeated', file: 'stock 06-06-2026.csv' },
        text: 'Ces 2 fichiers comptent les mêmes articles aux mêmes lieux. Quel est le stock\u202f?',
        choices: [
          { label: 'Celui de « stock 06-06-2026.csv »', detail: '480 pièces' },
          { label: 'Celui de « stock 30-05-2026.csv »', detail: '600 pièces' },
          { label: 'La somme de tous', detail: '1\u202f080 pièces' },
        ],
      },
    ]);
    expect(report.totals.stock_quantity).toBe(480);
    expect(report.ignored_files).toEqual([
      { name: 'stock 30-05-2026.csv', reason: 'ses lignes sont celles de « stock 06-06-2026.csv »' },
    ]);
  });

  it.each([
    ['the other one', 'stock 30-05-2026.csv', 600, ['stock 06-06-2026.csv']],
    ['both', 'add', 1080, []],
  ])('are counted as answered: %s', async (_, value, pieces, left) => {
    const { report } = await sendAll(two, answered(key, value));
    expect(report.totals.stock_quantity).toBe(pieces);
    expect(report.ignored_files.map(({ name }) => name)).toEqual(left);
  });

  it.each(['last', 'add'])('answered once (%s), the next ones are not asked about', async (value) => {
    const { put, send, used_mappings } = await sendAll(two, answered(key, value));
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const next = [await put('stock 13-06-2026.csv', stock(6)), await put('stock 20-06-2026.csv', stock(5))];
    const { report } = await send(next, { remembered, mapping: { accept_likely: false } });
    expect([report.questions, report.totals.stock_quantity]).toEqual([[], value === 'last' ? 300 : 660]);
  });

  it('of a shop and a depot, add up', async () => {
    const { report } = await sendAll({ 'stock magasins.csv': stock(10), 'stock entrepot.csv': stock(8) });
    expect([report.questions, report.totals.stock_quantity]).toEqual([[], 1080]);
  });

  it('of two places in their column, add up', async () => {
    const { report } = await sendAll({
      'stock 1.csv': stock(10),
      'stock 2.csv': stock(8).replaceAll('M1', 'M2'),
    });
    expect([report.questions, report.totals.stock_quantity]).toEqual([[], 1080]);
  });

  it('dated in a column, are two days', async () => {
    const dated = (day: string, pieces: number): string =>
      stock(pieces).replace('magasin', 'date;magasin').replaceAll('M1', `${day};M1`);
    const { report } = await sendAll({
      ...{ 'stock 1.csv': dated('2026-05-31', 10), 'stock 2.csv': dated('2026-06-07', 8) },
    });
    expect([report.questions, report.totals.stock_quantity]).toEqual([[], 480]);
  });
});

it('what is still to come, of two weeks, is asked about', async () => {
  const { report } = await sendAll({ 'commandes S22.csv': orders(5), 'commandes S23.csv': orders(7) });
  expect(report.questions.map(({ key }) => key)).toEqual(['repeated:commandes S23.csv:orders']);
  expect(report.totals.order_quantity).toBe(420);
});

describe('sales of which two extracts share days', () => {
  const key = 'repeated:ventes_S24.csv:sales';
  const two = { 'ventes_S23.csv': sales(1, 14), 'ventes_S24.csv': sales(8, 21) };

  it('are asked about, and likely once', async () => {
    const { report } = await sendAll(two);
    expect(report.questions).toMatchObject([
      { key, choices: [{ detail: '630 pièces vendues' }, { detail: '840 pièces vendues' }] },
    ]);
    expect(report.totals.sale_quantity).toBe(21 * PER_DAY);
    expect(report.readings).toContain(
      'ventes_S23.csv : les lignes des jours qu’ils partagent sont celles de « ventes_S24.csv », comptées une fois.',
    );
  });

  it('are all counted where that is answered', async () => {
    const { report } = await sendAll(two, answered(key, 'add'));
    expect(report.totals.sale_quantity).toBe(28 * PER_DAY);
  });

  it('three of them, the last one has the days that it says, with its corrections', async () => {
    const corrected = sales(8, 28).replace('2026-06-20;P0;M1;1;49,00', '2026-06-20;P0;M1;3;147,00');
    const { report } = await sendAll({ ...two, 'ventes_S25.csv': corrected });
    expect(report.totals.sale_quantity).toBe(28 * PER_DAY + 2);
  });

  it('of two shops without their names, add up', async () => {
    const shop = (seed: number): string =>
      `date;code_produit;quantite;montant_ttc\n${each(300, (at) => {
        const code = (at * seed * 7 + seed) % COUNT;
        return `2026-06-${String(1 + (at % 20)).padStart(2, '0')};P${code};1;${49 + code},00`;
      })}\n`;
    const { report } = await sendAll({ 'lyon.csv': shop(1), 'paris.csv': shop(11) });
    expect(report.questions.filter(({ code }) => code === 'repeated')).toEqual([]);
    expect(report.totals.sale_quantity).toBe(600);
  });

  it.each<[string, (rows: string) => string]>([
    ['for the chain', (rows) => rows.replace(';magasin', '').replaceAll(/;M[12];/g, ';')],
    ['without sizes', (rows) => rows.replace(';taille', '').replaceAll(/;(S|M);/g, ';')],
  ])('said in other lines (%s), are asked about, the most detailed likely', async (_, plainer) => {
    const day = (at: number): number => Math.floor(Math.sqrt(at)) + 1;
    const rows = each(400, (at) => {
      const code = (at * 7) % COUNT;
      return `2026-06-${String(day(at)).padStart(2, '0')};P${code};${at % 2 ? 'M1' : 'M2'};${at % 3 ? 'S' : 'M'};1;${49 + code},00`;
    });
    const detailed = `date;code_produit;magasin;taille;quantite;montant_ttc\n${rows}\n`;
    const lines = plainer(detailed).trim().split('\n');
    const sums = Map.groupBy(lines.slice(1), (line) => line);
    const summed = [...sums].map(([line, { length }]) =>
      line.replace(/;1;(\d+),00$/, (_all, price) => `;${length};${length * Number(price)},00`),
    );
    const { report } = await sendAll({
      'detail.csv': detailed,
      'ventes.csv': `${[lines[0], ...summed].join('\n')}\n`,
    });
    expect(report.questions).toMatchObject([
      {
        key: 'repeated:detail.csv:sales',
        text: '« detail.csv » redit des ventes de « ventes.csv »\u202f: les mêmes quantités chaque jour, autrement détaillées. Les compter une fois\u202f?',
        choices: [
          { label: 'Une fois, celles de « detail.csv »', detail: '400 pièces vendues' },
          { label: 'Toutes', detail: '800 pièces vendues' },
        ],
      },
    ]);
    expect(report.totals.sale_quantity).toBe(400);
  });

  it('of weeks that follow each other, add up', async () => {
    const { report } = await sendAll({ 'ventes_S23.csv': sales(1, 7), 'ventes_S24.csv': sales(8, 14) });
    expect([report.questions, report.totals.sale_quantity]).toEqual([[], 14 * PER_DAY]);
  });
});

it.each([
  ['stock 2026-06-07.csv', 'stock 2026-06-14.xlsx'],
  ['Stock_S23.csv', 'stock S24 (corrigé).csv'],
  ['stock lundi.csv', 'Stock mardi.csv'],
  ['stock juin.csv', 'stock juillet.csv'],
  ['stock_juillet.csv', 'stock-juillet v2.csv'],
  ['export stock.csv', 'export stock (1).csv'],
])('%s and %s are of one series', (one, other) => {
  expect(seriesOf(one)).toBe(seriesOf(other));
  expect(compareNames(one, other)).toBeLessThan(0);
});

it.each([
  ['stock lyon.csv', 'stock paris.csv'],
  ['stock femme.csv', 'stock homme.csv'],
  ['stock marseille.csv', 'stock.csv'],
])('%s and %s are not', (one, other) => {
  expect(seriesOf(one)).not.toBe(seriesOf(other));
});

import { afterAll, expect, it } from 'vitest';
import { deskKeeper, ITEMS } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const HEADINGS = 'date;code_produit;taille;magasin;quantité;montant\n';
const PLACES = 'code_magasin;nom;ville\nM1;Lille centre;Lille\nM2;Nantes;Nantes\n';
const plain = (texts: readonly string[] = []) => texts.map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '));
const total = { place: null, revenue: null, quantity: null, stock: null };

it('the till’s totals that the data do not have are reported, with the rows that could explain them', async () => {
  const { put, send } = await desk();
  const sales = `${HEADINGS}2026-06-03;R1;36;M1;2;160\n2026-06-04;R1;38;M1;deux;80\n2026-06-05;R1;38;M1;trois;240\n2026-06-06;P2;M;M2;1;50\n2026-06-06;P2;M;M2;1;50\n`;
  const stock = 'code_produit;taille;entrepôt;stock;date\nR1;36;M1;4;2026-06-15\nR1;36;M1;5;2026-06-30\n';
  const files = [await put('articles.csv', ITEMS), await put('lieux.csv', PLACES)];
  const { report } = await send([...files, await put('ventes.csv', sales), await put('stock.csv', stock)], {
    check: true,
    control_tolerance: 0.001,
    controls: [
      { ...total, month: '2026-06', place: 'lille centre', revenue: 480, stock: 5 },
      { ...total, month: '2026-06', place: 'M2', revenue: 50 },
      { ...total, month: '2026-06', revenue: 260, quantity: 4 },
      { ...total, month: '2026-05', revenue: 10 },
    ],
  });
  const gaps = report.gaps.map(({ causes, ...gap }) => ({ ...gap, causes: plain(causes) }));
  expect(gaps).toEqual([
    {
      ...{ month: '2026-06', place: 'lille centre', place_name: 'Lille centre', measure: 'revenue' },
      ...{ expected: 480, found: 160 },
      causes: [
        expect.stringMatching(
          /^ventes\.csv, lignes 3 à 4 : 2 lignes refusées pour 320,00 € : nombre illisible/,
        ),
      ],
    },
    {
      ...{
        month: '2026-06',
        place: 'M2',
        place_name: 'Nantes',
        measure: 'revenue',
        expected: 50,
        found: 100,
      },
      causes: ['1 ligne identique à une autre, comptée pour 1 pièces'],
    },
    {
      ...{ month: '2026-05', place: null, place_name: null, measure: 'revenue', expected: 10, found: 0 },
      causes: [],
    },
  ]);
});

it('the till’s totals come in a file of their own, with the others: compared with them, never added to them', async () => {
  const { put, send } = await desk();
  const sales = `${HEADINGS}2026-06-03;R1;36;Lille;2;1 234,50\n2026-06-06;P2;M;Nantes;1;50\n`;
  const till = [
    'Mois;Magasin;CA TTC;Pièces',
    ...[
      '01/06/2026;Lille;1 000,50 €;1',
      '2026-06-30;Lille;234,00;1',
      'juin 2026;Nantes;60;',
      'Juin 2026;Total;5000;',
    ],
    ...['hier;Lille;1;1', '06/2026;Lille;beaucoup;1'],
  ].join('\n');
  const files = [await put('articles.csv', ITEMS), await put('ventes.csv', sales)];
  const { report, control_totals, manifest } = await send([...files, await put('caisse_juin.csv', till)], {
    check: true,
    controls: [{ ...total, month: '2026-06', place: 'Nantes', revenue: 50 }],
    control_tolerance: 0.001,
  });
  expect(control_totals).toEqual([
    { month: '2026-06', place: 'Lille', revenue: 1234.5, quantity: 2, stock: null },
    { month: '2026-06', place: 'Nantes', revenue: 60, quantity: null, stock: null },
    { month: '2026-06', place: null, revenue: 5000, quantity: null, stock: null },
  ]);
  expect(report.files.find(({ kind }) => kind === 'control')).toMatchObject({
    ...{ rows_read: 6, rows_kept: 4, rows_rejected: 2, first_date: '2026-06-01', last_date: '2026-06-30' },
  });
  expect(manifest?.totals.sale_amount).toBe(1284.5);
  expect(report.gaps.map(({ place, expected, found }) => [place, expected, found])).toEqual([
    ['Nantes', 60, 50],
    [null, 5000, 1284.5],
  ]);
});

it.each(['Total', 'Tous magasins', 'Total réseau', 'All stores', 'TOTAL GÉNÉRAL'])(
  '« %s » of a till is all of its places',
  async (all) => {
    const { put, send } = await desk();
    const sales = `${HEADINGS}2026-06-03;R1;36;M1;2;160\n2026-06-06;P2;M;M2;1;50\n`;
    const till = `Mois;Magasin;CA TTC\nJuin 2026;M1;160\nJuin 2026;M2;50\nJuin 2026;${all};210\n`;
    const files = [await put('articles.csv', ITEMS), await put('ventes.csv', sales)];
    const { report } = await send([...files, await put('caisse_juin.csv', till)], { check: true });
    expect(report.gaps).toEqual([]);
  },
);

it('totals without a product are asked unless the file’s name says what they are', async () => {
  const { put, send } = await desk();
  const text = 'Mois;Magasin;CA TTC\n2026-06;Lille;100\n2026-05;Lille;90\n';
  const asked = await send([await put('articles.csv', ITEMS), await put('juin.csv', text)], {
    ...{ check: true, mapping: { accept_likely: false } },
  });
  expect(asked.report.questions.map(({ choices }) => choices.map(({ value }) => value))).toEqual([
    ['control', 'aside'],
  ]);
});

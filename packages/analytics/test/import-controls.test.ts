import { afterAll, expect, it } from 'vitest';
import { deskKeeper, ITEMS } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const HEADINGS = 'date;code_produit;taille;magasin;quantité;montant\n';
const PLACES = 'code_magasin;nom;ville\nM1;Lille centre;Lille\nM2;Nantes;Nantes\n';
const plain = (texts: readonly string[] = []) => texts.map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '));
const total = { place: null, revenue: null, quantity: null, stock: null };

it('the till’s totals that the data do not have are told, with the rows that could explain them', async () => {
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

import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper, type SendOptions } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const ARTICLES =
  'code_produit;libelle;taille;prix_ttc\nA;Robe;S;50\nA;Robe;M;50\nA;Robe;L;55\nB;Pull;U;40\nC;Jupe;U;30\nD;Sac;U;20\n';
const STOCK = 'date;code_produit;lieu;quantite\n2026-06-30;A;Lyon;5\n';
const dated = (rows: string): string => `code_produit;tarif;date_debut;prix_ttc\n${rows}\n`;

/** What a check of some files says of list prices, after the articles, a stock of 30 June and other files. */
async function checked(
  files: Record<string, string>,
  { former = {}, ...options }: SendOptions & { former?: Record<string, string> } = {},
) {
  const own = await desk();
  const put = (all: Record<string, string>) =>
    Promise.all(Object.entries(all).map(([name, text]) => own.put(name, text)));
  await own.send(await put({ 'articles.csv': ARTICLES, 'stock.csv': STOCK }));
  if (Object.keys(former).length > 0) await own.send(await put(former));
  const { report, changed_prices } = await own.send(await put(files), { check: true, ...options });
  return { lists: report.effect?.prices, changed: changed_prices };
}

describe('[IMPEX-03] what an import changes in list prices', () => {
  it('is counted each way, with the largest moves, by the price that a project takes', async () => {
    const text =
      'code_produit;libelle;taille;prix_ttc\nA;Robe;S;52\nA;Robe;M;52\nA;Robe;L;60\nB;Pull;U;44\nC;Jupe;U;27\nE;Veste;U;90\n';
    const { lists, changed } = await checked({ 'articles.csv': text });
    expect(lists).toEqual([
      {
        ...{ list: '', is_usual: true, lost_count: 0 },
        up: {
          ...{ count: 2, mean_pct: expect.closeTo(7, 6) },
          examples: [
            { item_group_id: 'B', title: 'Pull', before: 40, after: 44, currency: null, from: null },
            { item_group_id: 'A', title: 'Robe', before: 50, after: 52, currency: null, from: null },
          ],
        },
        down: {
          ...{ count: 1, mean_pct: expect.closeTo(-10, 6) },
          examples: [
            { item_group_id: 'C', title: 'Jupe', before: 30, after: 27, currency: null, from: null },
          ],
        },
      },
    ]);
    expect(changed.map(({ item_group_id, price }) => [item_group_id, price]).sort()).toEqual([
      ['A', 52],
      ['B', 44],
      ['C', 27],
    ]);
  });

  it('is said of each list, from the day it begins; those of what is paid for a time are none', async () => {
    const former = { 'prix.csv': dated('A;BE;2026-01-01;54\nB;BE;2026-01-01;45') };
    const { lists } = await checked(
      {
        'prix.csv': dated(
          'A;BE;2026-09-01;56\nB;;2026-06-01;41\nC;;2026-09-01;31\nD;Prix démarqués;2026-06-01;10',
        ),
      },
      { former },
    );
    expect(
      lists?.map(({ list, is_usual, up }) => [
        ...[list, is_usual],
        up?.examples.map(({ item_group_id, before, after, from }) => [item_group_id, before, after, from]),
      ]),
    ).toEqual([
      [
        ...['', true],
        [
          ['C', 30, 31, '2026-09-01'],
          ['B', 40, 41, null],
        ],
      ],
      ['BE', false, [['A', 54, 56, '2026-09-01']]],
    ]);
  });

  it('tells the products that have a price no more', async () => {
    const { lists } = await checked(
      { 'articles.csv': 'code_produit;libelle;taille;prix_ttc\nA;Robe;S;50\nB;Pull;U;\n' },
      { mode: 'full', mapping: { answers: { 'removal:*': 'remove' } } },
    );
    expect(lists).toMatchObject([{ up: null, down: null, lost_count: 3 }]);
  });

  it('is nothing where no price changes, and of an import that is not checked', async () => {
    const same = { 'articles.csv': ARTICLES.replaceAll('Robe', 'Robe longue') };
    expect((await checked(same)).lists).toEqual([]);
    expect((await checked(same, { check: false })).lists).toBeUndefined();
  });
});

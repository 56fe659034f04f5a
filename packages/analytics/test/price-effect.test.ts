import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { draftSnapshot, openFactStore } from '../src/index.ts';
import { type Desk, deskKeeper, numbersOf, type SendOptions } from './files.ts';

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

  it('is what a project of the list takes once the files are imported', { timeout: 300_000 }, async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(deliveries, deliveries, async (former, latter) => {
        const own = await desk();
        const put = (files: Record<string, string>) =>
          Promise.all(Object.entries(files).map(([name, text]) => own.put(name, text)));
        const taken = async (files: Record<string, string>) => {
          const { folder } = await own.send(await put({ ...files, 'stock.csv': STOCK_OF_ALL }), ALL_NEW);
          return { usual: await pricesOf(own, folder, undefined), BE: await pricesOf(own, folder, 'BE') };
        };
        const before = await taken(former);
        const { changed_prices } = await own.send(await put(latter), { ...ALL_NEW, check: true });
        const after = await taken(latter);
        const said = new Map(changed_prices.map((one) => [`${one.list} ${one.item_group_id}`, one.price]));
        for (const code of CODES) {
          const [was, is] = [before.usual.get(code) ?? null, after.usual.get(code) ?? null];
          if (was !== null && was !== is) {
            compared += 1;
            expect([code, said.get(` ${code}`)]).toEqual([code, is]);
          }
          if (!listed(former, code)) continue;
          const [stood, stands] = [before.BE.get(code) ?? null, after.BE.get(code) ?? null];
          if (stood !== null && stood !== stands && listed(latter, code))
            expect([code, said.get(`BE ${code}`)]).toEqual([code, stands]);
        }
      }),
      { numRuns: process.env.PALIER_THOROUGH ? 60 : 3 },
    );
    expect(compared).toBeGreaterThan(0);
  });
});

const CODES = ['A', 'B', 'C'];
const STOCK_OF_ALL = `date;code_produit;lieu;quantite\n${CODES.map((code) => `2026-06-30;${code};Lyon;5\n`).join('')}`;
/** Prices may rise and fall by much: what is asked of it is answered. */
const ALL_NEW: SendOptions = {
  mapping: { answers: { 'raised_prices:*': 'list', 'lowered_prices:*': 'list' } },
};

const price = fc.constantFrom('20', '30', '40', '50', '');
/** Two sizes of each product, and dated prices of the usual list and of another. */
const deliveries = fc
  .record({
    own: fc.array(price, { minLength: 6, maxLength: 6 }),
    dated: fc.uniqueArray(
      fc.record({
        code: fc.constantFrom(...CODES),
        list: fc.constantFrom('', 'BE'),
        from: fc.constantFrom('2026-01-01', '2026-06-15', '2026-09-01'),
        price: fc.constantFrom('25', '35', '45'),
      }),
      { maxLength: 6, selector: ({ code, list, from }) => `${code} ${list} ${from}` },
    ),
  })
  .map(
    ({ own, dated: rows }): Record<string, string> => ({
      'articles.csv': `code_produit;libelle;taille;prix_ttc\n${own
        .map((value, index) => `${CODES[index >> 1]};Robe;${index % 2 ? 'M' : 'S'};${value}\n`)
        .join('')}`,
      ...(rows.length > 0 && {
        'prix.csv': dated(
          rows.map(({ code, list, from, price: value }) => [code, list, from, value].join(';')).join('\n'),
        ),
      }),
    }),
  );

const listed = (files: Record<string, string>, code: string): boolean =>
  files['prix.csv']?.includes(`${code};BE;`) ?? false;

/** What a project of a list takes as the price of each product. */
async function pricesOf({ folder }: Desk, warehouse: string | null, price_list_id: string | undefined) {
  const at = join(folder, `snapshot-${crypto.randomUUID()}`);
  const draft = await draftSnapshot({
    ...{
      temp_folder: join(folder, 'temp'),
      warehouse_folder: warehouse ?? '',
      snapshot_folder: at,
      version: 1,
    },
    project: {
      ...{ project_id: 'p1', data_date: '2026-06-30', end_date: '2026-08-05', working_phase: 0 },
      phases: [{ name: null, start_date: '2026-07-15' }],
      ...{ discount_pct_range: [20, 60], discount_levels: [0, 20] },
      ...{ accounting_currency: 'EUR', catalog_currency: 'EUR', season_start_date: '2026-02-01' },
      selection: price_list_id === undefined ? {} : { price_list_id },
    },
    newId: () => crypto.randomUUID(),
  });
  const { folder: snapshot } = await draft.finish(null);
  const store = await openFactStore({ temp_folder: join(folder, 'temp'), memory_limit: '100MB' });
  const facts = await store.openProject({ project_id: 'p1', folder: snapshot });
  const { data } = await facts.lines({ size: 100, fields: ['price'] });
  await facts.close();
  await store.close();
  return new Map(data.map((line) => [line.item_group_id, numbersOf(line, ['price']).price ?? null]));
}

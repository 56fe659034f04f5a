import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { type Desk, deskKeeper, type SendOptions } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const COUNT = 20;
/** The articles, each with its price in euros and its brand. */
function articles(priceOf: (at: number) => number, brand = 'Lune', count = COUNT): string {
  const rows = Array.from({ length: count }, (_, at) => `P${at};Robe ${at};Robes;${brand};${priceOf(at)}`);
  return `code_produit;libelle;famille;marque;prix_ttc\n${rows.join('\n')}\n`;
}
const LIST = (at: number): number => 50 + at;
/** Three products of five at 30 % off. */
const SALES = (at: number): number => (at % 5 < 3 ? (50 + at) * 0.7 : 50 + at);
const KEY = 'lowered_prices:articles.csv';

async function pricesOf({ folder }: Desk, version: string | null) {
  const database = await openDatabase({ temp_folder: `${folder}/spill`, memory_limit: '100MB' });
  try {
    return await database.session(async (session) => {
      await attachWarehouse(session, version, 'w_');
      return session.rows<{ id: string; price: number; brand: string }>(
        'SELECT item_group_id AS id, price, brand FROM w_item_group ORDER BY id[2:]::INTEGER',
      );
    });
  } finally {
    database.close();
  }
}

async function second(text: string, options: SendOptions = {}) {
  const own = await desk();
  await own.send([await own.put('articles.csv', articles(LIST))]);
  const result = await own.send([await own.put('articles.csv', text)], options);
  return { own, ...result };
}

describe('[IMPEX-03] list prices that a later file of articles lowers', () => {
  it('are asked about; those of the sales leave them as they were, all else of the file is read', async () => {
    const { own, report, folder } = await second(articles(SALES, 'Soleil', COUNT + 1));
    expect(report.questions).toMatchObject([
      {
        ...{ key: KEY, code: 'lowered_prices' },
        text: '12 prix de liste sur 20 baissent, de 30\u202f% pour la moitié d’entre eux (P0 : 50,00 → 35,00, P1 : 51,00 → 35,70, P10 : 60,00 → 42,00). Sont-ce des prix soldés\u202f?',
        choices: [{ value: 'reduced' }, { value: 'list' }],
      },
    ]);
    const found = await pricesOf(own, folder);
    expect(found.slice(0, COUNT)).toEqual(
      Array.from({ length: COUNT }, (_, at) => ({ id: `P${at}`, price: LIST(at), brand: 'Soleil' })),
    );
    expect(found[COUNT]?.price).toBeCloseTo(SALES(COUNT), 2);
  });

  it('are the new ones where that is answered, for this file alone', async () => {
    const mapping = { answers: { [KEY]: 'list' } };
    const { own, folder, used_mappings } = await second(articles(SALES), { mapping });
    expect((await pricesOf(own, folder)).map(({ price }) => price)).toEqual(
      Array.from({ length: COUNT }, (_, at) => expect.closeTo(SALES(at), 2)),
    );
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const lower = await own.put(
      'articles.csv',
      articles((at) => SALES(at) / 2),
    );
    expect((await own.send([lower], { remembered })).report.questions.map(({ key }) => key)).toEqual([KEY]);
  });

  it('once said to be of the sales, are so in the next files of these headings, which is said', async () => {
    const mapping = { answers: { [KEY]: 'reduced' } };
    const { own, used_mappings } = await second(articles(SALES), { mapping });
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const next = await own.put(
      'articles.csv',
      articles((at) => LIST(at) / 2),
    );
    const { report, folder } = await own.send([next], { remembered, mapping: { accept_likely: false } });
    expect(report.questions).toEqual([]);
    expect(report.readings).toContain(
      'articles.csv : 20 prix plus bas que le prix de liste, lus comme des prix soldés.',
    );
    expect((await pricesOf(own, folder)).map(({ price }) => price)).toEqual(
      Array.from({ length: COUNT }, (_, at) => LIST(at)),
    );
  });

  it.each<[string, (at: number) => number]>([
    ['the same again', LIST],
    ['higher', (at) => 1.2 * LIST(at)],
    ['a few put right', (at) => (at < 3 ? LIST(at) / 2 : LIST(at))],
    ['lower by a cent or two', (at) => LIST(at) - 0.02],
  ])('are taken without a question: %s', async (_, priceOf) => {
    const { report } = await second(articles(priceOf));
    expect(report.questions).toEqual([]);
  });
});

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
    ['a little higher', (at) => 1.02 * LIST(at)],
    ['a few put right', (at) => (at < 3 ? LIST(at) / 2 : LIST(at))],
    ['lower by a cent or two', (at) => LIST(at) - 0.02],
  ])('are taken without a question: %s', async (_, priceOf) => {
    const { report } = await second(articles(priceOf));
    expect(report.questions).toEqual([]);
  });
});

/** Prices of a list, a line each change. */
const prices = (rows: readonly (readonly [at: number, day: string, price: number])[], list = ''): string =>
  `code_produit;tarif;date_debut;prix_ttc\n${rows.map(([at, day, price]) => `P${at};${list};${day};${price}`).join('\n')}\n`;
const every = (write: (at: number) => readonly (readonly [number, string, number])[]) =>
  Array.from({ length: COUNT }, (_, at) => write(at)).flat();
const [WINTER, SUMMER, AUTUMN] = ['01/02/2026', '24/06/2026', '01/09/2026'];
const history = (list = ''): string =>
  prices(
    every((at) => [
      [at, WINTER, LIST(at)],
      [at, SUMMER, SALES(at)],
      [at, AUTUMN, LIST(at)],
    ]),
    list,
  );
const PRICES_KEY = 'lowered_prices:prix.csv';

/** The dated prices of P0 and P3, by list. */
async function historyOf({ folder }: Desk, version: string | null) {
  const database = await openDatabase({ temp_folder: `${folder}/spill`, memory_limit: '100MB' });
  try {
    return await database.session(async (session) => {
      await attachWarehouse(session, version, 'w_');
      const rows = await session.rows<{ id: string; list: string; day: string; price: number }>(
        "SELECT item_group_id AS id, price_list_id AS list, strftime(from_date, '%d/%m') AS day, price FROM w_price WHERE item_group_id IN ('P0', 'P3') AND resumes IS DISTINCT FROM from_date ORDER BY id, from_date",
      );
      return rows.map(({ id, list, day, price }) => `${id} ${list}|${day} ${price}`);
    });
  } finally {
    database.close();
  }
}

/** Articles, and a file of prices with them or after them. */
async function withPrices(
  text: string,
  options: SendOptions & { later?: boolean; listed?: (at: number) => number } = {},
) {
  const own = await desk();
  const { later = false, listed = LIST, ...more } = options;
  const items = await own.put('articles.csv', articles(listed));
  const file = await own.put('prix.csv', text);
  if (later) await own.send([items]);
  return { own, ...(await own.send(later ? [file] : [items, file], more)) };
}

describe('[IMPEX-03] list prices that a file of prices lowers', () => {
  it.each([false, true])('are asked about, and kept apart as those of the sales: later %s', async (later) => {
    const { own, report, folder } = await withPrices(history(), { later });
    expect(report.questions).toMatchObject([
      {
        ...{ key: PRICES_KEY, code: 'lowered_prices' },
        text: '12 prix de liste sur 20 baissent, de 30\u202f% pour la moitié d’entre eux (P0 : 50,00 → 35,00, P1 : 51,00 → 35,70, P10 : 60,00 → 42,00). Sont-ce des prix soldés\u202f?',
      },
    ]);
    expect(await historyOf(own, folder)).toEqual([
      'P0 |01/02 50',
      'P0 Prix démarqués|24/06 35',
      'P0 |01/09 50',
      'P3 |01/02 53',
      'P3 |24/06 53',
      'P3 |01/09 53',
    ]);
  });

  it('are asked about where the file has but the new prices, one after the other', async () => {
    const text = prices(
      every((at) => [
        [at, SUMMER, LIST(at) * 0.7],
        [at, '08/07/2026', LIST(at) / 2],
      ]),
    );
    const { own, report, folder } = await withPrices(text, { later: true });
    expect(report.questions.map(({ key }) => key)).toEqual([PRICES_KEY]);
    expect((await historyOf(own, folder)).slice(0, 2)).toEqual([
      'P0 Prix démarqués|24/06 35',
      'P0 Prix démarqués|08/07 25',
    ]);
  });

  it('are kept beside their own list, where a list is named', async () => {
    const { own, report, folder } = await withPrices(history('FR'));
    expect(report.questions.map(({ key }) => key)).toEqual([PRICES_KEY]);
    expect((await historyOf(own, folder)).slice(0, 3)).toEqual([
      'P0 FR|01/02 50',
      'P0 Prix démarqués FR|24/06 35',
      'P0 FR|01/09 50',
    ]);
  });

  it('are new list prices where that is answered, and are not asked about again', async () => {
    const { own, folder } = await withPrices(history(), { mapping: { answers: { [PRICES_KEY]: 'list' } } });
    expect((await historyOf(own, folder))[1]).toBe('P0 |24/06 35');
    const again = await own.put('prix.csv', `${history()}P0;;15/09/2026;49\n`);
    expect((await own.send([again])).report.questions).toEqual([]);
  });

  it('once said to be of the sales, are so in the next files of these headings, which is said', async () => {
    const mapping = { answers: { [PRICES_KEY]: 'reduced' } };
    const { own, used_mappings } = await withPrices(history(), { mapping });
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const next = await own.put('prix.csv', prices(every((at) => [[at, '10/01/2027', LIST(at) / 2]])));
    const { report, folder } = await own.send([next], { remembered, mapping: { accept_likely: false } });
    expect(report.questions).toEqual([]);
    expect(report.readings).toContain(
      'prix.csv : 20 prix plus bas que le prix de liste, lus comme des prix soldés.',
    );
    expect((await historyOf(own, folder))[3]).toBe('P0 Prix démarqués|10/01 25');
  });

  it.each<[string, string, ((at: number) => number)?]>([
    [
      'that rose to those of the articles',
      prices(
        every((at) => [
          [at, WINTER, LIST(at) / 1.2],
          [at, SUMMER, LIST(at)],
        ]),
      ),
    ],
    [
      'that rose since, before',
      prices(
        every((at) => [
          [at, WINTER, LIST(at)],
          [at, SUMMER, LIST(at) * 1.2],
        ]),
      ),
      (at) => LIST(at) * 1.2,
    ],
    [
      'of another list than the articles’',
      prices(
        every((at) => [[at, WINTER, LIST(at) / 2]]),
        'BE',
      ),
    ],
    [
      'a few put right',
      prices(every((at) => (at < 3 ? [[at, SUMMER, LIST(at) / 2]] : [[at, SUMMER, LIST(at)]]))),
    ],
    [
      'said to be list prices by nobody',
      prices(every((at) => [[at, SUMMER, LIST(at) / 2]])).replace('prix_ttc', 'prix_solde'),
    ],
  ])('are taken without this question: %s', async (_, text, listed) => {
    const { report } = await withPrices(text, listed ? { listed } : {});
    expect(report.questions.filter(({ code }) => code === 'lowered_prices')).toEqual([]);
  });
});

describe('[IMPEX-03] prices that end on a day', () => {
  const ended = (rows: string): string => `code_produit;date_debut;date_fin;prix_ttc\n${rows}\n`;
  const known = async (text: string, more: string[] = []) => {
    const own = await desk();
    const items = await own.put('articles.csv', articles(LIST));
    let result = await own.send([items, await own.put('prix.csv', ended(text))]);
    for (const [at, next] of more.entries())
      result = await own.send([await own.put(`prix ${at}.csv`, ended(next))]);
    return (await historyOf(own, result.folder)).filter((row) => row.startsWith('P0'));
  };

  it('give way to the price before, the day after', async () => {
    expect(await known('P0;01/02/2026;;50\nP0;24/06/2026;31/08/2026;35')).toEqual([
      ...['P0 |01/02 50', 'P0 |24/06 35', 'P0 |01/09 50'],
    ]);
  });

  it.each(['31/12/9999', '31/12/2999', '01/01/1900', '01/01/1753'])(
    'hold for good where the end is %s, which systems write for none',
    async (end) => {
      expect(await known(`P0;01/02/2026;;50\nP0;24/06/2026;${end};35`)).toEqual([
        ...['P0 |01/02 50', 'P0 |24/06 35'],
      ]);
    },
  );

  it('hold from the beginning where the first day is one that systems write for none', async () => {
    expect(await known('P0;01/01/1900;01/01/1900;50\nP0;24/06/2026;31/12/9999;35')).toEqual([
      ...['P0 |01/01 50', 'P0 |24/06 35'],
    ]);
  });

  it.each([
    ['nothing before', 'P0;24/06/2026;31/08/2026;35', []],
    [
      'another from then on',
      'P0;01/02/2026;;50\nP0;24/06/2026;31/08/2026;35\nP0;01/09/2026;;48',
      ['P0 |01/09 48'],
    ],
    ['another since', 'P0;01/02/2026;;50\nP0;24/06/2026;31/08/2026;35\nP0;01/08/2026;;48', ['P0 |01/08 48']],
  ])('leave the last one where there is %s', async (_, text, after) => {
    const dated = text.split('\n').filter((row) => !/01\/0[89]/.test(row.slice(0, 13)));
    const found = await known(text);
    expect(found.slice(0, dated.length)).toHaveLength(dated.length);
    expect(found.slice(dated.length)).toEqual(after);
  });

  it('are known to a later file, which brings the price before', async () => {
    const later = await known('P0;24/06/2026;31/08/2026;35', ['P0;01/02/2026;;50']);
    expect(later).toEqual(['P0 |01/02 50', 'P0 |24/06 35', 'P0 |01/09 50']);
    const months = 'P0;01/06/2026;30/06/2026;35\nP0;01/07/2026;31/08/2026;35';
    expect(await known(months, ['P0;15/12/2026;;45', 'P0;01/02/2026;;50'])).toEqual([
      ...['P0 |01/02 50', 'P0 |01/06 35', 'P0 |01/07 35', 'P0 |01/09 50', 'P0 |15/12 45'],
    ]);
  });

  it('are put off by a later file', async () => {
    const put = await known('P0;01/02/2026;;50\nP0;24/06/2026;31/08/2026;35', [
      'P0;24/06/2026;15/09/2026;35',
    ]);
    expect(put).toEqual(['P0 |01/02 50', 'P0 |24/06 35', 'P0 |16/09 50']);
  });

  it.each([
    [
      'corrects the price that comes back',
      'P0;01/02/2026;;48',
      ['P0 |01/02 48', 'P0 |24/06 35', 'P0 |01/09 48'],
    ],
    ['brings another since', 'P0;01/08/2026;;48', ['P0 |01/02 50', 'P0 |24/06 35', 'P0 |01/08 48']],
    ['says them without their end', 'P0;24/06/2026;;35', ['P0 |01/02 50', 'P0 |24/06 35']],
  ])('are as in one file where a later one %s', async (_, next, expected) => {
    const text = 'P0;01/02/2026;;50\nP0;24/06/2026;31/08/2026;35';
    expect(await known(text, [next])).toEqual(expected);
  });

  it('end each on its own day where one is within another, whatever a later file corrects', async () => {
    const text = 'P0;01/02/2026;;50\nP0;01/06/2026;31/08/2026;40\nP0;24/06/2026;31/07/2026;35';
    expect(await known(text, ['P0;01/02/2026;;48'])).toEqual([
      ...['P0 |01/02 48', 'P0 |01/06 40', 'P0 |24/06 35', 'P0 |01/08 40', 'P0 |01/09 48'],
    ]);
  });

  it('are those of the sales, whose list then has none', async () => {
    const own = await desk();
    const text = ended(
      every((at) => [[at, SUMMER, LIST(at) * 0.7]])
        .map(([at, day, price]) => `P${at};${day};31/08/2026;${price}`)
        .join('\n'),
    );
    const items = await own.put('articles.csv', articles(LIST));
    const { folder } = await own.send([items, await own.put('prix.csv', text)]);
    expect((await historyOf(own, folder)).slice(0, 2)).toEqual([
      ...['P0 Prix démarqués|24/06 35', 'P0 Prix démarqués|01/09 null'],
    ]);
  });
});

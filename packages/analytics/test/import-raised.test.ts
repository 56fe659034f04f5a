import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { type Desk, deskKeeper, type SendOptions } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const COUNT = 20;
const LIST = (at: number): number => 50 + at;

/** The articles, each with its price and its brand. */
function articles(priceOf: (at: number) => number, { brand = 'Lune', count = COUNT, priced = true } = {}) {
  const rows = Array.from({ length: count }, (_, at) =>
    [`P${at}`, `Robe ${at}`, 'Robes', brand, ...(priced ? [priceOf(at)] : [])].join(';'),
  );
  return `code_produit;libelle;famille;marque${priced ? ';prix_ttc' : ''}\n${rows.join('\n')}\n`;
}

/** Prices of a list from a day on. */
function prices(priceOf: (at: number) => number, { list = '', day = '2026-09-01' } = {}) {
  const rows = Array.from({ length: COUNT }, (_, at) => `P${at};${list};${day};${priceOf(at)}`);
  return `code_produit;tarif;date_debut;prix_ttc\n${rows.join('\n')}\n`;
}

async function rowsOf<Row extends object>(
  { folder }: Desk,
  version: string | null,
  query: string,
): Promise<Row[]> {
  const database = await openDatabase({ temp_folder: `${folder}/spill`, memory_limit: '100MB' });
  try {
    return await database.session(async (session) => {
      await attachWarehouse(session, version, 'w_');
      return session.rows<Row>(query);
    });
  } finally {
    database.close();
  }
}

const ARTICLES_KEY = 'raised_prices:articles.csv';
const PRICES_KEY = 'raised_prices:prix.csv';

async function withArticles(text: string, options: SendOptions = {}) {
  const own = await desk();
  await own.send([await own.put('articles.csv', articles(LIST))]);
  return { own, ...(await own.send([await own.put('articles.csv', text)], options)) };
}

const articlesOf = (own: Desk, version: string | null) =>
  rowsOf<{ id: string; price: number | null; brand: string }>(
    own,
    version,
    'SELECT item_group_id AS id, price, brand FROM w_item_group ORDER BY id[2:]::INTEGER',
  );

describe('[IMPEX-03] list prices that a later file of articles raises', () => {
  it('are asked about where a tax was added; until it is said that they are new ones, those there stay', async () => {
    const text = articles((at) => LIST(at) * 1.2, { brand: 'Soleil', count: COUNT + 1 });
    const { own, report, folder } = await withArticles(text);
    expect(report.questions).toMatchObject([
      {
        ...{ key: ARTICLES_KEY, code: 'raised_prices' },
        text: '20 prix de liste sur 20 sont multipliés par 1,2, comme par une TVA de 20\u202f% (P0 : 50,00 → 60,00, P1 : 51,00 → 61,20, P10 : 60,00 → 72,00). Sont-ce de nouveaux prix de liste\u202f?',
        choices: [{ value: 'keep' }, { value: 'list' }],
      },
    ]);
    expect(report.readings).toContain(
      'articles.csv : sans votre réponse, aucun de ses prix n’est pris, ceux en place restent.',
    );
    const found = await articlesOf(own, folder);
    expect(found.slice(0, COUNT)).toEqual(
      Array.from({ length: COUNT }, (_, at) => ({ id: `P${at}`, price: LIST(at), brand: 'Soleil' })),
    );
    expect(found[COUNT]?.price).toBeNull();
  });

  it('are the new ones where that is answered, and are asked about at the next rise', async () => {
    const mapping = { answers: { [ARTICLES_KEY]: 'list' } };
    const { own, folder } = await withArticles(
      articles((at) => LIST(at) * 1.2),
      { mapping },
    );
    expect((await articlesOf(own, folder))[0]?.price).toBeCloseTo(60, 2);
    const higher = await own.put(
      'articles.csv',
      articles((at) => LIST(at) * 1.5),
    );
    expect((await own.send([higher])).report.questions.map(({ key }) => key)).toEqual([ARTICLES_KEY]);
  });

  it.each<[string, (at: number) => number, string]>([
    [
      'in cents',
      (at) => LIST(at) * 100,
      'sont multipliés par 100, comme dans une autre unité (P0 : 50,00 → 5000,00',
    ],
    [
      'of a reduced tax',
      (at) => Number((LIST(at) * 1.055).toFixed(2)),
      'sont multipliés par 1,055, comme par une TVA de 5,5\u202f% (',
    ],
    ['of another currency', (at) => Number((LIST(at) * 4.27).toFixed(2)), 'sont multipliés par 4,27 (P0'],
    [
      'a quarter of them far higher',
      (at) => LIST(at) * (at % 4 ? 1.03 : 1.5),
      '5 prix de liste sur 20 montent, de 50\u202f% pour la moitié d’entre eux (P0 : 50,00 → 75,00',
    ],
  ])('are asked about: %s', async (_, priceOf, said) => {
    const { report } = await withArticles(articles(priceOf));
    const own = report.questions.filter(({ code }) => code === 'raised_prices');
    expect(own.map(({ text }) => text)).toEqual([expect.stringContaining(said)]);
  });

  it.each<[string, (at: number) => number]>([
    ['of a review of a few percent', (at) => LIST(at) * (1.02 + (at % 4) / 100)],
    ['all by 4 %', (at) => LIST(at) * 1.04],
    ['a few put right', (at) => (at < 4 ? LIST(at) * 2 : LIST(at))],
  ])('are taken without a question: %s', async (_, priceOf) => {
    const { report } = await withArticles(articles(priceOf));
    expect(report.questions).toEqual([]);
  });

  it('are not of a product whose larger sizes cost more, sent again', async () => {
    const own = await desk();
    const sizes = (brand: string): string =>
      `code_produit;taille;marque;prix_ttc\n${Array.from({ length: COUNT }, (_, at) => `P${at};S;${brand};50\nP${at};M;${brand};50\nP${at};XXL;${brand};65`).join('\n')}\n`;
    await own.send([await own.put('articles.csv', sizes('Lune'))]);
    const { report } = await own.send([await own.put('articles.csv', sizes('Soleil'))]);
    expect(report.questions).toEqual([]);
  });
});

describe('[IMPEX-03] list prices that a file of prices raises', () => {
  const listed = (own: Desk, version: string | null) =>
    rowsOf<{ price: number }>(
      own,
      version,
      "SELECT price FROM w_price WHERE item_group_id = 'P0' ORDER BY from_date",
    );

  async function withPrices(texts: readonly string[], options: SendOptions = {}) {
    const own = await desk();
    const former = texts.slice(0, -1);
    await own.send([await own.put('articles.csv', articles(LIST, { priced: former.length === 0 }))]);
    for (const text of former) await own.send([await own.put('prix.csv', text)]);
    return { own, ...(await own.send([await own.put('prix.csv', texts.at(-1) ?? '')], options)) };
  }
  const before = prices(LIST, { day: '2026-02-01' });

  it('are asked about against those of their list, and left out until it is said that they are new ones', async () => {
    const { own, report, folder } = await withPrices([before, prices((at) => LIST(at) * 10)]);
    expect(report.questions).toMatchObject([
      {
        key: PRICES_KEY,
        text: expect.stringContaining(
          '20 prix de liste sur 20 sont multipliés par 10, comme dans une autre unité',
        ),
      },
    ]);
    expect(report.readings).toContain(
      'prix.csv : sans votre réponse, aucun de ses prix n’est pris, ceux en place restent.',
    );
    expect(await listed(own, folder)).toEqual([{ price: 50 }]);
  });

  it('are left out where that is answered', async () => {
    const mapping = { answers: { [PRICES_KEY]: 'keep' } };
    const { own, report, folder } = await withPrices([before, prices((at) => LIST(at) * 1.2)], { mapping });
    expect(report.readings).toContain('prix.csv : aucun de ses prix n’est pris, ceux en place restent.');
    expect(report.files).toMatchObject([{ rows_read: COUNT, rows_kept: 0, rows_rejected: 0 }]);
    expect(await listed(own, folder)).toEqual([{ price: 50 }]);
  });

  it('are taken where that is answered, and are not asked about again', async () => {
    const raised = prices((at) => LIST(at) * 1.2);
    const mapping = { answers: { [PRICES_KEY]: 'list' } };
    const { own, report, folder } = await withPrices([before, raised], { mapping });
    expect(report.files).toMatchObject([{ rows_read: COUNT, rows_kept: COUNT }]);
    expect(await listed(own, folder)).toEqual([{ price: 50 }, { price: 60 }]);
    expect((await own.send([await own.put('prix.csv', raised)])).report.questions).toEqual([]);
  });

  it('are asked about against the articles’ own, where the usual list has none', async () => {
    const { report } = await withPrices([prices((at) => LIST(at) * 1.2)]);
    expect(report.questions.map(({ key }) => key)).toEqual([PRICES_KEY]);
  });

  it.each<[string, string[]]>([
    ['of a review of a few percent', [before, prices((at) => LIST(at) * (1.02 + (at % 4) / 100))]],
    ['of another list', [before, prices((at) => LIST(at) * 2, { list: 'CH' })]],
    [
      'that come back after the sales',
      [before, prices((at) => LIST(at) * 0.7, { day: '2026-06-24' }), prices(LIST)],
    ],
  ])('are taken without a question: %s', async (_, texts) => {
    const { report } = await withPrices(texts);
    expect(report.questions).toEqual([]);
  });
});

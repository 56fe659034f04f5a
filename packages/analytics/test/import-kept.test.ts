import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper, type SendOptions } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const COUNT = 40;
const rows = (write: (at: number) => string | null): string =>
  Array.from({ length: COUNT }, (_, at) => write(at))
    .filter((row) => row !== null)
    .join('\n');
const ARTICLES = `code_produit;libelle;famille;prix_ttc\n${rows((at) => `P${at};Robe ${at};Robes;${49 + at},00`)}\n`;
const STOCKED = `code_produit;libelle;famille;prix_ttc;stock\n${rows((at) => `P${at};Robe ${at};Robes;${49 + at},00;20`)}\n`;
/** The stock of some shops at a day, so many pieces of each product in each. */
function stock(
  day: string,
  shops: readonly string[],
  pieces: number,
  has = (_at: number): boolean => true,
): string {
  const lines = shops.map((shop) => rows((at) => (has(at) ? `${day};P${at};${shop};${pieces}` : null)));
  return `date;code_produit;magasin;stock\n${lines.join('\n')}\n`;
}
const total = (day: string, pieces: number): string =>
  `date;code_produit;stock\n${rows((at) => `${day};P${at};${pieces}`)}\n`;
const orders = (day: string, has = (_at: number): boolean => true): string =>
  `code_produit;quantite_commandee;date_de_livraison\n${rows((at) => (has(at) ? `P${at};5;${day}` : null))}\n`;

const [BEFORE, AFTER] = ['14/06/2026', '21/06/2026'];
const SHOPS = ['M1', 'M2'];
const TEN = Array.from({ length: 10 }, (_, at) => `S${at}`);

/** What a first delivery and a second one give: what is asked of the second, and its totals. */
async function deliver(
  first: Record<string, string>,
  second: Record<string, string>,
  options: SendOptions = {},
) {
  const { put, send } = await desk();
  const files = async (texts: Record<string, string>) =>
    Promise.all(Object.entries(texts).map(([name, text]) => put(name, text)));
  await send([await put('articles.csv', ARTICLES), ...(await files(first))], { today: '2026-06-22' });
  const { report, used_mappings } = await send(await files(second), { today: '2026-06-22', ...options });
  return { report, used_mappings, put, send };
}
const answered = (key: string, value: string): SendOptions => ({ mapping: { answers: { [key]: value } } });

describe('a stock that takes the place of another', () => {
  it.each<[string, string, string, string, number]>([
    ['by shop, after the chain’s', total(BEFORE, 20), stock(AFTER, SHOPS, 9), 'sans lieu', 720],
    ['of the chain, after the shops’', stock(BEFORE, SHOPS, 10), total(AFTER, 18), 'de M1, M2', 720],
    [
      'of shops under other names',
      stock(BEFORE, SHOPS, 10),
      stock(AFTER, ['Lyon', 'Lille'], 9),
      'de M1, M2',
      720,
    ],
  ])('%s: asked, and likely not counted twice', async (_, before, after, places, pieces) => {
    const { report } = await deliver({ 'stock.csv': before }, { 'stock S25.csv': after });
    expect(report.questions).toMatchObject([
      {
        ...{ key: 'stock_places:stock S25.csv', code: 'stock_places' },
        text: `« stock S25.csv » ne dit rien du stock ${places} (800 pièces au 14/06/2026). Y est-il toujours\u202f?`,
        choices: [
          { value: 'replace', detail: `${pieces} pièces en tout` },
          { value: 'keep', detail: '1\u202f520 pièces en tout' },
        ],
      },
    ]);
    expect(report.totals.stock_quantity).toBe(pieces);
  });

  it('is of a warehouse beside the shops, where its products have other counts: likely added', async () => {
    const warehouse = stock(AFTER, ['DEPOT'], 200, (at) => at > 20);
    const { report } = await deliver({ 'stock.csv': stock(BEFORE, SHOPS, 10) }, { 'depot.csv': warehouse });
    expect(report.questions[0]?.choices.map(({ value }) => value)).toEqual(['keep', 'replace']);
    expect(report.totals.stock_quantity).toBe(800 + 19 * 200);
  });

  it('counts beside it where that is answered', async () => {
    const { report } = await deliver(
      { 'stock.csv': total(BEFORE, 20) },
      { 'stock S25.csv': stock(AFTER, SHOPS, 9) },
      answered('stock_places:stock S25.csv', 'keep'),
    );
    expect(report.totals.stock_quantity).toBe(1520);
  });

  it.each<[string, string, number]>([
    ['of one shop of two', stock(AFTER, ['M1'], 8), 400 + 320],
    ['of the same shops, a third of the products sold out', stock(AFTER, SHOPS, 8, (at) => at % 3 > 0), 416],
    ['of other products', stock(AFTER, ['Lyon'], 8).replaceAll(/;P(\d)/g, ';Q$1'), 1120],
    ['of a new shop beside the others', stock(AFTER, [...SHOPS, 'M3'], 8), 960],
  ])('is not asked about: %s', async (_, after, pieces) => {
    const { report } = await deliver({ 'stock.csv': stock(BEFORE, SHOPS, 10) }, { 'stock S25.csv': after });
    expect([report.questions, report.totals.stock_quantity]).toEqual([[], pieces]);
  });

  it('a shop that a file of all the others no longer says is asked about once, and said after', async () => {
    const nine = TEN.slice(0, 9);
    const { report, used_mappings, put, send } = await deliver(
      { 'stock.csv': stock(BEFORE, TEN, 10) },
      { 'stock.csv': stock(AFTER, nine, 10) },
      answered('left_stock:stock.csv', 'keep'),
    );
    expect(report.questions.map(({ key }) => key)).toEqual(['left_stock:stock.csv']);
    expect(report.totals.stock_quantity).toBe(4000);
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const next = await send([await put('stock.csv', stock('22/06/2026', nine, 9))], {
      ...{ remembered, today: '2026-06-22', mapping: { accept_likely: false } },
    });
    expect(next.report.questions).toEqual([]);
    expect(next.report.readings).toContain('stock.csv : rien du stock de S9 (400 pièces), toujours compté.');
    expect(next.report.totals.stock_quantity).toBe(9 * 360 + 400);
  });
});

describe('stocks of one delivery, with places and without', () => {
  it.each<[string, Record<string, string>]>([
    ['a total beside the shops', { 'articles.csv': ARTICLES, 'total.csv': total(BEFORE, 20) }],
    ['the column of stock of the articles', { 'total.csv': STOCKED }],
  ])('%s: asked, and likely the same', async (_, files) => {
    const { put, send } = await desk();
    const texts = { ...files, 'stock.csv': stock(BEFORE, SHOPS, 10) };
    const sources = await Promise.all(Object.entries(texts).map(([name, text]) => put(name, text)));
    const { report } = await send(sources);
    expect(report.questions).toMatchObject([
      {
        key: 'stock_levels:total.csv',
        text: '« total.csv » compte 800 pièces sans dire de lieu, « stock.csv » 800 pièces par lieu. Est-ce le même stock\u202f?',
        choices: [{ detail: '800 pièces' }, { detail: '1\u202f600 pièces' }],
      },
    ]);
    expect(report.totals.stock_quantity).toBe(800);
    // What it says of articles is kept, nothing of its stock.
    const kept = ({ report: { files } }: Awaited<ReturnType<typeof send>>) =>
      files.filter(({ file, kind }) => file === 'total.csv' && kind === 'stock').map((one) => one.rows_kept);
    expect(
      report.files.every(
        ({ file, kind, rows_kept }) => rows_kept > 0 || `${file} ${kind}` === 'total.csv stock',
      ),
    ).toBe(true);
    const again = await send(sources, { mode: 'full' });
    expect([again.report.questions.length, again.report.totals.stock_quantity]).toEqual([1, 800]);
    const added = await send(sources, { mode: 'full', ...answered('stock_levels:total.csv', 'keep') });
    expect([kept(again), kept(added)]).toEqual([[0], [40]]);
    expect(added.report.totals.stock_quantity).toBe(1600);
  });
});

describe('what was expected, and that a new list of orders does not say', () => {
  const list = orders('15/08/2026');
  it.each<[string, string, number]>([
    ['came', orders('15/08/2026', (at) => at >= 10), 150],
    ['was put off', orders('29/08/2026'), 200],
  ])('%s: asked, and likely expected no more', async (_, after, pieces) => {
    const { report } = await deliver({ 'commandes.csv': list }, { 'commandes.csv': after });
    expect(report.questions).toMatchObject([
      {
        key: 'open_orders:commandes.csv',
        choices: [{ value: 'all', detail: `${pieces} pièces attendues` }, { value: 'more' }],
      },
    ]);
    expect(report.totals.order_quantity).toBe(pieces);
  });

  it.each([
    ['all', 150, 'elles ne sont plus attendues'],
    ['more', 200, 'toujours attendues'],
  ])('is asked about once for a list (%s), and said after', async (value, pieces, said) => {
    const { report, used_mappings, put, send } = await deliver(
      { 'commandes.csv': list },
      { 'commandes.csv': orders('15/08/2026', (at) => at >= 10) },
      answered('open_orders:commandes.csv', value),
    );
    expect(report.totals.order_quantity).toBe(pieces);
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const later = await put(
      'commandes.csv',
      orders('15/08/2026', (at) => at >= 20),
    );
    const next = await send([later], { remembered, mapping: { accept_likely: false }, today: '2026-06-22' });
    expect(next.report.questions).toEqual([]);
    expect(next.report.readings.filter((reading) => reading.includes(said))).toHaveLength(1);
    expect(next.report.totals.order_quantity).toBe(value === 'all' ? 100 : 200);
  });

  it.each<[string, string, number]>([
    ['the same list again', list, 200],
    ['orders of other products', list.replaceAll(/P(\d+)/g, 'Q$1'), 400],
  ])('is not asked about: %s', async (_, after, pieces) => {
    const { report } = await deliver({ 'commandes.csv': list }, { 'commandes 2.csv': after });
    expect([report.questions, report.totals.order_quantity]).toEqual([[], pieces]);
  });
});

it('articles whose codes are spelled otherwise than those there are asked about, and no product is there twice', async () => {
  const { report } = await deliver({}, { 'articles.csv': ARTICLES.replaceAll(/\nP(\d)/g, '\np-$1') });
  expect(report.questions.map(({ key }) => key)).toEqual(['code_spelling:articles.csv:code_produit']);
  expect(report.totals.item_group_count).toBe(COUNT);
});

describe('a stock whose articles have each the day of their own count', () => {
  const dated = (heading: string, day: (at: number) => string): string =>
    `code_produit;magasin;stock;${heading}\n${rows((at) => `P${at};${SHOPS[at % 2]};5;${day(at)}`)}\n`;
  const varied = (at: number): string => `${10 + (at % 18)}/06/2026`;

  it.each(['Date', 'Date dernier mouvement'])(
    'is one stock, and the report says so (%s)',
    async (heading) => {
      const { put, send } = await desk();
      const { report } = await send(
        [await put('articles.csv', ARTICLES), await put('stock.csv', dated(heading, varied))],
        { mapping: { accept_likely: false } },
      );
      expect([report.questions, report.totals.stock_quantity]).toEqual([[], 5 * COUNT]);
      expect(report.readings).toContain(
        'stock.csv : chaque article y est compté une fois, à 18 dates différentes\u202f: c’est un seul stock, celui du 27/06/2026.',
      );
    },
  );

  it.each<[string, (at: number) => string]>([
    ['most on the last of many', (at) => (at % 4 ? '30/06/2026' : varied(at))],
    ['on one of three', (at) => `${['28', '29', '30'][Math.floor(at / 2) % 3]}/06/2026`],
  ])('is one stock whose articles are %s', async (_, day) => {
    const { put, send } = await desk();
    const { report } = await send(
      [await put('articles.csv', ARTICLES), await put('stock.csv', dated('Date dernier mouvement', day))],
      { mapping: { accept_likely: false } },
    );
    expect([report.questions, report.totals.stock_quantity]).toEqual([[], 5 * COUNT]);
    expect(report.readings.join()).toContain('c’est un seul stock, celui du 30/06/2026.');
  });

  it('is one stock of a handful, each with a day of its own', async () => {
    const { put, send } = await desk();
    const text = 'code_produit;magasin;stock;date\n'.concat(
      ...['14', '15', '18', '27'].map((day, at) => `P${at};M1;${at + 1};${day}/06/2026\n`),
    );
    const { report } = await send([await put('articles.csv', ARTICLES), await put('stock.csv', text)], {
      mapping: { accept_likely: false },
    });
    expect([report.questions, report.totals.stock_quantity]).toEqual([[], 10]);
    expect(report.readings.join()).toContain('c’est un seul stock, celui du 27/06/2026.');
  });

  it.each(['Date d’entrée', 'Date entrée en stock', 'Date réception', 'Date de péremption'])(
    'is the sum of its lots, each with the day that it came or ends (%s)',
    async (heading) => {
      const { put, send } = await desk();
      const lots =
        dated(heading, varied) + rows((at) => `P${at};${SHOPS[at % 2]};2;${10 + ((at + 5) % 18)}/06/2026`);
      const { report } = await send([await put('articles.csv', ARTICLES), await put('stock.csv', lots)], {
        mapping: { accept_likely: false },
      });
      expect([report.questions, report.totals.stock_quantity]).toEqual([[], 7 * COUNT]);
    },
  );

  it('has rows without a day on its last one, and refuses a day that cannot be read', async () => {
    const { put, send } = await desk();
    const text = dated('date', (at) => (at === 3 ? '' : at === 4 ? '31/06/2026' : '30/06/2026'));
    const { report } = await send([await put('articles.csv', ARTICLES), await put('stock.csv', text)], {
      today: '2026-07-10',
    });
    expect(report.errors).toMatchObject([{ line: 6, column: 'date', reason: 'date illisible' }]);
    expect(report.totals.stock_quantity).toBe(5 * (COUNT - 1));
    expect(report.readings).toContain(
      'stock.csv : 1 ligne sans date\u202f: du dernier jour de leur lieu, le 30/06/2026 au plus tard.',
    );
  });

  it('is not one of several days, nor of places counted each on its day', async () => {
    const { put, send } = await desk();
    const several = `${stock(BEFORE, SHOPS, 9)}${stock(AFTER, SHOPS, 5).split('\n').slice(1).join('\n')}`;
    const whole = await send([await put('articles.csv', ARTICLES), await put('stock.csv', several)]);
    expect(whole.report.totals.stock_quantity).toBe(5 * 2 * COUNT);
    const apart = await desk();
    const { report } = await apart.send([
      await apart.put('articles.csv', ARTICLES),
      await apart.put(
        'stock.csv',
        dated('date', (at) => (at % 2 ? BEFORE : AFTER)),
      ),
    ]);
    expect(report.totals.stock_quantity).toBe(5 * COUNT);
    expect(report.readings.filter((reading) => reading.includes('compté une fois'))).toEqual([]);
  });
});

describe('a stock of other articles than those that its places counted', () => {
  const [WOMEN, MEN] = [(at: number) => at % 2 === 0, (at: number) => at % 2 === 1];

  it.each([
    ['keep', COUNT * 2 * 5],
    ['replace', (COUNT / 2) * 2 * 5],
  ])(
    'is a part of one, or all there is: asked, once for the files of these headings (%s)',
    async (answer, all) => {
      const { put, send } = await desk();
      await send([
        await put('articles.csv', ARTICLES),
        await put('femme.csv', stock(BEFORE, SHOPS, 5, WOMEN)),
      ]);
      const men = stock(AFTER, SHOPS, 5, MEN);
      const asked = await send([await put('homme.csv', men)], { mapping: { accept_likely: false } });
      expect(asked.report.status).toBe('refused');
      expect(asked.report.questions).toMatchObject([
        {
          code: 'left_products',
          text: '« homme.csv » ne dit rien de 200 pièces que ses lieux comptaient le 14/06/2026 (100\u202f% de leur stock). Y sont-elles toujours\u202f?',
          choices: [
            { value: 'keep', detail: '400 pièces en tout' },
            { value: 'replace', detail: '200 pièces en tout' },
          ],
        },
      ]);
      const { report, used_mappings } = await send([await put('homme.csv', men)], {
        mapping: { accept_likely: false, answers: { 'left_products:homme.csv': answer } },
      });
      expect(report.totals.stock_quantity).toBe(all);
      const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
      const next = await send([await put('femme.csv', stock('28/06/2026', SHOPS, 5, WOMEN))], {
        ...{ remembered, mapping: { accept_likely: false } },
      });
      expect([next.report.questions, next.report.totals.stock_quantity]).toEqual([[], all]);
    },
  );

  it('of two files of one delivery and of two days too', async () => {
    const { put, send } = await desk();
    const { report } = await send([
      await put('articles.csv', ARTICLES),
      await put('femme.csv', stock(BEFORE, SHOPS, 5, WOMEN)),
      await put('homme.csv', stock(AFTER, SHOPS, 5, MEN)),
    ]);
    expect(report.questions.map(({ code }) => code)).toContain('left_products');
    expect(report.totals.stock_quantity).toBe(COUNT * 2 * 5);
  });

  it('of a delivery that replaces all that is there, whose own two files are of two days', async () => {
    const { put, send } = await desk();
    await send([await put('articles.csv', ARTICLES), await put('stock.csv', stock(BEFORE, ['Z9'], 7))]);
    const files = [
      await put('femme.csv', stock(BEFORE, SHOPS, 5, WOMEN)),
      await put('homme.csv', stock(AFTER, SHOPS, 5, MEN)),
    ];
    const sent = async (answer: string) =>
      send(files, { mode: 'full', max_removed_share: 1, ...answered('left_products:homme.csv', answer) });
    const { report } = await send(files, { mode: 'full', max_removed_share: 1 });
    expect(report.questions.map(({ code }) => code)).toEqual(['left_products']);
    expect(report.totals.stock_quantity).toBe(COUNT * 2 * 5);
    expect((await sent('replace')).report.totals.stock_quantity).toBe(COUNT * 5);
    expect((await sent('keep')).report.totals.stock_quantity).toBe(COUNT * 2 * 5);
  });

  it('of a handful, the report says what is counted no more', async () => {
    const { put, send } = await desk();
    const text = 'code_produit;magasin;stock;date\nP1;M1;7;14/06/2026\nP2;M1;5;27/06/2026\n';
    const { report } = await send([await put('articles.csv', ARTICLES), await put('stock.csv', text)], {
      mapping: { accept_likely: false },
    });
    expect([report.questions, report.totals.stock_quantity]).toEqual([[], 5]);
    expect(report.readings).toContain(
      'stock.csv : rien de 7 pièces comptées le 14/06/2026, qui ne le sont plus.',
    );
  });

  it('is not asked of what is sold out', async () => {
    const { put, send } = await desk();
    await send([await put('articles.csv', ARTICLES), await put('stock.csv', stock(BEFORE, SHOPS, 5))]);
    const { report } = await send(
      [
        await put(
          'stock 2.csv',
          stock(AFTER, SHOPS, 5, (at) => at % 4 > 0),
        ),
      ],
      { mapping: { accept_likely: false } },
    );
    expect([report.questions, report.totals.stock_quantity]).toEqual([[], (COUNT * 3 * 2 * 5) / 4]);
  });
});

describe('a stock sent again the same day under other sizes', () => {
  const sized = (sizes: readonly string[]): string =>
    `code_produit;taille;magasin;stock\n${rows((at) => sizes.map((size) => `P${at};${size};M1;5`).join('\n'))}\n`;
  const all = 2 * 5 * COUNT;

  it('is asked about, and no piece counts twice', async () => {
    const [before, now] = [{ 'stock.csv': sized(['3-6', '6-9']) }, { 'stock.csv': sized(['3-6M', '6-9M']) }];
    const asked = await deliver(before, now, { mapping: { accept_likely: false } });
    expect(asked.report.questions).toMatchObject([
      {
        key: 'stock_sizes:stock.csv',
        text: expect.stringContaining('compte 40 produits sous d’autres tailles'),
        choices: [
          { value: 'replace', detail: '400 pièces de ces produits' },
          { value: 'keep', detail: '800 pièces de ces produits' },
        ],
      },
    ]);
    const { report } = await deliver(before, now);
    expect(report.totals.stock_quantity).toBe(all);
  });

  it('adds up where told so', async () => {
    const { report } = await deliver(
      { 'stock.csv': sized(['3-6', '6-9']) },
      { 'stock.csv': sized(['3-6M', '6-9M']) },
      answered('stock_sizes:stock.csv', 'keep'),
    );
    expect([report.questions.length, report.totals.stock_quantity]).toEqual([1, 2 * all]);
  });

  it('is not asked of one more size', async () => {
    const { report } = await deliver(
      { 'stock.csv': sized(['3-6', '6-9']) },
      { 'stock.csv': sized(['6-9', '9-12']) },
      { mapping: { accept_likely: false } },
    );
    expect([report.questions, report.totals.stock_quantity]).toEqual([[], 3 * 5 * COUNT]);
  });
});

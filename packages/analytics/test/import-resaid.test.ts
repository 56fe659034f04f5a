import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const COUNT = 40;
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
const two = (number: number): string => String(number).padStart(2, '0');
const priceOf = (at: number): number => 49 + at;
const ARTICLES = `code_produit;libelle;famille;prix_ttc\n${range(0, COUNT - 1)
  .map((at) => `P${at};Robe ${at};Robes;${priceOf(at)},00`)
  .join('\n')}\n`;

interface Sale {
  day: number;
  product: number;
  place: string;
  quantity: number;
}
/** Sales of two shops, 24 pieces a day: from Monday 1 June 2026. */
function salesOf(from: number, to: number): Sale[] {
  return range(from, to).flatMap((day) =>
    ['M1', 'M2'].flatMap((place, shop) =>
      range(0, 11).map((n) => ({ day, product: (n * 7 + day * 11 + shop * 3) % COUNT, place, quantity: 1 })),
    ),
  );
}
type Column = (sale: Sale) => string;
const DATE: Column = ({ day }) => `${two(day)}/06/2026`;
const COLUMNS: Record<string, Column> = {
  date: DATE,
  code_produit: ({ product }) => `P${product}`,
  magasin: ({ place }) => place,
  quantite: ({ quantity }) => String(quantity),
  montant_ttc: ({ product, quantity }) => `${quantity * priceOf(product)},00`,
};
function fileOf(sales: readonly Sale[], columns: Record<string, Column> = COLUMNS): string {
  const rows = sales.map((sale) =>
    Object.values(columns)
      .map((column) => column(sale))
      .join(';'),
  );
  return `${[Object.keys(columns).join(';'), ...rows].join('\n')}\n`;
}
/** The same sales, summed where their rows would be the same but for the quantity. */
function summed(sales: readonly Sale[], keyOf: (sale: Sale) => Partial<Sale>): Sale[] {
  const sums = new Map<string, Sale>();
  for (const sale of sales) {
    const own = { ...sale, ...keyOf(sale) };
    const key = `${own.day} ${own.product} ${own.place}`;
    sums.set(key, { ...own, quantity: (sums.get(key)?.quantity ?? 0) + own.quantity });
  }
  return [...sums.values()];
}
const { magasin: _, ...WITHOUT_PLACE } = COLUMNS;
const WITH_SIZE = { ...COLUMNS, taille: () => 'M' };
const byWeek = (sales: readonly Sale[]): Sale[] =>
  summed(sales, ({ day }) => ({ day: day - ((day - 1) % 7) }));
const byChain = (sales: readonly Sale[]): Sale[] => summed(sales, () => ({ place: '' }));
const DAYS = { before: salesOf(1, 14), after: salesOf(1, 21) };
const ALL = 21 * 24;

async function started(sales: string) {
  const own = await desk();
  await own.send([await own.put('articles.csv', ARTICLES), await own.put('ventes.csv', sales)]);
  return own;
}

describe('sales that were already there, and that a later file says otherwise', () => {
  it.each<[string, string, string]>([
    ['by size, then kept without', fileOf(DAYS.before), fileOf(DAYS.after, WITH_SIZE)],
    ['by shop, once kept for the chain', fileOf(byChain(DAYS.before), WITHOUT_PLACE), fileOf(DAYS.after)],
    ['by day, once kept by week', fileOf(byWeek(DAYS.before)), fileOf(DAYS.after)],
    ['by week, once kept by day', fileOf(DAYS.before), fileOf(byWeek(DAYS.after))],
  ])('%s: asked, and counted once', async (_, before, after) => {
    const own = await started(before);
    const { report } = await own.send([await own.put('detail.csv', after)]);
    const [question] = report.questions.filter(({ code }) => code !== 'date_order');
    expect(question).toMatchObject({
      ...{ key: 'resaid_sales:detail.csv', code: 'resaid_sales' },
      text: expect.stringContaining('autrement : les mêmes quantités par produit'),
      choices: [
        { value: 'replace', label: 'Les mêmes : garder celles de ce fichier' },
        { value: 'keep', label: 'D’autres ventes : garder les deux' },
      ],
    });
    expect(report.totals.sale_quantity).toBe(ALL);
  });

  it('count twice where they are said to be others', async () => {
    const own = await started(fileOf(DAYS.before));
    const answers = { 'resaid_sales:detail.csv': 'keep' };
    const { report } = await own.send([await own.put('detail.csv', fileOf(DAYS.after, WITH_SIZE))], {
      mapping: { answers },
    });
    expect(report.totals.sale_quantity).toBe(ALL + 14 * 24);
    expect(report.questions[0]?.choices.map(({ detail }) => detail)).toEqual([
      '336 pièces vendues à ces dates',
      '672 pièces vendues à ces dates',
    ]);
  });
});

describe('sales that a file of whole days no longer says', () => {
  const cancelled = ({ day, product }: Sale): boolean => day <= 14 && product % 10 === 0;
  const left = DAYS.after.filter(({ day }) => day > 7).filter((sale) => !cancelled(sale));
  const gone = DAYS.before.filter(({ day }) => day > 7).filter(cancelled).length;

  it('are asked about, and leave with their pieces', async () => {
    const own = await started(fileOf(DAYS.before));
    const { report } = await own.send([await own.put('ventes.csv', fileOf(left))]);
    expect(report.questions).toMatchObject([
      {
        ...{ key: 'withdrawn_sales:ventes.csv', code: 'withdrawn_sales' },
        text: expect.stringContaining(`sans ${gone} lignes de vente déjà là (${gone} pièces`),
        choices: [{ label: 'Annulées : les retirer' }, { label: 'Non : les garder' }],
      },
    ]);
    expect(report.totals.sale_quantity).toBe(ALL - gone);
  });

  it.each([
    ['replace', 'retirées', -gone],
    ['keep', 'gardées', 0],
  ])('are asked about no more once that is answered (%s), and are said', async (answer, said, change) => {
    const own = await started(fileOf(DAYS.before));
    const answers = { 'withdrawn_sales:ventes.csv': answer };
    const first = await own.send([await own.put('ventes.csv', fileOf(left))], { mapping: { answers } });
    expect(first.report.totals.sale_quantity).toBe(ALL + change);
    const remembered = new Map(first.used_mappings.map(({ shape, files }) => [shape, files]));
    const next = fileOf(salesOf(15, 28).filter(({ day, product }) => day > 21 || product % 10 > 0));
    const { report } = await own.send([await own.put('ventes.csv', next)], {
      remembered,
      mapping: { accept_likely: false },
    });
    expect(report.questions).toEqual([]);
    expect(report.readings.filter((reading) => reading.includes(said))).toHaveLength(1);
  });

  it.each<[string, Sale[]]>([
    ['the same days again', DAYS.after],
    ['a part of the products', DAYS.after.filter(({ product }) => product % 2 > 0)],
    ['some lines put right', DAYS.before.slice(0, 5).map((sale) => ({ ...sale, quantity: 3 }))],
    ['another shop', DAYS.before.map((sale) => ({ ...sale, place: 'M3', quantity: 2 }))],
    ['a line or two less', DAYS.after.filter((_, at) => at !== 30 && at !== 70)],
  ])('are kept without a question: %s', async (_, sales) => {
    const own = await started(fileOf(DAYS.before));
    const { report } = await own.send([await own.put('ventes.csv', fileOf(sales))]);
    expect(report.questions.filter(({ code }) => code !== 'date_order')).toEqual([]);
    expect(report.totals.sale_quantity).toBeGreaterThanOrEqual(14 * 24);
  });

  it.each<[string, Sale[], string[]]>([
    [
      'a line or two less',
      DAYS.before.filter((_, at) => at !== 30 && at !== 70),
      [
        '2 lignes de vente déjà là (2 pièces, 2 → 3 juin) manquent aux jours et lieux qu’il redit : toujours comptées.',
      ],
    ],
    [
      'two thirds of each day',
      DAYS.before.filter((_, at) => at % 3 > 0),
      [`${14 * 8} lignes de vente déjà là (${14 * 8} pièces, 1er → 14 juin)`],
    ],
    ['some tickets that come late', DAYS.before.filter((_, at) => at % 12 === 0), []],
    ['one shop of two', DAYS.before.filter(({ place }) => place === 'M1'), []],
  ])('are said to be kept: %s', async (_, sales, said) => {
    const own = await started(fileOf(DAYS.before));
    const { report } = await own.send([await own.put('ventes.csv', fileOf(sales))]);
    const notes = report.readings.filter((reading) => reading.includes('déjà là'));
    expect(notes.map((note) => note.replace(/[\u00a0\u202f]/g, ' '))).toEqual(
      said.map((text) => expect.stringContaining(text)),
    );
    expect(report.totals.sale_quantity).toBe(14 * 24);
  });

  it('are kept where the file has as many refused rows', async () => {
    const own = await started(fileOf(DAYS.before));
    const damaged = DAYS.after.map((sale, at) => ({ sale, at }));
    const text = fileOf(
      damaged.map(({ sale }) => sale),
      { ...COLUMNS, quantite: (sale) => (cancelled(sale) ? 'deux' : String(sale.quantity)) },
    );
    const { report } = await own.send([await own.put('ventes.csv', text)]);
    expect(report.error_count).toBeGreaterThan(gone);
    expect([report.questions, report.totals.sale_quantity]).toEqual([[], ALL]);
  });
});

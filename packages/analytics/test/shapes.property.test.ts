import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const RUNS = process.env.PALIER_THOROUGH ? 100 : 12;
/** Shares of so few retailers are those of their draw: what is asked of them is counted loosely. */
const MOST_ASKED = process.env.PALIER_THOROUGH ? 0.3 : 0.85;
const SIZES = ['36', '38', '40'] as const;
const SHOPS = ['LYO', 'PAR'] as const;
const MONTH = '2026-06';

interface Line {
  product: string;
  size: (typeof SIZES)[number];
  shop: (typeof SHOPS)[number];
  day: number;
  sold: number;
  returned: number;
  /** In cents, for one piece. */
  price: number;
}

const retailer = fc.uniqueArray(
  fc.record<Line>({
    product: fc.constantFrom('R1', 'R2', 'P3'),
    size: fc.constantFrom(...SIZES),
    shop: fc.constantFrom(...SHOPS),
    day: fc.integer({ min: 13, max: 28 }),
    sold: fc.integer({ min: 1, max: 9 }),
    returned: fc.integer({ min: 0, max: 1 }),
    price: fc.integer({ min: 100, max: 20_000 }),
  }),
  {
    minLength: 3,
    maxLength: 12,
    selector: ({ product, size, shop, day }) => [product, size, shop, day].join(),
  },
);

const net = ({ sold, returned }: Line): number => sold - returned;
const cents = (line: Line): number => net(line) * line.price;
const french = (amount: number): string => (amount / 100).toFixed(2).replace('.', ',');
const date = (day: number): string => `${String(day).padStart(2, '0')}/06/2026`;
const csv = (rows: readonly (readonly (string | number)[])[]): string =>
  `${rows.map((row) => row.join(';')).join('\n')}\n`;

/** The same sales in the shapes that systems write. */
const SALES: Record<string, (lines: readonly Line[]) => string> = {
  tickets: (lines) =>
    csv([
      ['N° ticket', 'Date', 'Magasin', 'Code produit', 'Taille', 'Quantité', 'Montant TTC'],
      ...lines.map((line, at) => [
        ...[at + 1, date(line.day), line.shop, line.product, line.size, net(line), french(cents(line))],
      ]),
    ]),
  returned: (lines) =>
    csv([
      ['Date', 'Magasin', 'Code produit', 'Taille', 'Qté vendue', 'Qté retournée', 'CA TTC'],
      ...lines.map((line) => [
        ...[
          date(line.day),
          line.shop,
          line.product,
          line.size,
          line.sold,
          line.returned,
          french(cents(line)),
        ],
      ]),
    ]),
  shortened: (lines) =>
    csv([
      ['VT_CDMAG', 'VT_DTVTE', 'VT_CDART', 'VT_CDTAIL', 'VT_QTVTE', 'VT_MTTTC'],
      ...lines.map((line) => [
        ...[line.shop, `202606${line.day}`, line.product, line.size, net(line), french(cents(line))],
      ]),
    ]),
  american: (lines) =>
    [
      'Store #,Trans Date,Style,Size,Units,Net Sales incl. tax',
      ...lines.map((line) =>
        [
          line.shop,
          `6/${line.day}/2026`,
          line.product,
          line.size,
          net(line),
          (cents(line) / 100).toFixed(2),
        ].join(','),
      ),
    ].join('\n'),
  monthly: (lines) =>
    csv([
      ['Mois', 'Magasin', 'Code produit', 'Taille', 'Quantité', 'Montant TTC'],
      ...lines.map((line) => [MONTH, line.shop, line.product, line.size, net(line), french(cents(line))]),
    ]),
};

/** The same pieces of stock, a row each or a column a size. */
const STOCK: Record<string, (lines: readonly Line[]) => string> = {
  rows: (lines) =>
    csv([
      ['Magasin', 'Code produit', 'Taille', 'Stock'],
      ...lines.map(({ shop, product, size, sold }) => [shop, product, size, sold]),
    ]),
  columns: (lines) =>
    csv([
      ['Stock par taille'],
      ['Magasin', 'Code produit', ...SIZES, 'Total'],
      ...lines.map(({ shop, product, size, sold }) => [
        ...[shop, product, ...SIZES.map((each) => (each === size ? sold : '')), sold],
      ]),
    ]),
};

const ITEMS = csv([
  ['Code produit', 'Libellé', 'Taille', 'Prix TTC', 'Prix de revient'],
  ...['R1', 'R2', 'P3'].flatMap((product) =>
    SIZES.map((size) => [product, `Article ${product}`, size, '80,00', '20,00']),
  ),
]);

it('[IMPEX-03] the same figures in any shape have the same totals to the unit and the cent, or a question', async () => {
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(
      retailer,
      fc.constantFrom(...Object.keys(SALES)),
      fc.constantFrom(...Object.keys(STOCK)),
      async (lines, sales, stock) => {
        const { put, send } = await desk();
        const files = [
          await put('articles.csv', ITEMS),
          await put('a.csv', SALES[sales]?.(lines) ?? ''),
          await put('etat_stock.csv', STOCK[stock]?.(lines) ?? ''),
        ];
        const { report } = await send(files, { mapping: { accept_likely: false }, today: '2026-07-15' });
        if (report.questions.length > 0) {
          asked += 1;
          return;
        }
        const total = lines.reduce((sum, line) => sum + cents(line), 0);
        expect(report.error_count).toBe(0);
        expect(report.totals).toMatchObject({
          sale_quantity: lines.reduce((sum, line) => sum + net(line), 0),
          sale_amount: total / 100,
          stock_quantity: lines.reduce((sum, { sold }) => sum + sold, 0),
        });
      },
    ),
    { numRuns: RUNS },
  );
  // Not by asking everything.
  expect(asked).toBeLessThanOrEqual(RUNS * MOST_ASKED);
});

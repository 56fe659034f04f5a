import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper, ITEMS } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const ASKING = { mapping: { accept_likely: false } };
const DAYS = [10, 11, 12, 13, 14, 15];
const SHOPS = ['M1', 'M2', 'M3'];
const PRODUCTS = ['R1;36', 'R1;38', 'P2;M'];
/** From 1 to 6 pieces, as chance has it. */
const sold = (day: number, shop: number, product: number): number =>
  1 + ((day * 7 + shop * 5 + product * 3) % 6);
const pieces = (day: number, product: number, shops = [0, 1, 2]): number =>
  shops.reduce((sum, shop) => sum + sold(day, shop, product), 0);
const ALL = DAYS.reduce((sum, day) => sum + PRODUCTS.reduce((all, _, at) => all + pieces(day, at), 0), 0);

/** Sales of three shops, with what stands beside them. */
function salesWith(
  beside: (day: number, product: number) => readonly [place: string, count: number][],
): string {
  const lines = DAYS.flatMap((day) =>
    PRODUCTS.flatMap((code, product) =>
      [...SHOPS.map((shop, at) => [shop, sold(day, at, product)] as const), ...beside(day, product)].map(
        ([place, count]) => `${day}/06/2026;${place};${code};${count};${10 * count}`,
      ),
    ),
  );
  return `Date;Magasin;Code produit;Taille;Quantité;Montant TTC\n${lines.join('\n')}\n`;
}

describe('the sum of other rows is sold by nobody', () => {
  it.each([
    'Total',
    'Tous magasins',
    'Tous les magasins',
    'TOTAL RÉSEAU',
    'Ensemble',
    'Réseau',
    'Sous-total',
    'All stores',
    'Alle Filialen',
    'ZZ',
  ])('« %s » beside the shops that it adds up', async (name) => {
    const { put, send } = await desk();
    const sales = salesWith((day, product) => [[name, pieces(day, product)]]);
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)], ASKING);
    expect(report.questions).toEqual([]);
    expect(report.totals).toMatchObject({ sale_quantity: ALL, sale_amount: 10 * ALL });
    expect(report.errors[0]).toMatchObject({
      line: 5,
      column: 'Magasin',
      value: name,
      reason: 'ligne de total',
    });
    expect(report.error_count).toBe(DAYS.length * PRODUCTS.length);
  });

  it('« Sous-total Nord » of some, « Total M1 » and « M2 Total » of one', async () => {
    const { put, send } = await desk();
    const sales = salesWith((day, product) => [
      ['Total M1', pieces(day, product, [0])],
      ['Sous-total Nord', pieces(day, product, [0, 1])],
      ['M2 Total', pieces(day, product, [1])],
      ['Total général', pieces(day, product)],
    ]);
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)], ASKING);
    expect(report.totals).toMatchObject({ sale_quantity: ALL });
  });

  it.each(['-', 'Total Énergies', 'Tous Soleils', 'Ensemble & Cie', 'All Saints', 'Réseau'])(
    'a shop named « %s » sells what it sells',
    async (name) => {
      const { put, send } = await desk();
      const sales = salesWith((day, product) => [[name, sold(day, 4, product)]]);
      const { report } = await send(
        [await put('articles.csv', ITEMS), await put('ventes.csv', sales)],
        ASKING,
      );
      const own = DAYS.flatMap((day) => PRODUCTS.map((_, product) => sold(day, 4, product)));
      const all = own.reduce((sum, count) => sum + count, ALL);
      expect([report.questions, report.error_count, report.totals.sale_quantity]).toEqual([[], 0, all]);
    },
  );

  it('of sizes, where a size is the sum of the others of its product', async () => {
    const { put, send } = await desk();
    const lines = SHOPS.flatMap((shop, at) =>
      [1, 2, 3, 4].flatMap((product) => {
        const [small, large] = [sold(1, at, product), sold(2, at, product)];
        return [
          `${shop};X${product};36;${small}`,
          `${shop};X${product};38;${large}`,
          `${shop};X${product};Toutes;${small + large}`,
        ];
      }),
    );
    const text = `Magasin;Code produit;Taille;Stock\n${lines.join('\n')}\n`;
    const { report } = await send([await put('stock.csv', text)], ASKING);
    expect(report.error_count).toBe(12);
    const counted = SHOPS.flatMap((_, at) =>
      [1, 2, 3, 4].map((product) => sold(1, at, product) + sold(2, at, product)),
    );
    expect(report.totals.stock_quantity).toBe(counted.reduce((sum, count) => sum + count, 0));
  });

  it.each(['Magasin', 'Taille'])(
    'is no largest of three between which a stock was shared out (%s)',
    async (heading) => {
      const { put, send } = await desk();
      const lines = Array.from({ length: 20 }, (_, product) =>
        ['A;1', 'B;1', 'C;2'].map(
          (part) => `X${product};${part.slice(0, 2)}${(1 + (product % 4)) * Number(part.slice(2))}`,
        ),
      ).flat();
      const { report } = await send([
        await put('stock.csv', `Code produit;${heading};Stock\n${lines.join('\n')}\n`),
      ]);
      expect([report.error_count, report.totals.stock_quantity]).toEqual([0, 4 * 50]);
    },
  );

  it('is no product whose code begins as a total does', async () => {
    const { put, send } = await desk();
    const codes = ['SS-TOT-12', 'TOTEM', 'Total look', 'ALL-IN', 'Sous-pull', 'TOTAL-R9'];
    const lines = [...codes, 'R1', 'P2'].map((code) => `${code};3`);
    const { report } = await send(
      [await put('stock.csv', `Code produit;Stock\n${lines.join('\n')}\n`)],
      ASKING,
    );
    expect([report.error_count, report.totals.stock_quantity]).toEqual([0, 24]);
  });

  it('of a ticket, written as a line of its own', async () => {
    const { put, send } = await desk();
    const text =
      'Date;Ticket;Code produit;Taille;Qté;Montant TTC\n20/06/2026;T1;R1;36;1;80\n20/06/2026;T1;P2;M;1;50\n20/06/2026;T1;TOTAL TICKET;;2;130\n';
    const { report } = await send([await put('articles.csv', ITEMS), await put('tickets.csv', text)], ASKING);
    expect(report.totals).toMatchObject({ sale_quantity: 2, sale_amount: 130 });
  });

  it('of products by family', async () => {
    const { put, send } = await desk();
    const text =
      'Magasin;Code produit;Taille;Stock\nM1;R1;36;4\nM1;R1;38;5\nM1;Sous-total robes;;9\nM1;P2;M;3\nM1;Total P2;;3\nM1;Total général;;12\n';
    const { report } = await send([await put('articles.csv', ITEMS), await put('stock.csv', text)], ASKING);
    expect(report.totals.stock_quantity).toBe(12);
  });
});

import type { RouteOutput } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, openProject } from '../../../test/small-shop.ts';

let test: TestApp;
let project_id: string;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [
    { code: 'A1' },
    { code: 'A2', cost: null, stock: 4 },
    { code: 'A3', cost: null, stock: 9, title: 'Jupe' },
    { code: 'A4', price: null, weekly_sales: 0 },
    { code: 'A5', image: null, season: '', brand: 'Éclat' },
    { code: 'A6', stock: 0 },
    { code: 'A7', sizes: [] },
  ]);
  project_id = (await openProject(test, 'Soldes/Femme'))._id;
});
afterAll(() => test?.close());

interface Row {
  field: string;
  label: string;
  discount_count: number;
  sum_stock_qty: number;
  filter: unknown;
}
const missing = async (query = '') => {
  const { status, body } = await test.ask('claire', {
    url: `/api/projects/${project_id}/discounts/missing${query}`,
  });
  expect(status).toBe(200);
  return (body as { data: (Row & { examples: { item_group_id: string; title: string }[] })[] }).data;
};

it('[LIST-09] counts the products that lack a cost, a price, an image, sizes, sales, stock, a season', async () => {
  const rows = new Map((await missing()).map((row) => [row.field, row]));
  const codes = (field: string) =>
    rows
      .get(field)
      ?.examples.map(({ item_group_id }) => item_group_id)
      .sort();
  expect(codes('cost')).toEqual(['A2', 'A3']);
  expect(codes('price')).toEqual(['A4']);
  expect(codes('image_url')).toEqual(['A5']);
  expect(codes('release_season')).toEqual(['A5']);
  expect(codes('size')).toEqual(['A7']);
  expect(codes('lifetime_sales_qty')).toEqual(['A4']);
  expect(codes('stock_qty')).toEqual(['A6']);
  expect(rows.get('cost')).toMatchObject({ label: 'Coût', discount_count: 2, sum_stock_qty: 26 });
  expect(rows.get('cost')?.examples[0]).toMatchObject({ item_group_id: 'A3', title: 'Jupe' });
  expect(rows.has('family')).toBe(false);
});

it('[LIST-09] gives the filter that shows those products in the listing', async () => {
  const [row] = (await missing()).filter(({ field }) => field === 'stock_qty');
  const { body } = await test.ask('claire', {
    url: `/api/projects/${project_id}/discounts?filter=${encodeURIComponent(JSON.stringify(row?.filter))}`,
  });
  expect((body as { data: { item_group_id: string }[] }).data.map((line) => line.item_group_id)).toEqual([
    'A6',
  ]);
});

it('[LIST-09] looks at the products of a selection only', async () => {
  const filter = { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Éclat' }] };
  const rows = await missing(`?filter=${encodeURIComponent(JSON.stringify(filter))}`);
  expect(rows.map(({ field }) => field)).toEqual(['image_url', 'release_season', 'section']);
});

it('a product without a cost is forecast at each discount, what it earns being unknown', async () => {
  const { body } = await test.ask('claire', { url: `/api/projects/${project_id}/products/A2` });
  const { levels, line, reasons } = body as RouteOutput<'products.get'>;
  expect(levels?.map(({ discount_pct }) => discount_pct)).toEqual([0, 10, 20, 30, 40, 50, 60]);
  expect(levels?.[0]?.phase).toMatchObject({ sales: expect.any(Number), profit: null, cogs: null });
  expect(levels?.[0]?.phase.sales_qty).toBeCloseTo(line.phase_forecast?.sales_qty ?? Number.NaN, 9);
  const said = reasons?.join(' ') ?? '';
  expect(said).toMatch(/À 10.%, .+ unités?, jusqu’à la fin/);
  expect(said).not.toContain('marge');
});

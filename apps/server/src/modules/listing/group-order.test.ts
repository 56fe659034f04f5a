import { type GroupPage, LAZY_METRICS, readField } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { importShop, openProject } from '../../test/small-shop.ts';

let test: TestApp;
let project_id: string;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  // One product a family, so that no order is that of the names, nor that of prices read as texts.
  await importShop(test, [
    { code: 'P1', family: 'Bagues', price: 9.5, stock: 40, weekly_sales: 2 },
    { code: 'P2', family: 'Capes', price: 100, stock: 10, weekly_sales: 5 },
    { code: 'P3', family: 'Robes', price: 50, stock: 90, weekly_sales: 1 },
    { code: 'P4', family: 'Vestes', price: 120, stock: 60, weekly_sales: 20 },
  ]);
  project_id = (await openProject(test, 'Soldes été 2026/Femme/Accessoires'))._id;
}, 300_000);
afterAll(() => test?.close());

/** Groups as the listing asks for them: its slow figures are left out and come later. */
async function groups(sort: string, order: 'asc' | 'desc', params: Record<string, string>) {
  const query = { by: 'family', sort, order, excludes: LAZY_METRICS.join(), fields: 'stock_qty,price' };
  const search = new URLSearchParams({ ...query, ...params });
  const { status, body } = await test.ask('claire', {
    url: `/api/projects/${project_id}/discounts/groups?${search}`,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as GroupPage;
}

/** The families in order, page after page of two. */
async function byPages(sort: string, order: 'asc' | 'desc'): Promise<unknown[]> {
  const first = await groups(sort, order, { size: '2' });
  const second = await groups(sort, order, { size: '2', after: first.cursor ?? '' });
  return [...first.data, ...second.data].map(({ keys }) => keys[0]);
}

async function byTree(sort: string, order: 'asc' | 'desc'): Promise<unknown[]> {
  const { data } = await groups(sort, order, { by: 'family,brand', all_levels: 'true' });
  return data.filter(({ depth }) => depth === 0).map(({ keys }) => keys[0]);
}

describe('a group', () => {
  it('shows the picture of one of its products, and the tags of all', async () => {
    const { data } = await groups('price', 'asc', { fields: 'image_url,tags' });
    expect(data.map((group) => group.image_url)).toEqual(
      data.map(() => expect.stringMatching(/^(https:|\/api\/pictures)/)),
    );
    expect(data.every((group) => group.tags === null || Array.isArray(group.tags))).toBe(true);
  });
});

describe('groups are sorted', () => {
  it.each([
    ['pages', byPages],
    ['the whole tree', byTree],
  ])('by price, as an amount: the lowest first, the highest first (%s)', async (_, read) => {
    expect(await read('price', 'asc')).toEqual(['Bagues', 'Robes', 'Capes', 'Vestes']);
    expect(await read('price', 'desc')).toEqual(['Vestes', 'Capes', 'Robes', 'Bagues']);
  });

  it.each([
    ['pages', byPages],
    ['the whole tree', byTree],
  ])('by coverage, though the answer leaves it out (%s)', async (_, read) => {
    const rising = ['Capes', 'Vestes', 'Bagues', 'Robes'];
    expect(await read('stock_coverage.weeks', 'asc')).toEqual(rising);
    expect(await read('stock_coverage.weeks', 'desc')).toEqual(rising.toReversed());
  });

  it('and what was left out of the answer stays out of it', async () => {
    const { data } = await groups('stock_coverage.weeks', 'asc', {});
    expect(data.map((group) => readField(group, 'stock_coverage.weeks'))).toEqual(data.map(() => undefined));
  });
});

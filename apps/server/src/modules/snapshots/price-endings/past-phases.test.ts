import type { PricePage } from '@palier/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { bringProjects, choose, importShop } from '../../../test/small-shop.ts';

const NINES = {
  ...{ price_list_id: null, from_price: 0, to_price: null, rounding: 'nearest', max_distance_pct: null },
  points: { kind: 'endings', cents: [99] },
};

let test: TestApp;
let project: string;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await test.ask('claire', { method: 'PUT', url: '/api/price-endings', payload: { rules: [NINES] } });
  await importShop(test, [
    { code: 'P1', price: 12.99, cost: 4, sizes: ['S', 'M'], stock: 10 },
    { code: 'P2', price: 49.99, cost: 15 },
    { code: 'P3', price: 89.9, cost: 30 },
  ]);
  [project = ''] = await bringProjects(test, [
    {
      ...{ name: 'Soldes/Femme/Repris', end_date: '2026-07-22', working_phase: 2, data_date: '2026-07-01' },
      phases: [{ start_date: '2026-06-24' }, { start_date: '2026-07-01' }, { start_date: '2026-07-08' }],
      previous_discount_pcts: { P1: [20, 30], P2: [30, 30], P3: [20, 40] },
    },
  ]);
});
afterAll(() => test?.close());

async function pricesOf(phase: number): Promise<Record<string, string>> {
  const answer = await test.app.inject({
    url: `/api/projects/${project}/export/prices-csv?phase=${phase}`,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
  });
  const rows = parse(answer.body, { delimiter: ';', columns: true, bom: true }) as Record<string, string>[];
  return Object.fromEntries(rows.map((row) => [row['Code produit'] ?? '', row['Prix démarqué'] ?? '']));
}

describe('a project that comes with two phases already past, where prices have endings', () => {
  it('gives these phases the labels that shops bear', async () => {
    // 20 % and 30 % of 12,99 € are 10,39 € and 9,09 €; of 89,90 €, 71,92 € and, at 40 %, 53,94 €.
    expect(await pricesOf(0)).toEqual({ P1: '9,99', P2: '34,99', P3: '71,99' });
    expect(await pricesOf(1)).toEqual({ P1: '8,99', P2: '34,99', P3: '53,99' });
  });

  it('counts in the next phase only the labels that change', async () => {
    await choose(test, project, { P1: 40 });
    expect(await pricesOf(2)).toEqual({ P1: '7,99', P2: '34,99', P3: '53,99' });
    const { body } = await test.ask('claire', { url: `/api/projects/${project}/prices?phase=2` });
    const { data, summary } = body as PricePage;
    expect(data.filter(({ price, former_price }) => price !== former_price)).toMatchObject([
      { item_group_id: 'P1', price: 7.99, former_price: 8.99 },
    ]);
    expect(summary).toMatchObject({ changed_count: 1 });
  });

  it('keeps them when the rules of endings change', async () => {
    const rules = [{ ...NINES, points: { kind: 'endings', cents: [50] } }];
    await test.ask('claire', { method: 'PUT', url: '/api/price-endings', payload: { rules } });
    expect(await pricesOf(1)).toEqual({ P1: '8,99', P2: '34,99', P3: '53,99' });
  });
});

import type { Project } from '@palier/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, openProject } from '../../../test/small-shop.ts';

let test: TestApp;
let project: Project;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    Array.from({ length: 6 }, (_, index) => ({
      ...{ code: `R0${index}`, family: 'Robes', weekly_sales: 1 + index, stock: 60, price: 60, cost: 15 },
    })),
  );
  project = await openProject(test, 'Soldes/Femme/Niveaux');
});
afterAll(() => test?.close());

/** The project offers other discounts, and its figures are not computed for them yet. */
async function offer(discount_pct_range: number[]): Promise<void> {
  await test.deps.database.executeSql('update project set discount_pct_range = $1 where project_id = $2', [
    JSON.stringify(discount_pct_range),
    project._id,
  ]);
}

const ask = (method: 'GET' | 'PUT', url: string, payload?: object) =>
  test.ask('claire', { method, url: `/api/projects/${project._id}${url}`, ...(payload && { payload }) });

describe('figures of a project whose discounts have changed, before they are computed again', () => {
  it.each([
    ['as many discounts', [10, 20, 30, 40, 50]],
    ['more of them', [10, 20, 30, 40, 50, 60, 70, 80]],
  ])('%s: nothing is forecast at the curve of another discount', async (_, levels) => {
    const shares = Object.fromEntries(levels.map((pct, at) => [pct, at === 0 ? 100 : 0]));
    const asked = [
      ['PUT', '/simulate', { objective: { discount_pct_distribution: shares } }],
      ['GET', '/discounts/optimizations', undefined],
    ] as const;
    const own = project.discount_pct_range;
    await offer(levels);
    try {
      for (const [method, url, payload] of asked)
        expect(await ask(method, url, payload), url).toMatchObject({
          ...{ status: 409, body: { code: 'snapshot_missing' } },
        });
      const stats = await ask('GET', '/discounts/stats');
      expect(stats.status, JSON.stringify(stats.body)).toBe(200);
    } finally {
      await offer(own);
    }
    expect((await ask('GET', '/discounts/optimizations')).status).toBe(200);
  });
});

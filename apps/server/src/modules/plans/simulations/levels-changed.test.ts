import type { Project, ProjectStats, References, RouteOutput } from '@palier/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importShop, linesOf, ORGANIZATION, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

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

describe('a discount chosen by hand that the project no longer offers', () => {
  it('counts at its own price in the listing, a simulation, what is compared and what is lost', async () => {
    await choose(test, project._id, { R00: 60, R01: 60, R02: 60, R03: 30, R04: 30, R05: 30 });
    const narrowed = { discount_pct_range: [20, 30, 40, 50] };
    const { status } = await test.ask('claire', {
      ...{ method: 'PUT', url: `/api/projects/${project._id}`, payload: narrowed },
    });
    expect(status).toBe(200);
    await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
    const line = (await linesOf(test, project._id)).get('R00');
    const sold = Number(line?.phase_forecast?.sales_qty);
    expect(line?.discount_pct).toBe(60);
    expect(sold).toBeGreaterThan(0);
    expect(line?.phase_forecast?.sales).toBeCloseTo(60 * 0.4 * sold, 6);
    // All are chosen by hand: whatever is asked, nothing moves.
    const objective = { discount_pct_distribution: { 0: 50, 20: 0, 30: 50, 40: 0, 50: 0 } };
    const simulated = (await ask('PUT', '/simulate', { objective })).body as RouteOutput<'projects.simulate'>;
    const stats = (await ask('GET', '/discounts/stats')).body as ProjectStats;
    const compared = (await ask('GET', '/discounts/references')).body as References;
    expect(simulated.changed_count).toBe(0);
    for (const [name, told] of Object.entries({ asked: simulated, current: simulated.current })) {
      expect(told?.discount_budget, name).toBeCloseTo(Number(stats.discount_budget), 4);
      expect(told?.forecast?.sales, name).toBeCloseTo(Number(stats.forecast?.sales), 4);
      expect(told?.forecast?.profit, name).toBeCloseTo(Number(stats.forecast?.profit), 4);
    }
    expect(Number(stats.discount_budget)).toBeGreaterThan(60 * 0.6 * sold);
    expect(compared.loss?.current_profit_after_leftovers).toBeCloseTo(
      Number(stats.forecast?.profit_after_leftovers),
      4,
    );
  });
});

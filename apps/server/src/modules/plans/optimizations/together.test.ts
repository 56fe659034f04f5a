import type { Optimization, Project, Scenario } from '@palier/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

const ORGANIZATION = 'org_maison_brume';

let test: TestApp;
let dresses: Project;
let coats: Project;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    Array.from({ length: 24 }, (_, index) => ({
      code: `${index % 2 === 0 ? 'R' : 'M'}${String(index).padStart(2, '0')}`,
      family: index % 2 === 0 ? 'Robes' : 'Manteaux',
      weekly_sales: 1 + (index % 5),
      stock: 20 + 6 * index,
      price: index % 2 === 0 ? 40 : 120,
      cost: index % 2 === 0 ? 12 : 50,
    })),
  );
  const of = (family: string) => ({
    selection: {
      item_query: { combinator: 'and', rules: [{ field: 'family', operator: 'equals', value: family }] },
    },
  });
  dresses = await openProject(test, 'Soldes/Femme/Robes', of('Robes'));
  // Other discounts, and one markdown more to come.
  coats = await openProject(test, 'Soldes/Femme/Manteaux', {
    ...of('Manteaux'),
    discount_pct_range: [15, 30, 45],
    discount_step: 5,
    phases: [
      { name: 'Première démarque', start_date: '2026-07-01' },
      { name: 'Deuxième démarque', start_date: '2026-07-15' },
      { name: 'Dernière démarque', start_date: '2026-08-05' },
    ],
  });
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

async function run(constraints: Scenario['constraints']) {
  const { _id } = await send<Scenario>('POST', '/scenarios', {
    name: 'Ensemble',
    goal: 'profit',
    constraints,
  });
  const asked = await send<Optimization>('POST', `/scenarios/${_id}/optimizations`, {
    projects: [dresses._id, coats._id],
  });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  const done = await send<Optimization>('GET', `/optimizations/${asked._id}`);
  expect(done.error ?? null).toBeNull();
  const overview = done.result_overview;
  if (!overview) throw new Error('the run gave nothing');
  const spent = overview.projects.map(({ discount_budget_all }) => discount_budget_all ?? 0);
  return { overview, spent, total: spent.reduce((sum, amount) => sum + amount, 0) };
}

describe('a scenario run on several projects', () => {
  it('holds its rules over all of them together, or over each when asked', async () => {
    const free = await run({});
    const budget = free.total / 2;
    const together = await run({ discount_budget: budget });
    // Later phases are shown at one discount: what they show is near what the plan spends.
    expect(together.total).toBeLessThan(budget * 1.1);
    expect(together.overview.limits).toMatchObject([
      { project_id: null, kind: 'budget', label: 'Budget, toutes démarques', satisfied: true },
    ]);
    expect(together.overview.limits?.[0]?.worth).toMatch(
      /^Avec .* de budget en plus, le plan gagnerait .* de marge après invendus\.$/,
    );
    expect(together.overview.projects.map(({ project_id }) => project_id)).toEqual([dresses._id, coats._id]);
    const apart = await run({ discount_budget: budget, per_project: true });
    expect(apart.overview.limits?.map(({ project_id }) => project_id)).toEqual([dresses._id, coats._id]);
    expect(apart.total).toBeGreaterThan(together.total);
    for (const amount of apart.spent) expect(amount).toBeLessThan(budget * 1.1);
  });

  it('counts a distribution over all the products, each in the discounts of its own project', async () => {
    const { overview } = await run({
      discount_pct_distribution: { 0: 25, 30: 75 },
      distribution_tolerance_pct: 0,
    });
    expect(overview.limits).toMatchObject([{ project_id: null, kind: 'distribution', satisfied: true }]);
    const count = (points: number) =>
      overview.discount_distribution.find(({ discount_pct }) => discount_pct === points)?.discount_count;
    expect([count(0), count(30)]).toEqual([6, 18]);
  });

  it('says once what all of them cannot meet', async () => {
    const { overview } = await run({
      sell_through_target_pct: 100,
      sell_through_hard: true,
      discount_budget: 100,
    });
    expect(overview.infeasibility?.violated.map(({ project_id }) => project_id)).toContain(null);
    expect(overview.infeasibility?.relaxations.length).toBeGreaterThan(0);
    expect(overview.problems?.join(' ')).toMatch(/budget/);
  });

  it('is refused where projects of different currencies would share a rule in money, and says what to do', async () => {
    await send('PUT', `/projects/${coats._id}`, { catalog_currency: 'CHF' });
    await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
    const ask = async (constraints: Scenario['constraints']) => {
      const { _id } = await send<Scenario>('POST', '/scenarios', { name: 'Devises', constraints });
      const projects = [dresses._id, coats._id];
      return test.ask('claire', {
        method: 'POST',
        url: `/api/scenarios/${_id}/optimizations`,
        payload: { projects },
      });
    };
    const refused = await ask({ discount_budget: 5000 });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'refused', error: expect.stringMatching(/devise \(EUR, CHF\).*par projet/) },
    ]);
    expect((await ask({ discount_budget: 5000, per_project: true })).status).toBe(202);
  });
});

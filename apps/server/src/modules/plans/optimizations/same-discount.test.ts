import type { Optimization, Project, Scenario } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';
import { openProject as proveProject } from '../../projects/index.ts';
import { readPlanBase } from './plan.ts';
import { plannedLines } from './repository.ts';

let test: TestApp;
let project: Project;
const scope = systemScope('org_maison_brume');

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  // Three families of four; the first of the dresses and of the skirts have no cost.
  const products = Array.from({ length: 12 }, (_, index) => ({
    code: `R${String(index).padStart(2, '0')}`,
    family: ['Robes', 'Jupes', 'Vestes'][index % 3] ?? 'Robes',
    weekly_sales: 2,
    stock: 200,
    price: 60,
    cost: index < 2 ? null : 10,
  }));
  await importShop(test, products);
  project = await openProject(test, 'Soldes/Femme/Robes', {
    residual_value: { field: null, values: {}, other: 0 },
  });
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

/** Runs a scenario with one discount by family: what it says, and the discount of each product. */
async function runByFamily(constraints: Scenario['constraints'] = {}) {
  const made = await send<Scenario>('POST', '/scenarios', {
    ...{ name: 'Par famille', goal: 'profit' },
    constraints: { same_discount_by: 'family', ...constraints },
  });
  const asked = await send<Optimization>('POST', `/scenarios/${made._id}/optimizations`, {
    projects: [project._id],
  });
  await waitForJobs(test.deps.database.db, scope);
  const done = await send<Optimization>('GET', `/optimizations/${asked._id}`);
  const own = await proveProject(test.deps.database.db, scope, project._id);
  const { lines } = await readPlanBase(test.deps, own, {});
  const planned = await plannedLines(test.deps.database.db, own, asked._id);
  const stored = new Map(planned.map(({ discount_id, discount_pct }) => [discount_id, discount_pct]));
  const discounts = new Map(
    lines.ids.map((id, n) => [lines.item_group_ids[n] ?? '', stored.get(id) ?? Number.NaN]),
  );
  return { overview: done.result_overview, discounts };
}

it('a product without a cost stays where it is, and does not hold its family there', async () => {
  const { discounts, overview } = await runByFamily();
  const of = (codes: readonly string[]) => codes.map((code) => discounts.get(code));
  const jackets = of(['R02', 'R05', 'R08', 'R11']);
  expect(jackets[0]).toBeGreaterThan(0);
  expect(of(['R03', 'R06', 'R09'])).toEqual(jackets.slice(1));
  expect(of(['R00', 'R01'])).toEqual([0, 0]);
  expect(overview?.infeasibility ?? null).toBeNull();
});

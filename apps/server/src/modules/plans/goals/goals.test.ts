import type { Optimization, Project, RouteOutput, Scenario } from '@palier/contract';
import type { LinePage } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importShop, ORGANIZATION, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

let test: TestApp;
let project: Project;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    Array.from({ length: 12 }, (_, index) => ({
      code: `R${String(index).padStart(2, '0')}`,
      family: index % 2 === 0 ? 'Robes' : 'Jupes',
      weekly_sales: 1 + (index % 5),
      stock: 30 + 10 * index,
      price: 60,
      cost: 15,
    })),
  );
  project = await openProject(test, 'Soldes/Femme/Objectifs');
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

/** A run over the dresses alone: the skirts are not in its plan. */
async function runOfDresses(): Promise<string> {
  const scenario = await send<Scenario>('POST', '/scenarios', {
    name: 'Robes',
    goal: 'cogs',
    scope: { combinator: 'and', rules: [{ field: 'family', operator: 'equals', value: 'Robes' }] },
  });
  await send<Optimization>('POST', `/scenarios/${scenario._id}/optimizations`, { projects: [project._id] });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  return scenario._id;
}

/** Sums of the lines as they are listed, made here. */
async function listed(): Promise<Record<string, number>> {
  const { data } = await send<LinePage>('GET', `/projects/${project._id}/discounts?size=100&included=true`);
  const names = ['sales_qty', 'sales', 'profit_after_leftovers', 'stock'] as const;
  return Object.fromEntries(
    names.map((name) => [name, data.reduce((sum, line) => sum + (line.forecast?.[name] ?? 0), 0)]),
  );
}

describe('what a group would give under a goal', () => {
  it('is what it gives once it has it, discounts chosen by hand kept or not, lines outside a plan left alone', async () => {
    const scenario = await runOfDresses();
    for (const keep of [true, false])
      for (const goal of ['profit', 'cogs', scenario]) {
        await choose(test, project._id, { R00: 50, R01: 60, R02: 20, R03: 30, R04: 40 });
        const { goals } = await send<RouteOutput<'goals.get_group'>>(
          'GET',
          `/projects/${project._id}/discounts/optimizations?keep_discount_pct_user=${keep}`,
        );
        const said = goals.find((one) => one.goal === goal)?.forecast;
        await send('PUT', `/projects/${project._id}/discounts/optimizations`, {
          optimization_goal: goal,
          keep_discount_pct_user: keep,
        });
        for (const [name, value] of Object.entries(await listed()))
          expect(said?.[name as 'sales'], `${name} under ${goal}, by hand kept: ${keep}`).toBeCloseTo(
            value,
            4,
          );
      }
  });
});

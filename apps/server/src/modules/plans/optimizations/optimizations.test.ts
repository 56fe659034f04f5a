import type { Optimization, Project, RouteOutput, Scenario } from '@palier/contract';
import type { Line, LinePage } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

let test: TestApp;
let project: Project;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const products = Array.from({ length: 12 }, (_, index) => ({
    code: `R${index}`,
    brand: index % 2 ? 'Lune' : 'Soleil',
    weekly_sales: 1 + (index % 5),
    stock: 10 + 5 * index,
  }));
  await importShop(test, products);
  project = await openProject(test, 'Soldes/Femme/Robes');
});
afterAll(() => test.close());

interface Answer<T> {
  status: number;
  body: T;
}
const send = <T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<Answer<T>> => test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
const lines = async () =>
  (await send<LinePage>('GET', `/projects/${project._id}/discounts?size=100`)).body.data;

async function run(scenario: Partial<Scenario>): Promise<Optimization> {
  const { body: made } = await send<Scenario>('POST', '/scenarios', { name: 'Scénario', ...scenario });
  const { status, body } = await send<Optimization>('POST', `/scenarios/${made._id}/optimizations`, {
    projects: [project._id],
  });
  expect(status).toBe(202);
  expect(['requested', 'running', 'completed']).toContain(body.status);
  await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
  return (await send<Optimization>('GET', `/optimizations/${body._id}`)).body;
}

it('[API-11] [API-12] [API-13] [API-14] [ENT-19] scenarios are created, renamed, listed and deleted', async () => {
  const { body } = await send<Scenario>('POST', '/scenarios', { name: 'Prudent', goal: 'sales' });
  expect(body).toMatchObject({ name: 'Prudent', goal: 'sales', version: 1 });
  expect((await send<Scenario>('PUT', `/scenarios/${body._id}`, { name: 'Audacieux' })).body).toMatchObject({
    name: 'Audacieux',
    version: 2,
  });
  expect((await send('PUT', '/scenarios/inconnu', { name: 'x' })).status).toBe(404);
  expect((await send('DELETE', `/scenarios/${body._id}`)).status).toBe(204);
  const list = await send<{ data: Scenario[] }>('GET', '/scenarios');
  expect(list.body.data.map((one) => one._id)).not.toContain(body._id);
});

it('[API-15] [API-50] [STATE-28] [ENT-20] a run goes from requested to completed and tells what it gives', async () => {
  const done = await run({ goal: 'profit' });
  expect(done.status).toBe('completed');
  expect(done.result_overview?.projects[0]).toMatchObject({ project_id: project._id, discount_count: 12 });
  const counted = done.result_overview?.discount_distribution.reduce(
    (sum, bucket) => sum + bucket.discount_count,
    0,
  );
  expect(counted).toBe(12);
  expect((await send('GET', '/optimizations/00000000-0000-7000-8000-000000000000')).status).toBe(404);
});

it('[API-49] the latest run of each scenario is answered', async () => {
  const done = await run({ name: 'Encore', goal: 'cogs' });
  const { body } = await send<{ data: Optimization[] }>(
    'GET',
    `/projects/${project._id}/optimizations/latest`,
  );
  expect(body.data[0]?._id).toBe(done._id);
});

it('a run that is cancelled does not hide the last result of its scenario', async () => {
  const done = await run({ name: 'Deux fois', goal: 'sales' });
  const { body: again } = await send<Optimization>('POST', `/scenarios/${done.scenario_id}/optimizations`, {
    projects: [project._id],
  });
  await test.deps.database.executeSql(`update job set status = 'cancelled' where job_id =
    (select job_id from optimization where optimization_id = '${again._id}')`);
  const { body } = await send<{ data: Optimization[] }>(
    'GET',
    `/projects/${project._id}/optimizations/latest`,
  );
  const own = body.data.filter(({ scenario_id }) => scenario_id === done.scenario_id);
  expect(own.map(({ _id, status }) => [_id, status])).toEqual([
    [again._id, 'cancelled'],
    [done._id, 'completed'],
  ]);
});

it('[API-51] a run that has ended cannot be cancelled', async () => {
  const done = await run({ goal: 'profit' });
  expect((await send('PUT', `/optimizations/${done._id}/cancellation`)).status).toBe(409);
});

it('[API-52] [ENT-09] [OPT-09] a run sent to the listing decides the discounts that nobody chose', async () => {
  const [first] = await lines();
  await send('PUT', `/projects/${project._id}/discounts`, { [first?._id ?? '']: { discount_pct_user: 60 } });
  const done = await run({ goal: 'cogs', constraints: { keep_discount_pct_user: true } });
  const { body } = await send<RouteOutput<'optimizations.send_to_listing'>>('PUT', '/optimizations/listing', {
    optimization_ids: [done._id],
    project_ids: [project._id],
    remove_unspecified: true,
  });
  expect(body.data[0]).toMatchObject({ project_id: project._id, discount_count: 12 });
  const after = await lines();
  expect(after.find((line) => line._id === first?._id)).toMatchObject({
    discount_pct: 60,
    discount_kind: 'user',
  });
  for (const line of after.filter((one) => one._id !== first?._id)) {
    expect(line.discount_pct).toBe(line.discount_pct_opti);
    expect(line.optimization_goal).toBe(done.scenario_id);
    expect(line.optimizations?.[0]).toMatchObject({
      project_phase: 0,
      goal: done.scenario_id,
      discount_pct: line.discount_pct_opti,
    });
  }
  const { body: projects } = await send<{ data: Project[] }>('GET', '/projects');
  expect(projects.data[0]?.has_optimizations).toBe(true);
});

it('[API-28] [OPT-05] a goal for a group keeps the discounts chosen by hand unless told otherwise', async () => {
  const [first] = await lines();
  const path = `/projects/${project._id}/discounts/optimizations`;
  await send('PUT', `/projects/${project._id}/discounts`, { [first?._id ?? '']: { discount_pct_user: 50 } });
  await send('PUT', path, { optimization_goal: 'sales' });
  const kept = await lines();
  expect(kept.every((line) => line.optimization_goal === 'sales')).toBe(true);
  expect(kept.find((line) => line._id === first?._id)?.discount_pct_user).toBe(50);
  await send('PUT', path, { optimization_goal: 'sales', keep_discount_pct_user: false });
  expect((await lines()).every((line) => line.discount_pct_user === null)).toBe(true);
});

it('[API-28] discounts are given by the value of a field', async () => {
  await send('PUT', `/projects/${project._id}/discounts/optimizations`, {
    keep_discount_pct_user: false,
    discount_pct_user_map_field: 'brand',
    discount_pct_user_map: { Lune: 40, Soleil: 20 },
  });
  for (const line of await lines()) expect(line.discount_pct_user).toBe(line.brand === 'Lune' ? 40 : 20);
});

it('[API-28] discounts that the project does not offer, or of a field it does not have, change nothing', async () => {
  const before = await lines();
  const give = (field: string | null, map: Record<string, number> | null) =>
    send<{ code: string; error: string }>('PUT', `/projects/${project._id}/discounts/optimizations`, {
      keep_discount_pct_user: false,
      discount_pct_user_map_field: field,
      discount_pct_user_map: map,
    });
  expect(await give('brand', { Lune: 33 })).toMatchObject({
    status: 422,
    body: { code: 'discount_refused' },
  });
  expect(await give('marque', { Lune: 40 })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('« marque »') },
  });
  expect((await give(null, { Lune: 40 })).status).toBe(400);
  expect(await lines()).toEqual(before);
});

it('[API-29] a discount that a line may not take answers 422, as for an edit, and changes nothing', async () => {
  const [first] = await lines();
  const answers = [
    await send('PUT', `/projects/${project._id}/discounts`, {
      [first?._id ?? '']: { discount_pct_user: 33 },
    }),
    await send('PUT', `/discounts/${first?._id}/optimization`, { discount_pct_user: 33 }),
    await send('PUT', `/projects/${project._id}/discounts/groups`, { edit: { discount_pct_user: 33 } }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'discount_refused' });
  }
  expect((await lines())[0]).toEqual(first);
});

it('a plan sent after rules have capped the lines is not what they show: they are not at their optimum', async () => {
  const done = await run({ name: 'Avant les règles', goal: 'cogs' });
  const own = `project_id = '${project._id}'`;
  await test.deps.database.executeSql(
    `update discount set discount_pct_user = null, discount_pct_max = 10 where ${own}`,
  );
  await send('PUT', '/optimizations/listing', {
    optimization_ids: [done._id],
    project_ids: [project._id],
  });
  const { rows } = await test.deps.database.executeSql(
    `select discount_pct_opti, discount_pct_is_optimal from discount where ${own}`,
  );
  const proposed = rows as { discount_pct_opti: number; discount_pct_is_optimal: boolean }[];
  expect(proposed.some(({ discount_pct_opti }) => discount_pct_opti > 10)).toBe(true);
  for (const { discount_pct_opti, discount_pct_is_optimal } of proposed)
    expect(discount_pct_is_optimal).toBe(discount_pct_opti <= 10);
  await test.deps.database.executeSql(`update discount set discount_pct_max = null where ${own}`);
});

it('[API-29] [OPT-04] a goal for one line answers the line with its goal and discount', async () => {
  const [first] = await lines();
  const { status, body } = await send<Line>('PUT', `/discounts/${first?._id}/optimization`, {
    optimization_goal: 'profit',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ _id: first?._id, optimization_goal: 'profit', discount_pct_user: null });
  expect(body.discount_pct).toBe(body.discount_pct_opti);
});

it('[API-27] [ENT-14] a group shows what each goal would give', async () => {
  const { body } = await send<RouteOutput<'goals.get_group'>>(
    'GET',
    `/projects/${project._id}/discounts/optimizations`,
  );
  expect(body.goals.slice(0, 3).map(({ goal }) => goal)).toEqual(['profit', 'sales', 'cogs']);
  const units = body.goals.slice(0, 3).map(({ forecast }) => forecast?.sales_qty ?? 0);
  // Clearance stops at 99 % of what can be sold; a margin whose leftovers are worth little may go on.
  expect(units[2]).toBeGreaterThanOrEqual(0.98 * (units[0] ?? 0));
  expect(body.forecast_maxima.sales_qty).toBe(
    Math.max(...body.goals.map(({ forecast }) => forecast?.sales_qty ?? 0)),
  );
  expect(body.validated_phases).toEqual([]);
});

it('[API-21] an objective is simulated and nothing is stored', async () => {
  const stats = () => send('GET', `/projects/${project._id}/discounts/stats`);
  const before = await stats();
  const { status, body } = await send<RouteOutput<'projects.simulate'>>(
    'PUT',
    `/projects/${project._id}/simulate`,
    {
      _id: project._id,
      objective: { discount_pct_distribution: { 20: 50, 40: 50 } },
    },
  );
  expect(status).toBe(200);
  expect(body.discount_pct.reduce((sum, bucket) => sum + bucket.discount_count, 0)).toBe(12);
  expect((await stats()).body).toEqual(before.body);
});

it('[API-21] shares are of what the objective says, products or stock; those that make no whole are refused', async () => {
  const simulate = (shares: Record<string, number>, basis: 'discount_count' | 'sum_stock_qty') =>
    test.ask('claire', {
      method: 'PUT',
      url: `/api/projects/${project._id}/simulate`,
      payload: {
        objective: { discount_pct_distribution: shares, discount_pct_distribution_params: { basis } },
      },
    }) as Promise<{ status: number; body: RouteOutput<'projects.simulate'> }>;
  for (const basis of ['discount_count', 'sum_stock_qty'] as const) {
    const { body } = await simulate({ 20: 50, 40: 50 }, basis);
    const said = body.discount_pct.find(({ discount_pct }) => discount_pct === 40);
    const share = basis === 'discount_count' ? said?.discount_count_pct : said?.sum_stock_qty_pct;
    expect(Math.abs((share ?? 0) - 50), basis).toBeLessThanOrEqual(15);
  }
  expect(await simulate({ 20: 50 }, 'discount_count')).toMatchObject({
    ...{ status: 422, body: { error: 'Les parts de l’objectif doivent totaliser 100 %.' } },
  });
});

it('[API-21] a simulation that names another project is refused', async () => {
  const objective = { discount_pct_distribution: { 20: 100 } };
  const ask = (_id: string) =>
    test.ask('claire', {
      method: 'PUT',
      url: `/api/projects/${project._id}/simulate`,
      payload: { _id, objective },
    }) as Promise<{ status: number; body: unknown }>;
  const other = await send<Project>('POST', '/projects', { name: 'Soldes/Femme/Autre' });
  const answer = await ask(other.body._id);
  expect(answer).toMatchObject({ status: 422, body: { code: 'refused', details: { field: '_id' } } });
  expect((await ask(project._id)).status).toBe(200);
});

it('[ENT-08] validating a phase keeps what was decided, and the price does not go back up', async () => {
  const rule = '01920000-0000-7000-8000-000000000001';
  await test.deps.database.db
    .updateTable('discount')
    .set({ applied_discount_rule_ids: [rule] })
    .where('project_id', '=', project._id)
    .execute();
  const before = await lines();
  await send('PUT', `/projects/${project._id}`, { working_phase: 1 });
  await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
  const after = await lines();
  for (const line of after) {
    const own = before.find((one) => one._id === line._id);
    expect(line.discount_history?.[0]).toMatchObject({
      project_phase: 0,
      discount_pct: own?.discount_pct,
      user_name: 'Claire Vasseur',
      applied_discount_rules: [{ id: rule }],
    });
    expect(line.discount_pct ?? 0).toBeGreaterThanOrEqual(own?.discount_pct ?? 0);
    expect(line).toMatchObject({ discount_pct_user: null, discount_pct_reviewed: false });
  }
});

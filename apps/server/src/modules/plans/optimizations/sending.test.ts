import type {
  Activity,
  Optimization,
  PlanDifferences,
  PlanFrontier,
  Project,
  RouteOutput,
  Scenario,
} from '@palier/contract';
import type { LinePage } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';
import { runOptimization } from './job.ts';

let test: TestApp;
let project: Project;
let margin: Optimization;
let clearance: Optimization;
const scope = systemScope('org_maison_brume');

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const products = Array.from({ length: 16 }, (_, index) => ({
    code: `R${index}`,
    title: index === 3 ? 'Robe Éléonore' : `Robe ${index}`,
    weekly_sales: 1 + (index % 5),
    stock: 15 + 8 * index,
  }));
  await importShop(test, products);
  project = await openProject(test, 'Soldes/Femme/Robes');
  margin = await run({ name: 'Marge', goal: 'profit' });
  clearance = await run({ name: 'Vider', goal: 'cogs' });
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

async function ask(scenario: Partial<Scenario>): Promise<Optimization> {
  const made = await send<Scenario>('POST', '/scenarios', { name: 'Scénario', ...scenario });
  return send<Optimization>('POST', `/scenarios/${made._id}/optimizations`, { projects: [project._id] });
}

async function run(scenario: Partial<Scenario>): Promise<Optimization> {
  const { _id } = await ask(scenario);
  await waitForJobs(test.deps.database.db, scope);
  return send<Optimization>('GET', `/optimizations/${_id}`);
}

const lines = async () => (await send<LinePage>('GET', `/projects/${project._id}/discounts?size=100`)).data;
const shown = async () =>
  (await lines()).map(({ _id, discount_pct, next_discount_pcts, optimization_goal, optimizations }) => ({
    _id,
    ...{ discount_pct, next_discount_pcts, optimization_goal, optimizations },
  }));
const differences = (query = '') =>
  send<PlanDifferences>(
    'GET',
    `/projects/${project._id}/optimizations/differences?optimization_ids=${margin._id},${clearance._id}${query}`,
  );
const journal = async () =>
  (await send<{ data: Activity[] }>('GET', `/projects/${project._id}/activity`)).data;
const undo = (activity: string) =>
  send<RouteOutput<'activity.undo'>>('POST', `/projects/${project._id}/activity/${activity}/undo`);

it('two runs are compared line by line, those with most margin after leftovers at stake first', async () => {
  const { total, data } = await differences();
  expect(total).toBeGreaterThan(3);
  expect(data).toHaveLength(total);
  const stakes = data.map(({ profit_range }) => profit_range);
  expect(stakes).toEqual([...stakes].sort((a, b) => b - a));
  for (const { current, plans, profit_range } of data) {
    const discounts = [current, ...plans].map((plan) => plan?.discount_pct);
    expect(new Set(discounts).size).toBeGreaterThan(1);
    const [now = 0, a = 0, b = 0] = [current, ...plans].map((plan) => plan?.profit_after_leftovers ?? 0);
    expect(profit_range).toBeCloseTo(Math.max(now, a, b) - Math.min(now, a, b), 6);
    expect(a).toBeGreaterThanOrEqual(b - 1e-6);
  }
  const found = await differences('&q=éléonore');
  expect(found.data.map(({ item_group_id }) => item_group_id)).toEqual(found.total === 1 ? ['R3'] : []);
});

it('a run is sent with some lines taken from another one, as one activity that is undone whole', async () => {
  const before = await shown();
  const { data } = await differences();
  const picked = data.find(({ plans }) => plans[0]?.discount_pct !== plans[1]?.discount_pct);
  if (!picked) throw new Error('the runs do not differ');
  const sent = await send<RouteOutput<'optimizations.send_to_listing'>>('PUT', '/optimizations/listing', {
    optimization_ids: [clearance._id, margin._id],
    project_ids: [project._id],
    choices: { [picked._id]: clearance._id },
  });
  const after = await lines();
  expect(after.find(({ _id }) => _id === picked._id)).toMatchObject({
    discount_pct: picked.plans[1]?.discount_pct,
    optimization_goal: clearance.scenario_id,
  });
  const other = data.find(({ _id }) => _id !== picked._id);
  expect(after.find(({ _id }) => _id === other?._id)).toMatchObject({
    discount_pct: other?.plans[0]?.discount_pct,
    optimization_goal: margin.scenario_id,
  });
  const [entry] = await journal();
  expect(entry).toMatchObject({
    activity_id: sent.data[0]?.activity_id,
    kind: 'optimization',
    can_undo: true,
  });
  const undone = await undo(entry?.activity_id ?? '');
  expect(await shown()).toEqual(before);
  const { data: projects } = await send<{ data: Project[] }>('GET', '/projects');
  expect(projects[0]?.has_optimizations).toBe(false);
  // Undoing the undo sends it again.
  await undo(undone.activity_id ?? '');
  const again = await lines();
  expect(again.map(({ discount_pct }) => discount_pct)).toEqual(
    after.map(({ discount_pct }) => discount_pct),
  );
  expect(again[0]?.optimizations).toHaveLength(2);
});

it('a choice of a run that is not sent is refused, and nothing is written', async () => {
  const before = await shown();
  const answer = await test.ask('claire', {
    method: 'PUT',
    url: '/api/optimizations/listing',
    payload: {
      optimization_ids: [margin._id],
      project_ids: [project._id],
      choices: { [before[0]?._id ?? '']: clearance._id },
    },
  });
  expect(answer.status).toBe(422);
  expect(await shown()).toEqual(before);
});

it('the frontier goes from the most margin to the most clearance, and no run lies above it', async () => {
  const { points } = await send<PlanFrontier>(
    'GET',
    `/projects/${project._id}/optimizations/${margin._id}/frontier`,
  );
  expect(points).toHaveLength(10);
  const profits = points.map(({ profit }) => profit ?? 0);
  const stocks = points.map(({ stock }) => stock ?? 0);
  // The later phases are shown at one discount each: a hair away from the plans that were searched.
  profits.slice(1).forEach((profit, n) => {
    expect(profit).toBeLessThanOrEqual((profits[n] ?? 0) + 1);
  });
  stocks.slice(1).forEach((stock, n) => {
    expect(stock).toBeLessThanOrEqual((stocks[n] ?? 0) + 0.5);
  });
  for (const done of [margin, clearance]) {
    const plan = done.result_overview?.projects[0]?.forecast;
    expect(plan?.profit ?? 0).toBeLessThanOrEqual(Math.max(...profits) + 1);
    expect(plan?.stock ?? 0).toBeGreaterThanOrEqual(Math.min(...stocks) - 0.5);
  }
});

it('an impossible scenario says what cannot be met, how far one can go, and what would be enough', async () => {
  const { status, result_overview: result } = await run({
    goal: 'profit',
    constraints: { discount_budget: 1, sell_through_target_pct: 99, sell_through_hard: true },
  });
  expect(status).toBe('completed');
  expect(result?.infeasibility?.violated.length).toBeGreaterThan(0);
  // Neither a budget of 1 € nor the target is a best figure that would pass for enough.
  expect(result?.infeasibility?.violated.every(({ best }) => best !== '')).toBe(true);
  expect(result?.infeasibility?.relaxations.length).toBeGreaterThan(0);
  expect(result?.infeasibility?.sampled_count).toBeNull();
});

it('a run taken over by another worker gives the same lines again, once', async () => {
  const stored = () =>
    test.deps.database.db
      .selectFrom('optimization_line')
      .selectAll()
      .where('optimization_id', '=', margin._id)
      .orderBy('discount_id')
      .execute();
  const before = await stored();
  const row = await test.deps.database.db
    .selectFrom('optimization')
    .select('job_id')
    .where('optimization_id', '=', margin._id)
    .executeTakeFirstOrThrow();
  const job = { organization_id: scope.organization_id, job_id: row.job_id, project_id: project._id };
  const silent = { attempt: 2, progress: () => undefined };
  await runOptimization(test.deps, { ...job, ...silent, signal: new AbortController().signal });
  // Sent lines now start from what was sent; the plan itself is the same.
  const again = await stored();
  expect(again.map(({ discount_id, discount_pct }) => [discount_id, discount_pct])).toEqual(
    before.map(({ discount_id, discount_pct }) => [discount_id, discount_pct]),
  );
});

/** Holds the optimiser of runs at its start until it is let go, however fast the machine is. */
function holdOptimiser() {
  const { threads } = test.deps;
  const { optimise } = threads;
  const held = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  threads.optimise = async (problem, options, task) => {
    started.resolve();
    await held.promise;
    return optimise(problem, options, task);
  };
  const letGo = () => {
    threads.optimise = optimise;
    held.resolve();
  };
  return { started: started.promise, letGo };
}

it('[STATE-29] [API-51] a run that waits and a run under way are cancelled, and never give anything', async () => {
  const hold = holdOptimiser();
  const [running, waiting] = [await ask({ goal: 'sales' }), await ask({ goal: 'profit' })];
  await hold.started;
  const status = async (run: Optimization) =>
    (await send<Optimization>('GET', `/optimizations/${run._id}`)).status;
  expect(await status(running)).toBe('running');
  await expect
    .poll(async () => (await send<Optimization>('GET', `/optimizations/${waiting._id}`)).stage)
    .toBe('Attend la fin d’une autre optimisation');
  for (const run of [waiting, running])
    expect((await send<Optimization>('PUT', `/optimizations/${run._id}/cancellation`)).status).toBe(
      'cancelled',
    );
  hold.letGo();
  const last = await ask({ goal: 'cogs' });
  await waitForJobs(test.deps.database.db, scope);
  expect([await status(running), await status(waiting), await status(last)]).toEqual([
    'cancelled',
    'cancelled',
    'completed',
  ]);
  const rows = await test.deps.database.db
    .selectFrom('optimization_line')
    .select('optimization_id')
    .distinct()
    .execute();
  const written = rows.map(({ optimization_id }) => optimization_id);
  expect(written).toContain(last._id);
  expect(written).not.toContain(running._id);
  expect(written).not.toContain(waiting._id);
});

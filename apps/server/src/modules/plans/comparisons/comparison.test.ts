import type { Optimization, PlanComparison, Project, Scenario } from '@palier/contract';
import type { Line, LinePage } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importShop, ORGANIZATION, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

let test: TestApp;
let dresses: Project;
let coats: Project;

const of = (family: string) => ({
  selection: {
    item_query: { combinator: 'and', rules: [{ field: 'family', operator: 'equals', value: family }] },
  },
});

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    Array.from({ length: 20 }, (_, index) => ({
      code: `${index % 2 === 0 ? 'R' : 'M'}${String(index).padStart(2, '0')}`,
      family: index % 2 === 0 ? 'Robes' : 'Manteaux',
      brand: index % 4 < 2 ? 'Lune' : 'Éclat',
      weekly_sales: 1 + (index % 5),
      stock: 20 + 6 * index,
      price: index % 2 === 0 ? 40 : 120,
      cost: index % 2 === 0 ? 12 : 50,
    })),
  );
  dresses = await openProject(test, 'Soldes/Femme/Robes', of('Robes'));
  coats = await openProject(test, 'Soldes/Femme/Manteaux', of('Manteaux'));
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

async function run(scenario: Partial<Scenario>, projects = [dresses, coats]): Promise<Optimization> {
  const { _id } = await send<Scenario>('POST', '/scenarios', { name: 'Essai', goal: 'profit', ...scenario });
  const asked = await send<Optimization>('POST', `/scenarios/${_id}/optimizations`, {
    projects: projects.map((project) => project._id),
  });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  const done = await send<Optimization>('GET', `/optimizations/${asked._id}`);
  expect(done.error ?? null).toBeNull();
  return done;
}

const address = (runs: readonly Optimization[], projects: readonly Project[]) =>
  `/optimizations/comparison?optimization_ids=${runs.map(({ _id }) => _id)}&project_ids=${projects.map(({ _id }) => _id)}`;
const compare = (runs: readonly Optimization[], projects = [dresses, coats]) =>
  send<PlanComparison>('GET', address(runs, projects));
const refusal = async (runs: readonly Optimization[], projects: readonly Project[]) => {
  const { status, body } = await test.ask('claire', { url: `/api${address(runs, projects)}` });
  return [status, (body as { error?: string }).error];
};
const page = (project: Project, query = '') =>
  send<LinePage>('GET', `/projects/${project._id}/discounts?size=100&included=true${query}`);

/** The plan in force as the listing's lines tell it, added up here. */
async function listed(projects: readonly Project[], keep: (line: Line) => boolean = () => true) {
  const lines: Line[] = [];
  for (const project of projects) lines.push(...(await page(project)).data.filter(keep));
  const sum = (horizon: 'phase_forecast' | 'forecast', name: 'sales' | 'profit' | 'stock' | 'sales_qty') =>
    lines.reduce((total, line) => total + (line[horizon]?.[name] ?? 0), 0);
  const figures = (horizon: 'phase_forecast' | 'forecast') => ({
    sales: sum(horizon, 'sales'),
    profit: sum(horizon, 'profit'),
    stock: sum(horizon, 'stock'),
    sales_qty: sum(horizon, 'sales_qty'),
  });
  return { count: lines.length, phase: figures('phase_forecast'), end: figures('forecast') };
}

/** What a line's discounts give up to the project's end, out of what it sells in each phase and at which discount. */
function givenUp(line: Line): number {
  const now = line.phase_forecast?.sales ?? 0;
  const rest = (line.forecast?.sales ?? 0) - now;
  const worked = Number(line.discount_pct ?? 0);
  const later = Math.max(worked, Number(line.next_discount_pcts?.[0] ?? 0));
  return (now * worked) / (100 - worked) + (rest * later) / (100 - later);
}

type Listed = Awaited<ReturnType<typeof listed>>;

function expectPlan(plan: PlanComparison['nothing'], wanted: Listed): void {
  for (const horizon of ['phase', 'end'] as const)
    for (const name of ['sales', 'profit', 'stock', 'sales_qty'] as const)
      expect(plan[horizon][name], `${horizon}.${name}`).toBeCloseTo(wanted[horizon][name], 2);
}

const put = (runs: readonly Optimization[], more: object = {}) =>
  send('PUT', '/optimizations/listing', {
    optimization_ids: runs.map(({ _id }) => _id),
    project_ids: [dresses._id, coats._id],
    ...more,
  });

describe('runs that are compared', () => {
  it('stand beside the plan in force of the same lines, added up over the projects ticked', async () => {
    const both = await run({});
    const { current, discount_count, projects, nothing, best, runs } = await compare([both]);
    const all = await listed([dresses, coats]);
    expect(discount_count).toBe(all.count);
    expectPlan(current, all);
    const alone = await compare([both], [dresses]);
    expectPlan(alone.current, await listed([dresses]));
    expect(projects.map(({ project_id }) => project_id)).toEqual([dresses._id, coats._id]);
    expect(projects[0]?.current).toEqual(alone.current);
    // Nothing is decided yet: doing nothing is the plan in force; no plan is better than the best of a figure alone.
    expect(nothing.end.sales).toBeCloseTo(Number(current.end.sales), 6);
    const plan = runs[0]?.plan.end;
    expect(plan?.profit_after_leftovers).toBeGreaterThan(Number(nothing.end.profit_after_leftovers));
    expect(plan?.profit_after_leftovers).toBeLessThanOrEqual(Number(best.end.profit_after_leftovers) + 1e-6);
    expect(plan?.stock).toBeGreaterThanOrEqual(Number(best.end.stock) - 1e-6);
  });

  it('give the run’s own figures, to the cent', async () => {
    const done = await run({ goal: 'cogs' });
    const { runs } = await compare([done]);
    const own = done.result_overview?.projects ?? [];
    const sum = (pick: (project: (typeof own)[number]) => number | null | undefined) =>
      own.reduce((total, project) => total + (pick(project) ?? Number.NaN), 0);
    expect(runs[0]?.plan.end.sales).toBeCloseTo(
      sum(({ forecast }) => forecast.sales),
      2,
    );
    expect(runs[0]?.plan.end.profit_after_leftovers).toBeCloseTo(
      sum(({ forecast }) => forecast.profit_after_leftovers),
      2,
    );
    expect(runs[0]?.plan.end.discount_budget).toBeCloseTo(
      sum((project) => project.discount_budget_all),
      2,
    );
    expect(runs[0]?.plan.phase.discount_budget).toBeCloseTo(
      sum((project) => project.discount_budget),
      2,
    );
  });

  it('are refused against projects that one of them does not cover, and say which', async () => {
    const one = await run({}, [dresses]);
    expect(await refusal([one], [dresses, coats])).toEqual([
      422,
      `L’optimisation « Essai » ne porte pas sur ${coats.name}.`,
    ]);
    expect((await compare([one], [dresses])).discount_count).toBe(10);
  });

  it('are compared on the lines that all of them cover, each saying how many it has', async () => {
    const whole = await run({});
    const part = await run({
      scope: { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Lune' }] },
    });
    const { discount_count, current, runs } = await compare([whole, part]);
    const shared = await listed([dresses, coats], (line) => line.brand === 'Lune');
    expect(discount_count).toBe(shared.count);
    expectPlan(current, shared);
    expect(runs.map((one) => one.discount_count)).toEqual([20, shared.count]);
  });

  it('see the plan in force as it is after a sending, with its hour, and what was chosen by hand', async () => {
    const done = await run({});
    const [line] = (await page(dresses)).data;
    if (!line) throw new Error('no line');
    await choose(test, dresses._id, { [line.item_group_id]: 60 });
    const before = await compare([done]);
    expect([before.kept_user_count, before.runs[0]?.sent_count]).toEqual([1, 19]);
    expectPlan(before.current, await listed([dresses, coats]));
    await put([done]);
    const after = await compare([done]);
    expectPlan(after.current, await listed([dresses, coats]));
    expect(after.current.end).toEqual(before.runs[0]?.sent.end);
    expect(after.runs[0]?.changed_count).toBe(0);
    expect(Date.parse(after.current_since ?? '')).toBeGreaterThan(Date.parse(before.current_since ?? ''));
  });

  it('« Actuel » keeps its hour when a review is given, taken back or undone', async () => {
    const done = await run({ goal: 'profit' });
    await choose(test, dresses._id, { R00: 20 });
    const since = async () => (await compare([done])).current_since;
    const before = await since();
    const [line] = (await page(dresses)).data;
    await send('PUT', `/discounts/${line?._id}/review`);
    const { data } = await send<{ data: { activity_id: string; kind: string }[] }>(
      'GET',
      `/projects/${dresses._id}/activity?size=1`,
    );
    expect(data[0]?.kind).toBe('review');
    expect(await since()).toBe(before);
    await send('POST', `/projects/${dresses._id}/activity/${data[0]?.activity_id}/undo`);
    expect(await since()).toBe(before);
    await choose(test, dresses._id, { R00: 30 });
    expect(Date.parse((await since()) ?? '')).toBeGreaterThan(Date.parse(before ?? ''));
  });

  it('[OPT-08] share one budget: what is sent to all the projects spends no more, added up line by line', async () => {
    const free = await run({ constraints: { keep_discount_pct_user: false } });
    const spent = (await compare([free])).runs[0]?.plan.end.discount_budget ?? 0;
    const budget = Math.round(spent / 2);
    const shared = await run({ constraints: { discount_budget: budget, keep_discount_pct_user: false } });
    const { runs, projects } = await compare([shared]);
    const [own] = runs;
    expect(own?.plan.end.discount_budget).toBeLessThanOrEqual(budget + 0.01);
    expect(own?.plan.end.discount_budget).toBeGreaterThan(0.9 * budget);
    expect(
      projects.reduce((sum, part) => sum + (part.runs[0]?.plan.end.discount_budget ?? 0), 0),
    ).toBeCloseTo(own?.plan.end.discount_budget ?? 0, 6);
    for (const project of [dresses, coats]) {
      const clear = Object.fromEntries(
        (await page(project)).data.map((line) => [line.item_group_id, null] as const),
      );
      await choose(test, project._id, clear);
    }
    await put([shared]);
    let total = 0;
    for (const project of [dresses, coats])
      for (const line of (await page(project)).data) total += givenUp(line);
    expect(total).toBeLessThanOrEqual(budget + 0.01);
    expect(total).toBeCloseTo(own?.plan.end.discount_budget ?? 0, 2);
  });
});

import type { Optimization, Project, Scenario } from '@palier/contract';
import { type Constraint, loadHighsSolver, type MarkdownProblem, optimise } from '@palier/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, ORGANIZATION, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';
import { openProject as proveProject, readProject } from '../../projects/index.ts';
import { neededBudgets } from './limits.ts';

let test: TestApp;
let project: Project;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const products = Array.from({ length: 8 }, (_, index) => ({
    code: `R${index}`,
    weekly_sales: 2 + (index % 4),
    stock: 60 + 25 * index,
    price: 79 + 7 * index,
    cost: 12 + index,
  }));
  await importShop(test, products);
  project = await openProject(test, 'Soldes/Femme/Robes', {
    residual_value: { field: null, values: {}, other: 1 },
  });
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

async function run(constraints: Scenario['constraints']) {
  const made = await send<Scenario>('POST', '/scenarios', { name: 'Cible', goal: 'profit', constraints });
  const asked = await send<Optimization>('POST', `/scenarios/${made._id}/optimizations`, {
    projects: [project._id],
  });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  const { result_overview: overview } = await send<Optimization>('GET', `/optimizations/${asked._id}`);
  if (!overview) throw new Error('the run gave nothing');
  const target = overview.limits?.find(({ kind }) => kind === 'sell_through');
  return { overview, target, said: (overview.problems ?? []).join(' ') };
}

/** « 1,2 k€ », as a person types it back: 1200. */
function typed(text: string): number {
  const [, amount = '', letter = ''] = /([\d\s\u202f]+(?:,\d+)?)\s*([kM]?)€/u.exec(text) ?? [];
  return (
    Number(amount.replace(/\s/gu, '').replace(',', '.')) * (letter === 'k' ? 1e3 : letter === 'M' ? 1e6 : 1)
  );
}

it('a target is reached with the budget that its miss was said to take, as it is written', async () => {
  const atAnyCost = { never_below_cost: false, sell_through_hard: true };
  for (const sell_through_target_pct of [22, 26]) {
    const rules = { ...atAnyCost, sell_through_target_pct };
    const { said } = await run({ ...rules, discount_budget: 1 });
    const [, amount = ''] = /budget nécessaire ([^.]*)\./u.exec(said) ?? [];
    const again = await run({ ...rules, discount_budget: typed(amount) });
    expect(again.overview.infeasibility ?? null, `${sell_through_target_pct} %: ${amount}`).toBeNull();
    expect(again.target?.satisfied).toBe(true);
  }
});

it('the most that a target can be is reached as it is written', async () => {
  const rules = { never_below_cost: false, sell_through_hard: true };
  const beyond = await run({ ...rules, sell_through_target_pct: 100 });
  const best = beyond.overview.infeasibility?.violated[0]?.best ?? '';
  const sell_through_target_pct = Number(best.replace(/[\s\u202f%]/gu, '').replace(',', '.'));
  const required = await run({ ...rules, sell_through_target_pct });
  expect(required.target, best).toMatchObject({ satisfied: true });
});

it('a target aimed at that costs more than it is worth is not said to lack a budget', async () => {
  // Half the price brings a tenth of a unit: the target is left, though the budget would be enough.
  const aimed: Constraint = { kind: 'sell_through', min_share: 8.1 / 40, hard: false };
  const problem: MarkdownProblem = {
    ...{ item_count: 1, phase_count: 1, levels: Float64Array.from([0, 0.5]), goal: new Uint8Array(1) },
    ...{ phase_mean: Float32Array.from([8, 8.2]), dispersion: Float64Array.from([Number.POSITIVE_INFINITY]) },
    ...{
      stock: Float64Array.from([40]),
      price: Float64Array.from([100]),
      base_price: Float64Array.from([100]),
    },
    ...{ cost: new Float64Array(1), residual_value: new Float64Array(1), group: null, season_sold: null },
    ...{ min_level: new Uint8Array(1), max_level: Uint8Array.from([1]), previous_level: new Uint8Array(1) },
    ...{ fixed_level: Int16Array.from([-1]), never_below_cost: null },
    constraints: [{ kind: 'budget', max_amount: 450 }, aimed],
  };
  const { db } = test.deps.database;
  const own = await proveProject(db, systemScope(ORGANIZATION), project._id);
  const words = {
    project: await readProject(db, own, project._id),
    levels: [0, 50],
    goal: 'profit',
  } as const;
  const solver = await loadHighsSolver();
  const result = optimise(problem, { solver });
  expect(result.constraints.map(({ satisfied }) => satisfied)).toEqual([true, false]);
  const [said] = neededBudgets(result, words);
  expect(said).toContain('le budget y suffit, mais l’atteindre coûterait plus que ne vaut une cible visée');
  const tight = optimise(
    { ...problem, constraints: [{ kind: 'budget', max_amount: 10 }, aimed] },
    { solver },
  );
  expect(neededBudgets(tight, words)[0]).toContain('budget nécessaire 410');
});

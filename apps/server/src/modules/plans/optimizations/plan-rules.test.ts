import type { Optimization, Project, Rule, RuleSummary, Scenario } from '@palier/contract';
import { checkPlan, type MarkdownProblem } from '@palier/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importShop, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';
import { openProject as proveProject } from '../../projects/index.ts';
import { readPlanBase } from './plan.ts';
import { markdownProblem } from './problem.ts';
import { plannedLines } from './repository.ts';

let test: TestApp;
let project: Project;
const scope = systemScope('org_maison_brume');

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const products = Array.from({ length: 24 }, (_, index) => ({
    code: `R${String(index).padStart(2, '0')}`,
    family: ['Robes', 'Jupes', 'Vestes'][index % 3] ?? 'Robes',
    weekly_sales: 1 + (index % 5),
    stock: 20 + 6 * index,
    price: 40 + 5 * (index % 4),
    cost: 12 + 2 * (index % 6),
  }));
  await importShop(test, products);
  project = await openProject(test, 'Soldes/Femme/Robes', {
    phases: [
      { name: 'Première démarque', start_date: '2026-07-01' },
      { name: 'Deuxième démarque', start_date: '2026-07-22' },
      { name: 'Dernière démarque', start_date: '2026-08-05' },
    ],
    residual_value: { field: null, values: {}, other: 0.3 },
  });
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

/** What an unsold unit keeps of its cost, the same for every line. */
const leftoversKeep = (other: number) =>
  send('PUT', `/projects/${project._id}`, { residual_value: { field: null, values: {}, other } });

async function ask(scenario: Partial<Scenario>): Promise<Optimization> {
  const made = await send<Scenario>('POST', '/scenarios', { name: 'Scénario', ...scenario });
  return send<Optimization>('POST', `/scenarios/${made._id}/optimizations`, { projects: [project._id] });
}

/** Runs a scenario, and recomputes its plan from the stored lines with the independent checker. */
async function run(scenario: Partial<Scenario>) {
  const asked = await ask(scenario);
  await waitForJobs(test.deps.database.db, scope);
  const done = await send<Optimization>('GET', `/optimizations/${asked._id}`);
  expect(done.error ?? null).toBeNull();
  return { done, ...(await recompute(done, scenario)) };
}

async function recompute(done: Optimization, scenario: Partial<Scenario>) {
  const own = await proveProject(test.deps.database.db, scope, project._id);
  const base = await readPlanBase(test.deps, own, {});
  const rules = { ...scenario.constraints } as Parameters<typeof markdownProblem>[0]['rules'];
  const problem: MarkdownProblem = markdownProblem({ ...base, goal: 'profit', rules, groups: null });
  const stored = new Map(
    (await plannedLines(test.deps.database.db, own, done._id)).map((line) => [line.discount_id, line]),
  );
  const plan = Uint8Array.from(
    base.lines.ids.flatMap((id) => {
      const line = stored.get(id);
      return [line?.discount_pct ?? 0, ...(line?.next_discount_pcts ?? [])].map((points) =>
        base.levels.indexOf(points),
      );
    }),
  );
  const discounts = base.lines.ids.map((id) => stored.get(id)?.discount_pct ?? Number.NaN);
  return { check: checkPlan(problem, plan), problem, base, plan, discounts };
}

const limit = (done: Optimization, kind: string) =>
  done.result_overview?.limits?.find((one) => one.kind === kind);

describe('each rule of a scenario, run through the API and recomputed from the stored plan', () => {
  it('a budget over every phase, or over the worked phase alone', async () => {
    const free = await run({ goal: 'profit' });
    const whole = free.check.totals.discount_amount;
    const worked = free.done.result_overview?.projects[0]?.discount_budget ?? 0;
    const [all, first] = await Promise.all([
      run({ goal: 'profit', constraints: { discount_budget: whole / 2 } }),
      run({ goal: 'profit', constraints: { discount_budget: worked / 2, discount_budget_horizon: 'phase' } }),
    ]);
    expect(all.check.totals.discount_amount).toBeLessThanOrEqual(whole / 2 + 0.01);
    expect(limit(all.done, 'budget')).toMatchObject({ label: 'Budget, toutes démarques', satisfied: true });
    expect(limit(all.done, 'budget')?.worth).toMatch(
      /^Avec .* de budget en plus, le plan gagnerait .* de marge après invendus\.$/,
    );
    expect(limit(all.done, 'budget')?.cost).toBeGreaterThan(0);
    expect(limit(first.done, 'budget')?.label).toBe('Budget de la démarque travaillée');
    // The figure on the screen is the very one that the budget bounds.
    expect(first.done.result_overview?.projects[0]?.discount_budget).toBeLessThanOrEqual(worked / 2 + 0.01);
    expect(first.check.totals.discount_amount).toBeGreaterThan(worked / 2);
    expect(first.done.result_overview?.gap).toBeLessThan(1e-3);
  });

  it('a distribution of products, and of stock', async () => {
    const constraints = {
      discount_pct_distribution: { 0: 25, 30: 50, 60: 25 },
      distribution_tolerance_pct: 0,
    };
    const stock = { distribution_basis: 'sum_stock_qty', distribution_tolerance_pct: 5 } as const;
    const [byCount, byStock] = await Promise.all([
      run({ goal: 'profit', constraints }),
      run({ goal: 'profit', constraints: { ...constraints, ...stock } }),
    ]);
    const share = (points: number) => byCount.discounts.filter((one) => one === points).length / 24;
    expect([share(0), share(30), share(60)]).toEqual([0.25, 0.5, 0.25]);
    expect(limit(byCount.done, 'distribution')).toMatchObject({
      label: 'Répartition des produits',
      satisfied: true,
    });
    const held = (points: number) =>
      byStock.discounts.reduce(
        (sum, one, n) => sum + (one === points ? (byStock.problem.stock[n] ?? 0) : 0),
        0,
      );
    const total = byStock.problem.stock.reduce((sum, units) => sum + units, 0);
    for (const [points, wanted] of [
      [0, 0.25],
      [30, 0.5],
      [60, 0.25],
    ] as const)
      expect(Math.abs(held(points) / total - wanted)).toBeLessThan(0.05 + 1e-9);
    expect(limit(byStock.done, 'distribution')?.label).toBe('Répartition du stock');
  });

  it('a sell-through: required, only approached, or by a day', async () => {
    // Unsold stock keeps its cost: left alone, the margin would rather keep stock than discount.
    await leftoversKeep(1);
    const atAnyCost = { never_below_cost: false };
    const free = await run({ goal: 'profit', constraints: atAnyCost });
    const target = 100 * free.check.totals.sell_through + 1;
    const hard = { ...atAnyCost, sell_through_target_pct: target, sell_through_hard: true };
    const [required, soft, dated] = await Promise.all([
      run({ goal: 'profit', constraints: hard }),
      run({ goal: 'profit', constraints: { ...atAnyCost, sell_through_target_pct: 100 } }),
      run({
        goal: 'profit',
        constraints: { ...hard, sell_through_target_pct: 40, sell_through_by_date: '2026-07-21' },
      }),
    ]);
    if (required.done.result_overview?.infeasibility)
      throw new Error('the target was meant to be within reach');
    expect(100 * required.check.totals.sell_through).toBeGreaterThanOrEqual(target - 1e-4);
    // The figure shown is the one that the rule bounds; later phases are shown at one discount.
    expect(required.done.result_overview?.projects[0]?.forecast.sell_through_pct ?? 0).toBeGreaterThan(
      target - 1,
    );
    expect(limit(required.done, 'sell_through')?.worth).toMatch(/^Chaque pièce vendue de plus coûte/);
    expect(soft.done.result_overview?.infeasibility ?? null).toBeNull();
    expect(soft.check.totals.sell_through).toBeGreaterThan(free.check.totals.sell_through);
    expect(limit(dated.done, 'sell_through')?.label).toContain('à la fin de « Première démarque »');
    expect(100 * (dated.check.achieved[0] ?? 0)).toBeGreaterThanOrEqual(40 - 1e-4);
    await leftoversKeep(0.3);
  });

  it('a minimum margin while clearing', async () => {
    await leftoversKeep(1);
    const most = (await run({ goal: 'profit' })).check.totals.profit;
    await leftoversKeep(0.3);
    const { check, done } = await run({ goal: 'cogs', constraints: { minimum_profit: 0.9 * most } });
    expect(check.totals.profit).toBeGreaterThanOrEqual(0.9 * most - 0.01);
    expect(limit(done, 'min_profit')?.satisfied).toBe(true);
  });

  it('one discount for a family, never below cost, and the discounts chosen by hand', async () => {
    await choose(test, project._id, { R00: 50, R01: 0 });
    const { base, discounts, done } = await run({ goal: 'cogs', constraints: { never_below_cost: true } });
    const at = (code: string) => discounts[base.lines.item_group_ids.indexOf(code)];
    expect([at('R00'), at('R01')]).toEqual([50, 0]);
    expect(done.result_overview?.projects[0]?.kept_user_count).toBe(2);
    discounts.forEach((points, n) => {
      const net = (base.lines.base_price[n] ?? 0) * (1 - points / 100);
      expect(net).toBeGreaterThanOrEqual((base.lines.cost[n] ?? 0) - 1e-9);
    });
    await choose(test, project._id, { R00: null, R01: null });
    const family = await run({ goal: 'profit', constraints: { same_discount_by: 'family' } });
    for (let of = 0; of < 3; of++) {
      const own = family.discounts.filter(
        (_, n) => Number(family.base.lines.item_group_ids[n]?.slice(1)) % 3 === of,
      );
      expect(new Set(own).size).toBe(1);
    }
  });

  it('a discount chosen by hand that a rule no longer allows is planned at the bound, and said', async () => {
    await choose(test, project._id, { R00: 50, R01: 20 });
    const { base, discounts, done } = await run({
      goal: 'profit',
      constraints: { maximum_discount_pct: 30 },
    });
    expect(discounts[base.lines.item_group_ids.indexOf('R00')]).toBe(30);
    expect(discounts[base.lines.item_group_ids.indexOf('R01')]).toBe(20);
    expect(Math.max(...discounts)).toBeLessThanOrEqual(30);
    expect(done.result_overview?.problems).toContain(
      '1 démarque choisie à la main sort des bornes de son produit : prise à la borne.',
    );
    await choose(test, project._id, { R00: null, R01: null });
  });

  it('outside the soldes nothing is sold below cost unless the scenario allows it', async () => {
    const soldes = ['2026-07-01', '2026-07-08'].map((start_date) => ({ name: null, start_date }));
    project = await openProject(test, 'Soldes/Femme/En juillet', { phases: soldes, end_date: '2026-07-22' });
    const within = await run({ goal: 'sales' });
    expect(within.problem.never_below_cost).toBeNull();
    const phases = ['2026-09-02', '2026-09-16', '2026-09-30'].map((start_date) => ({
      name: null,
      start_date,
    }));
    const autumn = await openProject(test, 'Mi-saison/Femme/Robes', { phases, end_date: '2026-10-14' });
    project = autumn;
    const [outside, allowed] = await Promise.all([
      run({ goal: 'sales' }),
      run({ goal: 'sales', constraints: { never_below_cost: false } }),
    ]);
    expect(outside.problem.never_below_cost).not.toBeNull();
    expect(allowed.problem.never_below_cost).toBeNull();
  });
});

describe('the rules of a project, once a plan held by a budget is sent', () => {
  it('cost what they hold back at the price of that budget, which the run names', async () => {
    const ceiling = { discount_spec_map_type: 'fixed', discount_spec_map: { '*': { min: null, max: 10 } } };
    const rule = await send<Rule>('POST', `/projects/${project._id}/rules`, {
      name: 'Au plus 10',
      ...ceiling,
    });
    const summary = () => send<RuleSummary>('GET', `/projects/${project._id}/rules/summary`);
    const free = await summary();
    expect(free.priced_by).toBeNull();
    const { done, check } = await run({ goal: 'profit' });
    expect(done.result_overview?.limits).toEqual([]);
    const tight = await run({
      goal: 'profit',
      name: 'Serré',
      constraints: { discount_budget: check.totals.discount_amount / 3 },
    });
    expect(limit(tight.done, 'budget')).toMatchObject({ horizon: 'end' });
    expect(limit(tight.done, 'budget')?.price).toBeGreaterThan(0);
    await send('PUT', '/optimizations/listing', {
      ...{ optimization_ids: [tight.done._id], project_ids: [project._id] },
    });
    const priced = await summary();
    expect(priced.priced_by).toBe(tight.done.name);
    const [before, after] = [free, priced].map(({ data }) => data[0]?.merit_cost ?? Number.NaN);
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThan(before ?? 0);
    await test.ask('claire', { method: 'DELETE', url: `/api/rules/${rule._id}` });
  });
});

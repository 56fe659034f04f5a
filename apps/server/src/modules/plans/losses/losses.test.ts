import type { Optimization, Project, References, RouteOutput, Scenario } from '@palier/contract';
import type { Loss } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

let test: TestApp;
let project: Project;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  // Dear to buy: from 30 % on, every unit is sold at a loss.
  const products = Array.from({ length: 8 }, (_, index) => ({
    code: `R${String(index).padStart(2, '0')}`,
    family: index % 2 === 0 ? 'Robes' : 'Jupes',
    weekly_sales: 2 + index,
    stock: 200,
    price: 50,
    cost: 30,
  }));
  await importShop(test, products);
  project = await openProject(test, 'Soldes/Femme/Robes');
  // Leftovers keep their cost: clearing them brings nothing but the loss.
  await send('PUT', '/residual-value', { field: null, values: {}, other: 1 });
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

/** A run that clears the stock at any price. */
async function clearance(minimum_merit?: number): Promise<Optimization> {
  const scenario = await send<Scenario>('POST', '/scenarios', {
    name: `Écouler ${minimum_merit ?? ''}`,
    goal: 'cogs',
    constraints: { never_below_cost: false },
  });
  const { _id } = await send<Optimization>('POST', `/scenarios/${scenario._id}/optimizations`, {
    projects: [project._id],
    ...(minimum_merit !== undefined && { minimum_merit }),
  });
  await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
  return send<Optimization>('GET', `/optimizations/${_id}`);
}

const preview = (run: Optimization) =>
  send<RouteOutput<'optimizations.preview_listing'>>('POST', '/optimizations/listing', {
    optimization_ids: [run._id],
    project_ids: [project._id],
  });
const references = () => send<References>('GET', `/projects/${project._id}/discounts/references`);
const kinds = ({ warnings }: Loss): string[] => warnings.map(({ kind }) => kind);

describe('a plan that loses is said before it is applied', () => {
  it('judges a sending on its lines as the listing will show it, and the same once it is sent', async () => {
    const before = await references();
    expect(before.loss.warnings).toEqual([]);
    const run = await clearance();
    const { loss, data } = await preview(run);
    if (!loss) throw new Error('one currency, one sum');
    expect(data).toMatchObject([{ project_id: project._id, discount_count: 8, kept_user_count: 0, loss }]);
    expect(kinds(loss)).toEqual(['below_current', 'below_nothing', 'below_cost']);
    expect(loss).toMatchObject({ threshold_pct: 2, discount_count: 8, added_below_cost_count: 8 });
    expect(loss.profit_after_leftovers).toBeCloseTo(
      Number(run.result_overview?.projects[0]?.forecast.profit_after_leftovers),
      6,
    );
    // Nothing was written.
    expect((await references()).loss).toEqual(before.loss);
    const { data: receipts } = await send<RouteOutput<'optimizations.send_to_listing'>>(
      'PUT',
      '/optimizations/listing',
      { optimization_ids: [run._id], project_ids: [project._id] },
    );
    const since = receipts[0]?.activity_id;
    const after = await send<References>(
      'GET',
      `/projects/${project._id}/discounts/references?since=${since}`,
    );
    expect(after.loss.profit_after_leftovers).toBeCloseTo(loss.profit_after_leftovers, 6);
    expect(kinds(after.loss)).toContain('below_nothing');
    const below = await send<{ data: unknown[] }>(
      'GET',
      `/projects/${project._id}/discounts?size=20&filter=${encodeURIComponent(
        JSON.stringify({
          combinator: 'and',
          rules: [{ field: 'below_cost', operator: 'equals', value: true }],
        }),
      )}`,
    );
    expect(below.data).toHaveLength(8);
    // The plan in force is now this one: sending it again loses nothing more, but is still below doing nothing.
    expect(kinds((await preview(run)).loss ?? loss)).toEqual(['below_nothing']);
    await send('POST', `/projects/${project._id}/activity/${since}/undo`);
    expect((await references()).loss.profit_after_leftovers).toBeCloseTo(
      before.loss.profit_after_leftovers,
      6,
    );
  });

  it('judges the edit of a group in its rehearsal, on its lines, and every goal', async () => {
    const filter = {
      combinator: 'and',
      rules: [{ field: 'item_group_id', operator: 'in', value: ['R00', 'R01'] }],
    };
    const rehearsed = await send<RouteOutput<'discounts.edit_group'>>(
      'PUT',
      `/projects/${project._id}/discounts/groups`,
      { filter, edit: { discount_pct_user: 60 }, dry_run: true },
    );
    expect(rehearsed.loss).toMatchObject({ discount_count: 2, added_below_cost_count: 2 });
    expect(rehearsed.loss?.profit_after_leftovers).toBeCloseTo(
      Number(rehearsed.after?.profit_after_leftovers),
      6,
    );
    const selection = encodeURIComponent(JSON.stringify(filter));
    const shown = await send<References>(
      'GET',
      `/projects/${project._id}/discounts/references?filter=${selection}`,
    );
    expect(rehearsed.loss?.nothing_profit_after_leftovers).toBeCloseTo(
      shown.loss.nothing_profit_after_leftovers,
      3,
    );
    const { goals } = await send<RouteOutput<'goals.get_group'>>(
      'GET',
      `/projects/${project._id}/discounts/optimizations?filter=${selection}`,
    );
    expect(goals.find(({ goal }) => goal === 'profit')?.loss?.warnings).toEqual([]);
    expect(goals.every(({ loss }) => loss?.discount_count === 2)).toBe(true);
  });

  it('stands on the check list of the phase, with the way to the products', async () => {
    // What the law says of the phase stands after these, with tests of its own.
    const money = ['merit', 'below_cost', 'doubtful_data'];
    const checks = async () =>
      (await send<RouteOutput<'projects.checks'>>('GET', `/projects/${project._id}/checks`)).data.filter(
        ({ key }) => money.includes(key),
      );
    const quiet = await checks();
    expect(quiet.map(({ key }) => key)).toEqual(money);
    expect(quiet.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
    const edited = await send<RouteOutput<'discounts.edit_group'>>(
      'PUT',
      `/projects/${project._id}/discounts/groups`,
      { edit: { discount_pct_user: 60 } },
    );
    const [merit, below] = await checks();
    expect(merit?.state).toBe('loss');
    expect(merit?.detail).toContain('de moins que ne rien faire');
    expect(below).toMatchObject({ state: 'attention', text: '8 produits sous leur coût' });
    await send('POST', `/projects/${project._id}/activity/${edited.activity_id}/undo`);
    expect(await checks()).toEqual(quiet);
  });

  it('takes the threshold of the organisation, which those who validate set', async () => {
    expect(await send('GET', '/loss-threshold')).toEqual({ threshold_pct: 2 });
    const refused = await test.ask('marion', {
      method: 'PUT',
      url: '/api/loss-threshold',
      payload: { threshold_pct: 50 },
    });
    expect(refused.status).toBe(403);
    expect(await send('PUT', '/loss-threshold', { threshold_pct: 5 })).toEqual({ threshold_pct: 5 });
    expect((await references()).loss.threshold_pct).toBe(5);
    expect(Object.keys(await send<object>('GET', '/settings'))).toHaveLength(5);
    await send('PUT', '/loss-threshold', { threshold_pct: 2 });
  });
});

import type { Optimization, Project, ProjectStats, References, Scenario } from '@palier/contract';
import { FIELDS, type LinePage, profitAfterLeftovers, residualValueFault } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';
import { changeOrganizationSettings } from '../repository.ts';

type Figures = NonNullable<ProjectStats['forecast']>;
type Line = LinePage['data'][number] & { family: string; cost: number; forecast: Figures };
type Simulated = ProjectStats & { current: ProjectStats };

const BY_FAMILY = { field: 'family', values: { Basiques: 1 }, other: 0.2 };

let test: TestApp;
let project: Project;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  // Pairs of the same sales, stock, price and cost: only what their leftovers are worth tells them apart.
  const products = Array.from({ length: 12 }, (_, index) => ({
    code: `R${String(index).padStart(2, '0')}`,
    family: index % 2 === 0 ? 'Basiques' : 'Robes',
    weekly_sales: 1 + (index >> 1),
    stock: 60,
    price: 50,
    cost: 20,
  }));
  await importShop(test, products);
  project = await openProject(test, 'Soldes/Femme/Robes');
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

const lines = async (): Promise<Line[]> =>
  (await send<{ data: Line[] }>('GET', `/projects/${project._id}/discounts?size=100`)).data;

const simulate = () =>
  send<Simulated>('PUT', `/projects/${project._id}/simulate`, {
    objective: { discount_pct_distribution: { 0: 50, 20: 50 } },
  });

async function plan(): Promise<{ done: Optimization; discounts: Map<string, number> }> {
  const scenario = await send<Scenario>('POST', '/scenarios', { name: 'Marge', goal: 'profit' });
  const { _id } = await send<Optimization>('POST', `/scenarios/${scenario._id}/optimizations`, {
    projects: [project._id],
  });
  await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
  await send('PUT', '/optimizations/listing', { optimization_ids: [_id], project_ids: [project._id] });
  const done = await send<Optimization>('GET', `/optimizations/${_id}`);
  return {
    done,
    discounts: new Map((await lines()).map((line) => [line.item_group_id, Number(line.discount_pct)])),
  };
}

describe('what a leftover keeps of its cost', () => {
  it('is by the values of a field: permanents whole and the rest a fifth, until the organisation says', async () => {
    expect(await send('GET', '/residual-value')).toEqual({
      field: 'tags',
      values: { Permanent: 1 },
      other: 0.2,
    });
    expect((await send<{ data: Project[] }>('GET', '/projects')).data[0]?.residual_value).toBeNull();
    const refused = await test.ask('marion', {
      method: 'PUT',
      url: '/api/residual-value',
      payload: BY_FAMILY,
    });
    expect(refused.status).toBe(403);
    for (const payload of [
      { ...BY_FAMILY, field: 'price' },
      { ...BY_FAMILY, field: 'unheard_of' },
      { ...BY_FAMILY, field: null },
    ]) {
      const { status, body } = await test.ask('claire', {
        method: 'PUT',
        url: '/api/residual-value',
        payload,
      });
      expect([status, body]).toMatchObject([422, { code: 'refused' }]);
    }
    expect(
      (await test.ask('claire', { method: 'PUT', url: '/api/residual-value', payload: { other: 2 } })).status,
    ).toBe(400);
    expect(await send('PUT', '/residual-value', BY_FAMILY)).toEqual(BY_FAMILY);
    expect(await send('GET', '/residual-value')).toEqual(BY_FAMILY);
    // The other settings keep their five names.
    expect(Object.keys(await send<object>('GET', '/settings'))).toHaveLength(5);
  });

  it('is by texts alone: every field that may be chosen is read, and a rule of figures kept from before stops nothing', async () => {
    const payload = { values: { '36': 1 }, other: 0.2 };
    const opened = async (): Promise<void> => {
      expect((await lines()).length).toBe(12);
      expect((await simulate()).current.discount_count).toBe(12);
    };
    for (const { id, type, source } of FIELDS) {
      if (source !== 'static' || (type !== 'list' && id !== 'release_season')) continue;
      const rule = { ...payload, field: id };
      const { status } = await test.ask('claire', {
        method: 'PUT',
        url: '/api/residual-value',
        payload: rule,
      });
      expect([200, 422], id).toContain(status);
      if (status === 200) await opened();
    }
    const scope = systemScope('org_maison_brume');
    for (const field of ['items_stats', 'daily_sales_qty_history', 'prices', 'variants']) {
      expect(residualValueFault({ ...payload, field }), field).not.toBeNull();
      await inTransaction(test.deps.database.db, (tx) =>
        changeOrganizationSettings(tx, scope, { residual_value: { ...payload, field } }),
      );
      await opened();
    }
    await send('PUT', '/residual-value', BY_FAMILY);
  });

  it('goes from the files to the figures, the references and the plan, each line at its own', async () => {
    const { current } = await simulate();
    const shown = await lines();
    const written = shown.reduce((sum, { family, cost, forecast }) => {
      const residual = family === 'Basiques' ? 1 : 0.2;
      return sum + profitAfterLeftovers(Number(forecast.profit), residual, cost, Number(forecast.stock));
    }, 0);
    expect(current.forecast?.profit_after_leftovers).toBeCloseTo(written, 1);
    const listed = shown.reduce((sum, line) => sum + Number(line.forecast.profit_after_leftovers), 0);
    expect(listed).toBeCloseTo(written, 6);
    expect(current.phase_forecast?.profit_after_leftovers).toBe(current.forecast?.profit_after_leftovers);
    expect(Number(current.forecast?.profit) - written).toBeGreaterThan(100);
    expect(current.mean_residual_value).toBeCloseTo(0.6, 6);

    const references = await send<References>('GET', `/projects/${project._id}/discounts/references`);
    const [whole] = references.data;
    expect(references.mean_residual_value).toBeCloseTo(0.6, 6);
    expect(whole?.end.nothing.profit_after_leftovers).toBeCloseTo(written, 1);
    expect(whole?.end.best.profit_after_leftovers).toBeGreaterThan(written + 50);

    const { done, discounts } = await plan();
    const pairs = Array.from({ length: 6 }, (_, n) =>
      [2 * n, 2 * n + 1].map((index) => discounts.get(`R${String(index).padStart(2, '0')}`) ?? Number.NaN),
    );
    for (const [permanent = 0, seasonal = 0] of pairs) expect(seasonal).toBeGreaterThanOrEqual(permanent);
    expect(pairs.some(([permanent = 0, seasonal = 0]) => seasonal > permanent)).toBe(true);
    const overview = done.result_overview?.projects[0];
    expect(overview?.mean_residual_value).toBeCloseTo(0.6, 6);
    expect(overview?.forecast.profit_after_leftovers).toBeGreaterThan(written + 50);
    expect(done.result_overview?.objective_value).toBeCloseTo(
      Number(overview?.forecast.profit_after_leftovers),
      6,
    );
    // What the run promised is what the listing then simulates.
    expect((await simulate()).current.forecast?.profit_after_leftovers).toBeCloseTo(
      Number(overview?.forecast.profit_after_leftovers),
      1,
    );
  });

  it('a project may have its own, and goes back to the organisation’s', async () => {
    const own = { field: null, values: {}, other: 1 };
    const changed = await send<Project>('PUT', `/projects/${project._id}`, { residual_value: own });
    expect(changed.residual_value).toEqual(own);
    const { current } = await simulate();
    expect(current.mean_residual_value).toBe(1);
    expect(current.forecast?.profit_after_leftovers).toBeCloseTo(Number(current.forecast?.profit), 6);
    const { discounts } = await plan();
    for (let n = 0; n < 12; n += 2)
      expect(discounts.get(`R${String(n).padStart(2, '0')}`)).toBe(
        discounts.get(`R${String(n + 1).padStart(2, '0')}`),
      );
    const fault = await test.ask('claire', {
      method: 'PUT',
      url: `/api/projects/${project._id}`,
      payload: { residual_value: { ...BY_FAMILY, field: 'stock_qty' } },
    });
    expect(fault.status).toBe(422);
    expect(
      (await send<Project>('PUT', `/projects/${project._id}`, { residual_value: null })).residual_value,
    ).toBeNull();
    expect((await simulate()).current.mean_residual_value).toBeCloseTo(0.6, 6);
  });
});

import type { Backtest, Project } from '@palier/contract';
import type { LinePage } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importShop, openProject } from '../../../test/small-shop.ts';
import { saveDefinitions } from '../../imports/index.ts';
import { waitForJobs } from '../../jobs/index.ts';

let test: TestApp;
const PHASES = [
  { name: 'Première démarque', start_date: '2026-06-10' },
  { name: 'Deuxième démarque', start_date: '2026-07-22' },
];

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    Array.from({ length: 10 }, (_, index) => ({
      code: `R${index}`,
      family: index % 2 ? 'Robes' : 'Jupes',
      weekly_sales: 2 + index,
      stock: 200,
    })),
  );
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status).toBeLessThan(300);
  return answer.body as T;
}

async function change(id: string, changes: object): Promise<void> {
  await send('PUT', `/projects/${id}`, changes);
  await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
}

const backtestOf = (id: string) => send<Backtest>('GET', `/projects/${id}/backtest`);
const kept = async (id: string) =>
  test.deps.database.db
    .selectFrom('phase_forecast')
    .selectAll()
    .where('project_id', '=', id)
    .orderBy('discount_id')
    .execute();

describe('forecasts held against what was sold', () => {
  let project: Project;

  it('are kept when the phase is validated, at the discounts decided', async () => {
    project = await openProject(test, 'Soldes/Femme/Été', { data_date: '2026-06-10', phases: PHASES });
    expect(await backtestOf(project._id)).toEqual({ data_date: '2026-06-10', phases: [] });
    await choose(test, project._id, { R1: 20, R2: 40 });
    const { data: before } = await send<LinePage>('GET', `/projects/${project._id}/discounts?size=100`);
    await change(project._id, { working_phase: 1 });
    const rows = await kept(project._id);
    expect(rows).toHaveLength(10);
    for (const line of before) {
      const row = rows.find(({ discount_id }) => discount_id === line._id);
      expect(row).toMatchObject({ source: 'validated', project_phase: 0 });
      expect(row?.discount_pct).toBe(line.discount_pct ?? 0);
      // The very forecast that was on the screen.
      expect(row?.sales_qty).toBeCloseTo(line.phase_forecast?.sales_qty ?? Number.NaN, 3);
    }
  });

  it('a running phase is held against the forecast of its validation, in proportion of the days gone by', async () => {
    await change(project._id, { data_date: '2026-07-01' });
    const rows = await kept(project._id);
    const whole = rows.reduce((sum, { sales_qty }) => sum + sales_qty, 0);
    const { phases } = await backtestOf(project._id);
    expect(phases).toHaveLength(1);
    const [phase] = phases;
    expect(phase).toMatchObject({
      label: 'Première démarque',
      source: 'validated',
      from_date: '2026-06-11',
      to_date: '2026-07-21',
      days: 41,
      elapsed_days: 21,
    });
    // Sold on 15, 22 and 29 June: three weeks of 2 to 11 units.
    expect(phase?.total).toMatchObject({ count: 10, actual: 3 * 65 });
    expect(phase?.total.forecast).toBeCloseTo((whole * 21) / 41, 2);
    expect(phase?.total.bias).toBeCloseTo(((whole * 21) / 41 - 195) / 195, 4);
    // The listing shows the same forecast, for the whole phase, though the model has learnt since.
    const { data } = await send<LinePage>('GET', `/projects/${project._id}/discounts?size=100`);
    for (const line of data) {
      const row = rows.find(({ discount_id }) => discount_id === line._id);
      expect(line.ongoing_phase_forecast?.sales_qty).toBeCloseTo(row?.sales_qty ?? Number.NaN, 3);
    }
  });

  it('every slice adds up to the whole, by discount and by category', async () => {
    const [phase] = (await backtestOf(project._id)).phases;
    for (const slices of [phase?.by_discount ?? [], phase?.by_category ?? []]) {
      expect(slices.reduce((sum, { count }) => sum + count, 0)).toBe(10);
      expect(slices.reduce((sum, { actual }) => sum + actual, 0)).toBe(195);
      expect(slices.reduce((sum, { forecast }) => sum + forecast, 0)).toBeCloseTo(
        phase?.total.forecast ?? 0,
        6,
      );
    }
    expect(phase?.by_discount.map(({ discount_pct }) => discount_pct)).toEqual([0, 20, 40]);
    expect(phase?.by_category.map(({ category }) => category).sort()).toEqual(['Jupes', 'Robes']);
  });

  it('on the last day of the phase too, what is sold is read against the forecast of its validation', async () => {
    await change(project._id, { data_date: '2026-07-21' });
    const rows = await kept(project._id);
    const { data } = await send<LinePage>('GET', `/projects/${project._id}/discounts?size=100`);
    for (const line of data) {
      const row = rows.find(({ discount_id }) => discount_id === line._id);
      expect(line.ongoing_phase_forecast?.sales_qty).toBeCloseTo(row?.sales_qty ?? Number.NaN, 3);
    }
  });

  it('phases decided before the project came are rebuilt on the weeks before them, once', async () => {
    const late = await openProject(test, 'Soldes/Femme/Reprise', {
      data_date: '2026-07-01',
      phases: PHASES,
      working_phase: 1,
    });
    const lines = await test.deps.database.db
      .updateTable('discount')
      .set({ previous_discount_pcts: [30] })
      .where('project_id', '=', late._id)
      .returning('discount_id')
      .execute();
    await change(late._id, { end_date: '2026-08-27' });
    const rows = await kept(late._id);
    expect(rows).toHaveLength(lines.length);
    expect(rows.every(({ source, discount_pct }) => source === 'rebuilt' && discount_pct === 30)).toBe(true);
    const [phase] = (await backtestOf(late._id)).phases;
    expect(phase).toMatchObject({ source: 'rebuilt', from_date: '2026-06-10', elapsed_days: 22, days: 42 });
    expect(phase?.total.forecast).toBeGreaterThan(0);
    await change(late._id, { end_date: '2026-08-28' });
    expect(await kept(late._id)).toEqual(rows);
  });

  it('a project that comes with the discounts of its former phases is compared from its first snapshot', async () => {
    const scope = { ...systemScope('org_maison_brume'), user_id: 'auth0|claire' };
    const { projects } = await saveDefinitions(test.deps, scope, [
      {
        name: 'Soldes/Femme/Fichier',
        data_date: '2026-07-01',
        end_date: '2026-08-26',
        phases: PHASES,
        working_phase: 1,
        discount_pct_range: [20, 30, 40, 50, 60],
        previous_discount_pcts: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`R${n}`, [30]])),
      },
    ]);
    await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
    const id = projects[0]?.project_id ?? '';
    const [phase] = (await backtestOf(id)).phases;
    expect(phase).toMatchObject({ source: 'rebuilt', from_date: '2026-06-10', elapsed_days: 22 });
    expect(phase?.by_discount.map(({ discount_pct, count }) => [discount_pct, count])).toEqual([[30, 10]]);
    // Kept with its first lines, so that its results have it at once; the answer stays the same.
    const rows = await kept(id);
    expect(rows).toHaveLength(10);
    await change(id, { end_date: '2026-08-27' });
    expect(await kept(id)).toEqual(rows);
    const [again] = (await backtestOf(id)).phases;
    expect(again?.total.forecast).toBeCloseTo(phase?.total.forecast ?? Number.NaN, 3);
  });
});

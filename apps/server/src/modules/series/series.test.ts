import type { Project, RouteOutput } from '@palier/contract';
import type { GroupPage } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { choose, importShop, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

type List = RouteOutput<'series.list'>;
type Report = RouteOutput<'series.report'>;

let test: TestApp;
let project: Project;
const settle = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    Array.from({ length: 12 }, (_, index) => ({
      code: `R${index}`,
      family: ['Robes', 'Jupes', 'Pulls'][index % 3] ?? 'Robes',
      brand: index % 2 ? 'Lune' : 'Soleil',
      price: 40 + index,
      cost: 15 + index,
      weekly_sales: 2 + index,
      stock: 60,
    })),
  );
  project = await openProject(test, 'Soldes 2026/Femme', {
    data_date: '2026-07-01',
    phases: [
      { name: 'Première', start_date: '2026-06-10' },
      { name: 'Deuxième', start_date: '2026-07-08' },
      { name: 'Dernière', start_date: '2026-07-29' },
    ],
    working_phase: 1,
  });
  await choose(test, project._id, { R1: 20, R2: 40, R3: 60, R4: 30 });
  await settle();
});
afterAll(() => test?.close());

async function ask<T>(url: string, status = 200): Promise<T> {
  const answer = await test.ask('claire', { url: `/api${url}` });
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return answer.body as T;
}

/** The series up to date: whoever asks for their state has them recorded. */
async function synced(): Promise<List> {
  for (;;) {
    const { status } = await ask<{ status: string }>(`/series/status?projectIds=${project._id}`);
    await settle();
    if (status === 'synced') return ask<List>(`/series?projectIds=${project._id}`);
  }
}

const report = (series: object[], more = ''): Promise<Report> =>
  ask(`/series/report?projectIds=${project._id}&series=${encodeURIComponent(JSON.stringify(series))}${more}`);

const PLAN = { serie_date: '2026-07-01', kind: 'forecast' };
const SALES = { serie_date: '2026-07-01', kind: 'sales' };

describe('series of a project', () => {
  it('[API-53] [ENT-22] are listed with their dates', async () => {
    const list = await synced();
    expect(list.dates).toEqual([
      {
        serie_date: '2026-07-01',
        scenarios: [{ _id: null, name: 'Plan' }],
        has_forecast: true,
        has_sales: true,
        season: null,
      },
    ]);
  });

  it('the plan in force is what the listing forecasts', async () => {
    const { total, data } = await report([PLAN], '&dimensions=family');
    const groups = await ask<GroupPage>(`/projects/${project._id}/discounts/groups?by=family&summary=true`);
    const of = (sums: GroupPage['data'][number] | undefined) => sums?.forecast;
    expect(total.series[0]?.sales_qty).toBeCloseTo(of(groups.summary)?.sales_qty ?? Number.NaN, 3);
    expect(total.series[0]?.sales).toBeCloseTo(of(groups.summary)?.sales ?? Number.NaN, 2);
    expect(data.map(({ key }) => key)).toEqual(['Jupes', 'Pulls', 'Robes']);
  });

  it('a plan and what was sold before it have no day in common: each has its own, and they are not compared', async () => {
    const answer = await report([PLAN, SALES], '&dimensions=family');
    expect(answer.comparable).toBe(false);
    expect(answer.series.map(({ span }) => span)).toEqual([
      { from_date: '2026-07-08', to_date: '2026-08-25' },
      { from_date: '2026-06-10', to_date: '2026-07-01' },
    ]);
    // 15, 22 and 29 June, of 2 to 13 units each.
    expect(answer.total.series[1]?.sales_qty).toBe(3 * 90);
    expect(answer.data.map(({ key }) => key)).toEqual(['Jupes', 'Pulls', 'Robes']);
  });
});

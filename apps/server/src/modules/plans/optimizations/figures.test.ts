import type { Optimization, Product, Project, RouteOutput, Scenario } from '@palier/contract';
import type { LinePage } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

type Figures = Record<string, number | null | undefined>;
interface Budgeted {
  phase_forecast?: Figures;
  forecast?: Figures;
  discount_budget?: number | null;
}

let test: TestApp;
let project: Project;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const products = Array.from({ length: 14 }, (_, index) => ({
    code: `R${index}`,
    weekly_sales: 1 + (index % 5),
    stock: 10 + 5 * index,
    ...(index % 7 === 6 && { cost: null }),
  }));
  await importShop(test, products);
  // The data stop two weeks before the worked phase: what sells meanwhile is no longer there to be marked down.
  project = await openProject(test, 'Soldes/Femme/Robes', {
    phases: [
      { name: 'Première démarque', start_date: '2026-07-15' },
      { name: 'Deuxième démarque', start_date: '2026-08-05' },
    ],
  });
  const { data } = await send<LinePage>('GET', `/projects/${project._id}/discounts?size=100`);
  const choices = data.slice(0, 9).map(({ _id }, index) => [_id, { discount_pct_user: 10 * (index % 4) }]);
  await send('PUT', `/projects/${project._id}/discounts`, Object.fromEntries(choices));
  await send('PUT', `/projects/${project._id}/discounts`, { [data[9]?._id ?? '']: { included: false } });
});
afterAll(() => test.close());

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status).toBeLessThan(300);
  return answer.body as T;
}

async function run(scenario: Partial<Scenario>) {
  const made = await send<Scenario>('POST', '/scenarios', { name: 'Scénario', ...scenario });
  const asked = await send<Optimization>('POST', `/scenarios/${made._id}/optimizations`, {
    projects: [project._id],
  });
  await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
  const done = await send<Optimization>('GET', `/optimizations/${asked._id}`);
  expect(done.error ?? null).toBeNull();
  const result = done.result_overview?.projects[0];
  if (!result) throw new Error('the run gave nothing');
  return { result, done };
}

const COMPARED = ['sales_qty', 'sales', 'profit', 'cogs', 'stock', 'sales_discount_pct', 'sell_through_pct'];

/** Both answers say the same, to the cent. */
function expectSame(left: Budgeted | undefined, right: Budgeted | undefined): void {
  expect(left?.discount_budget).toBeCloseTo(right?.discount_budget ?? Number.NaN, 2);
  for (const horizon of ['phase_forecast', 'forecast'] as const) {
    for (const name of COMPARED) {
      const shown = left?.[horizon]?.[name];
      expect(shown, `${horizon}.${name}`).toBeCloseTo(right?.[horizon]?.[name] ?? Number.NaN, 2);
    }
  }
}

const summary = async (query = ''): Promise<Budgeted> =>
  (await send<LinePage>('GET', `/projects/${project._id}/discounts?size=1&summary=true${query}`))
    .summary as Budgeted;

it('a project shows the same figures in the operations, the listing, its stats and a simulation', async () => {
  const listing = await summary();
  expect(listing.discount_budget).toBeGreaterThan(0);
  // The operations speak of the included products, as the listing does until it is asked for the others.
  const included = await summary('&included=true');
  const projects = await send<{ data: Project[] }>('GET', '/projects');
  expectSame(projects.data.find(({ _id }) => _id === project._id)?.overview as Budgeted, included);
  expectSame(await send<Budgeted>('GET', `/projects/${project._id}/discounts/stats?included=true`), included);
  expectSame(await send<Budgeted>('GET', `/projects/${project._id}/discounts/stats`), listing);
  const simulated = await send<RouteOutput<'projects.simulate'>>('PUT', `/projects/${project._id}/simulate`, {
    objective: { discount_pct_distribution: { 0: 50, 20: 50 } },
  });
  // What is decided is of the included products: so is what another distribution of them would give.
  expectSame(simulated.current as Budgeted, included);
});

it('a run compares with the figures of the listing, which shows its own once sent there', async () => {
  const { result, done } = await run({ goal: 'profit', constraints: { keep_discount_pct_user: true } });
  const before: Budgeted = {
    phase_forecast: result.current_phase_forecast as Figures,
    forecast: result.current_forecast as Figures,
    discount_budget: result.current_discount_budget ?? null,
  };
  expectSame(before, await summary('&included=true'));
  expect(done.result_overview?.problems).toContain(
    '2 produits sans prix de revient : leur marge est inconnue et ne compte pas.',
  );
  await send('PUT', '/optimizations/listing', {
    optimization_ids: [done._id],
    project_ids: [project._id],
    remove_unspecified: true,
  });
  expectSame(result as Budgeted, await summary('&included=true'));
});

it('[FIELD-07] [FIELD-10] what sells before the worked phase is gone from the stock left and counted in the season', async () => {
  type Line = Figures & { phase_forecast: Figures; forecast: Figures; _id: string; item_group_id: string };

  const { data } = await send<{ data: Line[] }>('GET', `/projects/${project._id}/discounts?size=100`);
  const line = data.find(({ item_group_id }) => item_group_id === 'R12') as Line;
  const [stock, upcoming, season] = [line.stock_qty, line.upcoming_sales_qty, line.season_sales_qty].map(
    Number,
  );
  expect(upcoming).toBeGreaterThan(0);
  for (const { sales_qty, stock: left, sell_through_pct } of [line.phase_forecast, line.forecast]) {
    expect(left).toBeCloseTo(Number(stock) - Number(upcoming) - Number(sales_qty), 3);
    const sold = Number(season) + Number(upcoming) + Number(sales_qty);
    expect(sell_through_pct).toBeCloseTo((100 * sold) / (Number(season) + Number(stock)), 3);
  }
  const { levels } = await send<Product>('GET', `/projects/${project._id}/products/R12`);
  const own = levels?.find(({ discount_pct }) => discount_pct === Number(line.discount_pct ?? 0));
  expect(own?.phase.stock).toBeCloseTo(Number(line.phase_forecast.stock), 3);
});

it('the stock left and the units sold of a run add up to the same stock everywhere', async () => {
  const { result } = await run({ goal: 'cogs', constraints: { keep_discount_pct_user: false } });
  const held = (figures: Figures | undefined) => (figures?.stock ?? 0) + (figures?.sales_qty ?? 0);
  expect(held(result.forecast)).toBeCloseTo(held(result.current_forecast), 2);
  expect(held(result.phase_forecast)).toBeCloseTo(held(result.forecast), 2);
});

it('a run for the margin never gives less margin after leftovers than the discounts in force', async () => {
  const first = await run({ goal: 'profit', constraints: { keep_discount_pct_user: false } });
  const { result } = first;
  expect(result.forecast.profit_after_leftovers ?? 0).toBeGreaterThanOrEqual(
    (result.current_forecast?.profit_after_leftovers ?? 0) - 0.01,
  );
});

import type {
  Optimization,
  PlanComparison,
  Product,
  Project,
  RouteOutput,
  Scenario,
  WhatIfBody,
} from '@palier/contract';
import { formatCompactMoney, formatPercent, type GroupPage, type Line, type LinePage } from '@palier/domain';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, importTexts, openProject } from '../../../test/small-shop.ts';
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

async function run(scenario: Partial<Scenario>, of = project) {
  const made = await send<Scenario>('POST', '/scenarios', { name: 'Scénario', ...scenario });
  const asked = await send<Optimization>('POST', `/scenarios/${made._id}/optimizations`, {
    projects: [of._id],
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

const summary = async (query = '', of = project): Promise<Budgeted> =>
  (await send<LinePage>('GET', `/projects/${of._id}/discounts?size=1&summary=true${query}`))
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

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [heads, ...rows].map((row) => row.join(',')).join('\n');

/** Units sold in each phase of a line's path, each from the definition: min(demand, stock) weighed by its chance. */
function unitsByPhase({ curve, discount_pct, next_discount_pcts }: Line): { pct: number; qty: number }[] {
  const path = curve?.path;
  if (!curve || !path) throw new Error('the phases are told apart');
  let [pct, mean, before] = [0, 0, 0];
  return [Number(discount_pct ?? 0), ...(next_discount_pcts ?? [])].map((wanted, phase) => {
    pct = Math.max(pct, wanted ?? 0);
    mean += path.phase_mean[phase * curve.levels.length + curve.levels.indexOf(pct)] ?? 0;
    const sold = soldOf(path.dispersion, mean, path.stock_qty);
    const part = { pct, qty: sold - before };
    before = sold;
    return part;
  });
}

/** E[min(demand, stock)] of a negative binomial, added up term by term; a fraction of a unit mixes its neighbours. */
function soldOf(shape: number, mean: number, stock: number): number {
  const whole = Math.floor(stock);
  if (stock > whole)
    return (
      (1 - stock + whole) * soldOf(shape, mean, whole) + (stock - whole) * soldOf(shape, mean, whole + 1)
    );
  let [chance, left, sold] = [(shape / (shape + mean)) ** shape, 1, 0];
  for (let units = 0; units < whole; units++) {
    sold += units * chance;
    left -= chance;
    chance *= ((mean / (shape + mean)) * (shape + units)) / (units + 1);
  }
  return sold + whole * left;
}

describe('a project of four phases, whose discounts deepen', () => {
  let four: Project;
  let done: Optimization;
  let result: Budgeted;
  const url = (): string => `/projects/${four._id}/discounts`;
  const lines = async (): Promise<Line[]> =>
    (await send<LinePage>('GET', `${url()}?size=100&included=true`)).data;
  const isStepped = ({ next_discount_pcts: next, discount_pct: now }: Line): boolean =>
    new Set((next ?? []).map((pct) => Math.max(pct ?? 0, Number(now ?? 0)))).size > 1;

  beforeAll(async () => {
    four = await openProject(test, 'Soldes/Femme/Quatre démarques', {
      phases: ['2026-07-01', '2026-07-15', '2026-07-29', '2026-08-12'].map((start_date) => ({
        ...{ name: null, start_date },
      })),
    });
    const [first, second] = await lines();
    await send('PUT', url(), {
      [first?._id ?? '']: { included: false },
      [second?._id ?? '']: { discount_pct_user: 20 },
    });
    const constraints = { sell_through_target_pct: 60, minimum_merit: -9000, discount_budget: 30_000 };
    const ran = await run({ goal: 'profit', name: 'Quatre', constraints }, four);
    done = ran.done;
    result = ran.result as Budgeted;
    await send('PUT', '/optimizations/listing', {
      optimization_ids: [done._id],
      project_ids: [four._id],
      remove_unspecified: true,
    });
  }, 120_000);

  it('shows what the optimiser valued: its answer, what its rules reach, the totals, the comparison and the goals', async () => {
    expect((await lines()).filter(isStepped).length).toBeGreaterThan(3);
    const listing = await summary('&included=true', four);
    expectSame(result, listing);
    const { forecast } = listing;
    const merit = forecast?.profit_after_leftovers ?? Number.NaN;
    expect(result.forecast?.profit_after_leftovers).toBeCloseTo(merit, 2);
    expect(done.result_overview?.objective_value).toBeCloseTo(merit, 2);
    const reached = new Map(done.result_overview?.limits?.map(({ kind, achieved }) => [kind, achieved]));
    expect(reached.get('sell_through')).toBe(formatPercent(forecast?.sell_through_pct ?? 0));
    expect(reached.get('min_merit')).toBe(formatCompactMoney(merit, 'EUR'));
    expect(reached.get('budget')).toBe(formatCompactMoney(forecast?.discount_budget ?? 0, 'EUR'));
    const { current, runs, best } = await send<PlanComparison>(
      'GET',
      `/optimizations/comparison?optimization_ids=${done._id}&project_ids=${four._id}`,
    );
    for (const plan of [current, runs[0]?.plan]) {
      expect(plan?.end.profit_after_leftovers).toBeCloseTo(merit, 2);
      expect(plan?.end.sales).toBeCloseTo(forecast?.sales ?? Number.NaN, 2);
    }
    expect(best.end.profit_after_leftovers).toBeGreaterThanOrEqual(merit - 0.01);
    const { goals } = await send<RouteOutput<'goals.get_group'>>(
      'GET',
      `${url()}/optimizations?included=true`,
    );
    const own = goals.find(({ label }) => label === 'Quatre');
    expect(own?.forecast?.profit_after_leftovers).toBeCloseTo(merit, 2);
    expect(own?.loss?.profit_after_leftovers).toBeCloseTo(merit, 2);
  });

  it('adds up to its lines, each later phase at its own discount, and to its groups, stats and export', async () => {
    const own = await lines();
    const listing = await summary('&included=true', four);
    const worked = own.map((line) => ({ line, parts: unitsByPhase(line) }));
    const total = (of: (part: { pct: number; qty: number }, line: Line) => number): number =>
      worked.reduce((sum, { line, parts }) => sum + parts.reduce((all, part) => all + of(part, line), 0), 0);
    const priceOf = ({ price }: Line): number => Number(Array.isArray(price) ? price[0] : price);
    const within = (found: number | null | undefined, wanted: number, name: string): void =>
      // Curves are kept as numbers of 32 bits.
      expect(Math.abs((found ?? Number.NaN) - wanted), name).toBeLessThan(
        1e-6 * Math.max(1000, Math.abs(wanted)),
      );
    within(
      listing.forecast?.sales_qty,
      total(({ qty }) => qty),
      'units',
    );
    within(
      listing.forecast?.sales,
      total(({ pct, qty }, line) => priceOf(line) * (1 - pct / 100) * qty),
      'sales',
    );
    within(
      listing.forecast?.discount_budget,
      total(({ pct, qty }, line) => (priceOf(line) * pct * qty) / 100),
      'budget',
    );
    const groups = await send<GroupPage>('GET', `${url()}/groups?by=optimization_goal&included=true&size=50`);
    const grouped = groups.data.reduce((sum, group) => sum + (group.forecast?.sales ?? 0), 0);
    within(grouped, listing.forecast?.sales ?? 0, 'groups');
    expectSame(await send<Budgeted>('GET', `${url()}/stats?included=true`), listing);
    const { body } = await test.app.inject({
      url: `/api/projects/${four._id}/export/listing-csv?columns=forecastSales&included=true`,
      headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
    });
    const rows: Record<string, string>[] = parse(body, { delimiter: ';', columns: true, bom: true });
    const column = Object.keys(rows[0] ?? {}).find((heading) => /\bCA\b/.test(heading)) ?? '';
    const exported = rows.reduce((sum, row) => sum + Number((row[column] ?? '').replace(',', '.')), 0);
    expect(Math.abs(exported - (listing.forecast?.sales ?? 0))).toBeLessThan(0.01 * rows.length);
  });

  it('moves by what was said of an edit, and of each level of a product', async () => {
    const line = (await lines()).find((one) => isStepped(one) && Number(one.discount_pct ?? 0) < 50);
    if (!line) throw new Error('a line whose later phases differ');
    const { levels = [] } = await send<Product>(
      'GET',
      `/projects/${four._id}/products/${line.item_group_id}`,
    );
    const at = (pct: unknown) => levels.find(({ discount_pct }) => discount_pct === Number(pct ?? 0));
    expect(at(line.discount_pct)?.total.sales).toBeCloseTo(line.forecast?.sales ?? Number.NaN, 2);
    const pct = Number(line.next_discount_pcts?.[1] ?? 0);
    const body: WhatIfBody = { edits: [{ line_ids: [line._id], edit: { discount_pct_user: pct } }] };
    const said = await send<RouteOutput<'projects.what_if'>>('POST', `/projects/${four._id}/simulate`, body);
    await send('PUT', url(), { [line._id]: { discount_pct_user: pct } });
    const now = (await lines()).find(({ _id }) => _id === line._id);
    expect(now?.forecast?.profit_after_leftovers).toBeCloseTo(
      said.after.profit_after_leftovers ?? Number.NaN,
      2,
    );
    expect(now?.forecast?.sales).toBeCloseTo(at(pct)?.total.sales ?? Number.NaN, 2);
    await send('PUT', url(), { [line._id]: { discount_pct_user: line.discount_pct_user ?? null } });
  });

  it('moves whole with a later delivery: totals, operations, comparison, references, goals, checks and series', async () => {
    const before = await summary('&included=true', four);
    await importTexts(test, {
      'stock-2.csv': table(
        ['item_id', 'inventory_code', 'quantity', 'date'],
        Array.from({ length: 14 }, (_, n) => [`R${n}-S`, 'M01', 30 + 4 * n, '2026-07-06']),
      ),
      'sales-2.csv': table(
        ['date', 'item_id', 'location_code', 'quantity', 'amount'],
        Array.from({ length: 14 }, (_, n) => [`2026-07-05`, `R${n}-S`, 'M01', 4, 160]),
      ),
      'items-2.csv': table(
        ['item_group_id', 'item_id', 'title', 'brand', 'family', 'size', 'price', 'cost'],
        [3, 4, 5].map((n) => [`R${n}`, `R${n}-S`, `R${n}`, 'Lune', 'Robes', 'S', 60, 20]),
      ),
    });
    four =
      (await send<{ data: Project[] }>('GET', '/projects')).data.find(({ _id }) => _id === four._id) ?? four;
    const listing = await summary('&included=true', four);
    expect(listing.forecast?.sales).not.toBeCloseTo(before.forecast?.sales ?? 0, 0);
    expectSame(four.overview as Budgeted, listing);
    expectSame(await send<Budgeted>('GET', `${url()}/stats?included=true`), listing);
    const merit = listing.forecast?.profit_after_leftovers ?? Number.NaN;
    const { current } = await send<PlanComparison>(
      'GET',
      `/optimizations/comparison?optimization_ids=${done._id}&project_ids=${four._id}`,
    );
    expect(current.end.profit_after_leftovers).toBeCloseTo(merit, 2);
    const references = await send<RouteOutput<'discounts.references'>>(
      'GET',
      `${url()}/references?included=true`,
    );
    expect(references.loss?.profit_after_leftovers).toBeCloseTo(merit, 2);
    const { data } = references;
    const { goals } = await send<RouteOutput<'goals.get_group'>>(
      'GET',
      `${url()}/optimizations?included=true`,
    );
    const merits = goals.map(({ forecast }) => forecast?.profit_after_leftovers ?? Number.NaN);
    expect(merits.at(-1)).toBeCloseTo(merit, 2);
    // The maximum is that of every path that the goals may take.
    expect(data[0]?.end.best.profit_after_leftovers).toBeGreaterThanOrEqual(Math.max(...merits) - 0.01);
    const checks = await send<RouteOutput<'projects.checks'>>('GET', `/projects/${four._id}/checks`);
    expect(checks.data.find(({ key }) => key === 'merit')?.text).toContain(formatCompactMoney(merit, 'EUR'));
    const series = encodeURIComponent(
      JSON.stringify([{ serie_date: four.snapshot?.data_date, kind: 'forecast' }]),
    );
    const { total } = await send<RouteOutput<'series.report'>>(
      'GET',
      `/series/report?projectIds=${four._id}&series=${series}`,
    );
    // Series keep the products left out too.
    expect(total.series[0]?.sales).toBeCloseTo((await summary('', four)).forecast?.sales ?? Number.NaN, 1);
    // What its rules reached is of the figures that the run was made from, and it says which.
    const [made] =
      (await send<Optimization>('GET', `/optimizations/${done._id}`)).result_overview?.projects ?? [];
    expect(made?.snapshot_version).toBeLessThan(four.snapshot?.version ?? 0);
  });
});

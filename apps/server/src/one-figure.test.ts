import type { PlanComparison, Project, References, Results, RouteOutput } from '@palier/contract';
import { type Group, type GroupPage, type LinePage, tellsCosts } from '@palier/domain';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './test/app.ts';
import { asker, type FigureShop, playShop, runOn, settle } from './test/figure-shop.ts';
import {
  COUNTS,
  expectSame,
  FIELDS,
  INCLUDED,
  listed,
  PLAN,
  param,
  pick,
  planOf,
  RATES,
  REALISED,
  SERIE,
  SOLD,
  STOCKS,
  same,
  startComparing,
  sumOf,
  typed,
} from './test/figures.ts';

// One figure of one name, days and lines has one value, on every screen and in every file that leaves: each is read from
// every call that serves it, of projects in every state, and compared with the listing's total of the included products.

let test: TestApp;
let shop: FigureShop;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  shop = await playShop(test, 1);
}, 300_000);
afterAll(() => test?.close());

const get = <T>(url: string): Promise<T> => asker(test)<T>('GET', url);
async function each(check: (project: Project, name: keyof FigureShop) => Promise<void>): Promise<void> {
  startComparing();
  for (const name of Object.keys(shop) as (keyof FigureShop)[]) await check(shop[name], name);
  expectSame();
}

const totalOf = async ({ _id }: Project, more = listed): Promise<Group> =>
  (await get<LinePage & { summary: Group }>(`/projects/${_id}/discounts?size=1&summary=true&${more}`))
    .summary;

it('in the operations, the listing, its groups, lines and pages, the stats, and for who may not see costs', async () => {
  await each(async (project, name) => {
    const total = await totalOf(project);
    const url = `/projects/${project._id}/discounts`;
    const home = [...COUNTS, ...STOCKS, ...PLAN, ...RATES];
    same(`${name}, operations`, pick(project.overview, home), pick(total, home));
    const stats = [...COUNTS, ...PLAN, ...RATES];
    same(`${name}, stats`, pick(await get(`${url}/stats?included=true`), stats), pick(total, stats));
    const added = [...STOCKS, ...PLAN, ...REALISED];
    const lines = (await get<LinePage>(`${url}?size=1000&${listed}`)).data;
    expect(lines.length).toBe(total.discount_count);
    same(
      `${name}, lines`,
      sumOf(
        lines.map((line) => pick(line, added)),
        added,
      ),
      pick(total, added),
    );
    const groups = await get<GroupPage & { summary: Group }>(
      `${url}/groups?by=family&summary=true&size=100&${listed}`,
    );
    same(
      `${name}, groups`,
      sumOf(
        groups.data.map((group) => pick(group, added)),
        added,
      ),
      pick(total, added),
    );
    same(`${name}, total of groups`, pick(groups.summary, FIELDS), pick(total, FIELDS));
    const unknowing = await test.ask('hugo', { url: `/api${url}?size=1&summary=true&${listed}` });
    const open = FIELDS.filter((one) => !tellsCosts(one));
    same(
      `${name}, without costs`,
      pick((unknowing.body as { summary: Group }).summary, open),
      pick(total, open),
    );
  });
}, 60_000);

it('in the files of a listing', async () => {
  await each(async ({ _id }, name) => {
    const { data } = await get<LinePage>(`/projects/${_id}/discounts?size=1000&${listed}`);
    const fields = (await get<RouteOutput<'fields.list'>>(`/projects/${_id}/fields`)).data;
    const download = async (template: string) =>
      test.app.inject({
        url: `/api/projects/${_id}/export/${template}?included=true&columns=${FIELDS.join(',')}`,
        headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
      });
    const csv = await download('listing-csv');
    const rows: Record<string, string>[] = parse(csv.body, { delimiter: ';', columns: true, bom: true });
    const book = await readXlsx((await download('listing-xlsx')).rawPayload);
    const [heads = [], ...cells] = book.sheets[0]?.rows ?? [];
    expect([rows.length, cells.length]).toEqual([data.length, data.length]);
    for (const line of data) {
      const row = rows.find((one) => one['Code produit'] === line.item_group_id);
      const cell = cells.find((one) => one.includes(line.item_group_id));
      for (const id of FIELDS) {
        const label = fields.find((field) => field.id === id)?.label ?? id;
        const head =
          Object.keys(row ?? {}).find((one) => one === label || one.startsWith(`${label} (`)) ?? '';
        const wanted = pick(line, [id]);
        same(`${name}, ${line.item_group_id}, csv`, { [id]: typed(row?.[head]) }, wanted);
        const value = cell?.[heads.indexOf(head)];
        same(
          `${name}, ${line.item_group_id}, xlsx`,
          { [id]: typeof value === 'number' ? value : null },
          wanted,
        );
      }
    }
  });
}, 60_000);

it('in the post-mortem, by phase and by family, and in what the listing says was realised', async () => {
  await each(async (project, name) => {
    const total = await totalOf(project);
    const results = await get<Results>(`/projects/${project._id}/results?by=family`);
    const real = pick(results.total.real, SOLD);
    if (results.phases.length === 0) return;
    same(
      `${name}, phases`,
      sumOf(
        results.phases.map((one) => one.real),
        SOLD,
      ),
      real,
    );
    same(
      `${name}, families`,
      sumOf(
        results.groups.map((one) => one.real),
        SOLD,
      ),
      real,
    );
    const { body } = await test.ask('claire', { url: `/api/projects/${project._id}/results/lines` });
    const rows: Record<string, string>[] = parse(body, { delimiter: ';', columns: true, bom: true });
    const kept = rows.filter((row) => row.Inclus === 'oui');
    const file = kept.map((row) => ({
      sales_qty: typed(row['Pièces vendues']),
      sales: typed(row['CA réel']),
    }));
    same(`${name}, file`, sumOf(file, ['sales_qty', 'sales']), real);
    if (results.phases.length < project.phases.length) return;
    const realised = {
      sales_qty: 'operation_sales_qty',
      sales: 'operation_sales',
      profit: 'operation_profit',
    };
    for (const [figure, field] of Object.entries(realised))
      same(`${name}, realised`, pick(real, [figure]), { [figure]: pick(total, [field])[field] });
    if (!results.over) return;
    const { left } = results;
    same(
      `${name}, over`,
      { ...real, stock: left?.qty, profit_after_leftovers: left?.profit_after_leftovers },
      planOf(total, 'forecast'),
    );
    expect(results.total.line_count).toBe(total.discount_count);
  });
}, 60_000);

it('in the series of a project', async () => {
  await each(async (project, name) => {
    const { _id, data_date } = project;
    const status = () => get<{ status: string }>(`/series/status?projectIds=${_id}`);
    do await settle(test);
    while ((await status()).status !== 'synced');
    const { series } = await get<RouteOutput<'series.list'>>(`/series?projectIds=${_id}`);
    const total = await totalOf(project);
    const of = { plan: ['first', 'second', 'francs'], sales: ['over'] } as Readonly<Record<string, string[]>>;
    for (const { source, label, ...serie } of series) {
      if (serie.serie_date !== data_date || !of[source]?.includes(name)) continue;
      const { serie_date, kind } = serie;
      const report = await get<RouteOutput<'series.report'>>(
        `/series/report?projectIds=${_id}&series=${param([{ serie_date, kind }])}&filter=${param(INCLUDED)}&dimensions=family`,
      );
      const shown = report.total.series[0] ?? {};
      same(`${name}, ${label}`, pick(shown, SERIE), planOf(total, 'forecast'));
      same(`${name}, ${label}`, { stock: shown.stock_qty }, planOf(total, 'forecast'));
      const nodes = report.data.map((node) => node.series[0] ?? {});
      same(`${name}, ${label} by family`, sumOf(nodes, SOLD), pick(shown, SOLD));
    }
  });
}, 60_000);

it('in what a plan is read against: runs, their comparison, references, simulations and checks', async () => {
  startComparing();
  const send = asker(test);
  const { first, second, francs } = shop;
  for (const [name, project] of Object.entries({ first, second, francs })) {
    const { _id } = project;
    const [total, all] = [await totalOf(project), await totalOf(project, `fields=${FIELDS.join(',')}`)];
    const whatIf = await send<RouteOutput<'projects.what_if'>>('POST', `/projects/${_id}/simulate`, {
      edits: [{ edit: { discount_pct_user: 100 } }],
    });
    same(`${name}, what-if`, whatIf.project.before, planOf(all, 'forecast'));
    const simulated = await send<RouteOutput<'projects.simulate'>>('PUT', `/projects/${_id}/simulate`, {
      objective: { discount_pct_distribution: { 0: 50, 20: 50 } },
    });
    const plan = [...PLAN, ...RATES];
    same(`${name}, simulation`, pick(simulated.current, plan), pick(total, plan));
    const { _id: run, result_overview } = await runOn(test, [project]);
    const own = result_overview?.projects[0]?.current_forecast;
    same(`${name}, run`, { ...own }, planOf(total, 'forecast'));
    const compared = await get<PlanComparison>(
      `/optimizations/comparison?optimization_ids=${run}&project_ids=${_id}`,
    );
    const references = await get<References>(`/projects/${_id}/discounts/references?included=true`);
    for (const [horizon, family] of [['phase', 'phase_forecast'] as const, ['end', 'forecast'] as const]) {
      same(`${name}, comparison`, compared.current[horizon], planOf(total, family));
      const { nothing, best, last_year } = references.data[0]?.[horizon] ?? {};
      same(`${name}, nothing`, { ...nothing }, compared.nothing[horizon]);
      same(`${name}, best`, { ...best }, compared.best[horizon]);
      same(`${name}, N−1`, { ...last_year }, { ...compared.last_year[horizon] });
    }
    const value = { mean: references.mean_residual_value };
    same(`${name}, residual value`, value, { mean: compared.mean_residual_value });
    const merit = { profit_after_leftovers: references.loss.profit_after_leftovers };
    same(`${name}, loss`, merit, planOf(total, 'forecast'));
  }
  // Of a project whose days are all past nothing is forecast, and nothing of last year is set beside it.
  const late = await get<References>(`/projects/${shop.waiting._id}/discounts/references?included=true`);
  for (const { last_year, nothing } of [late.data[0]?.phase, late.data[0]?.end].flatMap((one) => one ?? []))
    same('waiting, N−1', { sales: last_year?.sales ?? 0 }, { sales: nothing.sales });
  expectSame();
}, 120_000);

it('in a comparison of several projects, which is the sum of theirs', async () => {
  startComparing();
  const projects = [shop.first, shop.second];
  const { _id } = await runOn(test, projects);
  const compared = await get<PlanComparison>(
    `/optimizations/comparison?optimization_ids=${_id}&project_ids=${projects.map((one) => one._id).join(',')}`,
  );
  const totals = [];
  for (const project of projects) totals.push(planOf(await totalOf(project), 'forecast'));
  const names = [...SOLD, 'stock', 'profit_after_leftovers'];
  same('first and second', pick(compared.current.end, names), sumOf(totals, names));
  expectSame();
}, 60_000);

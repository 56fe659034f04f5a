import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Optimization, PlanComparison, Project, Results, RouteOutput, Scenario } from '@palier/contract';
import { addDays, type GroupPage, type LinePage, NOT_FILLED_IN, readField } from '@palier/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveProject, systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { measureByHand } from '../../test/series-by-hand.ts';
import { choose, importTexts, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { seriePath } from '../folders/index.ts';
import { waitForJobs } from '../jobs/index.ts';
import { nameOf } from './choices.ts';
import { listSeries } from './repository.ts';

type List = RouteOutput<'series.list'>;
type Report = RouteOutput<'series.report'>;
type Imported = RouteOutput<'series.import'>;

let test: TestApp;
let project: Project;
const CODES = Array.from({ length: 12 }, (_, index) => `R${index}`);
const SIGNED_ON = '2026-06-10';
const settle = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
const csv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.join(',')).join('\n');

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const mondays = ['2026-05-04', '2026-05-11', '2026-05-18', '2026-05-25', '2026-06-01', '2026-06-08'];
  const days = [...mondays, '2026-06-15', '2026-06-22', '2026-06-29'];
  await importTexts(test, {
    'items.csv': csv([
      ['item_group_id', 'item_id', 'title', 'brand', 'family', 'size', 'price', 'cost'],
      ...CODES.map((code, n) => [
        ...[code, `${code}-S`, code, n % 2 ? 'Lune' : 'Soleil'],
        ...[n % 4 === 3 ? '' : (['Robes', 'Jupes', 'Pulls'][n % 3] ?? ''), 'S', 40 + n, 15 + n],
      ]),
    ]),
    'sales.csv': csv([
      ['date', 'item_id', 'location_code', 'quantity', 'amount'],
      ...days.flatMap((day) =>
        CODES.map((code, n) => [
          day,
          `${code}-S`,
          'M01',
          2 + n,
          (2 + n) * (40 + n) * (day < SIGNED_ON ? 1 : 0.8),
        ]),
      ),
    ]),
    'stock.csv': csv([
      ['item_id', 'inventory_code', 'quantity', 'date'],
      ...CODES.map((code) => [`${code}-S`, 'M01', 120, '2026-06-08']),
    ]),
  });
  project = await openProject(test, 'Soldes 2026/Femme', {
    data_date: SIGNED_ON,
    phases: ['2026-06-10', '2026-06-24', '2026-07-15'].map((start_date) => ({ name: null, start_date })),
  });
  await choose(test, project._id, Object.fromEntries(CODES.map((code, n) => [code, 20 + 10 * (n % 3)])));
});
afterAll(() => test?.close());

async function ask<T>(url: string, wanted = 200): Promise<T> {
  const { status, body } = await test.ask('claire', { url: `/api${url}` });
  expect(status, JSON.stringify(body)).toBe(wanted);
  return body;
}

async function send<T>(method: 'POST' | 'PUT', url: string, payload: object): Promise<T> {
  const { status, body } = await test.ask('claire', { method, url: `/api${url}`, payload });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

/** The series up to date: whoever asks for their state has them recorded. */
async function synced(): Promise<List> {
  for (;;) {
    await settle();
    const { status } = await ask<{ status: string }>(`/series/status?projectIds=${project._id}`);
    if (status === 'synced') return ask<List>(`/series?projectIds=${project._id}`);
  }
}

const report = (series: object[], more = ''): Promise<Report> =>
  ask(`/series/report?projectIds=${project._id}&series=${encodeURIComponent(JSON.stringify(series))}${more}`);

const figures = ({ total }: Report, place = 0) => total.series[place] ?? {};
/** Of 32 bits each, as a serie keeps them: a merit of nearly nothing is the difference of thousands of euros. */
const near = (value: number | null | undefined, wanted: number | null | undefined): void => {
  expect(value).toBeTypeOf('number');
  expect(Math.abs((value ?? 0) - (wanted ?? 0))).toBeLessThan(1e-6 * Math.max(2000, Math.abs(wanted ?? 0)));
};

const MEASURES_OF_LINE = [
  'discount_pct',
  'price',
  'cost',
  'stock_qty',
  'stock_cost_value',
  'stock_retail_value',
] as const;
const FORECASTS = ['sales', 'profit', 'sales_qty', 'season_sales_qty', 'discount_budget', 'stock'] as const;
type Numbers = Record<(typeof MEASURES_OF_LINE)[number] | (typeof FORECASTS)[number], number>;

/** The figures of a line of the listing, those of its forecast beside its own. */
function numbersOf(line: LinePage['data'][number]): Numbers {
  const entries = [
    ...MEASURES_OF_LINE.map((name) => [name, readField(line, name)]),
    ...FORECASTS.map((name) => [name, line.forecast?.[name]]),
  ];
  for (const [name, value] of entries) expect(value, String(name)).toBeTypeOf('number');
  return Object.fromEntries(entries) as Numbers;
}

const PLAN = { serie_date: SIGNED_ON, kind: 'forecast' };

describe('the plan in force', () => {
  it('[API-53] [ENT-22] is listed with its date, and the project has series', async () => {
    const { dates, seasons, series } = await synced();
    expect(dates).toEqual([
      {
        serie_date: SIGNED_ON,
        scenarios: [{ _id: null, name: 'Plan' }],
        ...{ has_forecast: true, has_sales: true, season: null },
      },
    ]);
    expect(seasons).toEqual([]);
    expect(series.map(({ source, label }) => [source, label])).toEqual([
      ['plan', 'Plan'],
      ['sales', 'Ventes'],
    ]);
    const { data } = await ask<{ data: Project[] }>('/projects');
    expect(data.find(({ _id }) => _id === project._id)?.has_series).toBe(true);
  });

  it('[API-55] is recorded again once a decision changed, and only then', async () => {
    const status = () =>
      ask<{ status: string; updated_at: string }>(`/series/status?projectIds=${project._id}`);
    const before = await status();
    expect(before.status).toBe('synced');
    await choose(test, project._id, { R5: 50 });
    expect((await status()).status).toBe('syncing');
    await synced();
    expect((await status()).updated_at > before.updated_at).toBe(true);
  });

  it('[API-54] may be broken down by what the listing groups by', async () => {
    const { data } = await ask<{ data: { name: string; field: string }[] }>(
      `/series/dimensions?projectIds=${project._id}`,
    );
    expect(data).toContainEqual({ name: 'Famille', field: 'family' });
    expect(data.some(({ field }) => field === 'forecast.sales')).toBe(false);
  });

  it('[API-56] [SERIES-02] is what the listing forecasts, at every level', async () => {
    const answer = await report([PLAN], '&dimensions=family,brand');
    const url = `/projects/${project._id}/discounts/groups?by=family,brand&all_levels=true&summary=true`;
    const { data, summary } = await ask<GroupPage>(url);
    const compare = (node: Report['total'], group: GroupPage['data'][number] | undefined) => {
      const own = node.series[0];
      const forecast = group?.forecast;
      for (const name of ['sales_qty', 'sales', 'profit', 'sales_discount_pct', 'sell_through_pct'] as const)
        near(own?.[name], forecast?.[name]);
      near(own?.stock_qty, forecast?.stock);
      near(own?.season_sales_qty, forecast?.season_sales_qty);
      near(own?.discount_budget, forecast?.discount_budget);
      expect(own?.item_group_count).toBe(group?.discount_count);
    };
    compare(answer.total, summary);
    expect(answer.data.map(({ key }) => key)).toEqual(['Jupes', 'Pulls', 'Robes', null]);
    for (const family of answer.data) {
      compare(
        family,
        data.find(({ keys }) => keys.length === 1 && keys[0] === family.key),
      );
      for (const brand of family.data ?? [])
        compare(
          brand,
          data.find(({ keys }) => keys.length === 2 && keys[0] === family.key && keys[1] === brand.key),
        );
    }
  });

  it('[API-56] is asked for by the ids that the list gives, as by what names them', async () => {
    const { series } = await synced();
    const ids = series.map(({ _id }) => _id);
    const named = await report(series.map(({ serie_date, kind }) => ({ serie_date, kind })));
    for (const given of [ids.join(','), JSON.stringify(ids)])
      expect(
        await ask(`/series/report?projectIds=${project._id}&series=${encodeURIComponent(given)}`),
      ).toEqual(named);
    const url = `/api/series/report?projectIds=${project._id}&series=`;
    for (const given of ['hier', '', '[]', '["hier"]', '{"a":1}'])
      expect((await test.ask('marion', { url: `${url}${encodeURIComponent(given)}` })).status, given).toBe(
        400,
      );
  });

  it('[SERIES-06] [SERIES-07] has every measure of the lines of the listing, in all and by group', async () => {
    const { data: lines } = await ask<LinePage>(
      `/projects/${project._id}/discounts?size=1000&includes=forecast.season_sales_qty`,
    );
    const plan = await report([PLAN], '&dimensions=family,brand');
    const sold = await report([{ ...PLAN, kind: 'sales' }], '&dimensions=family,brand');
    const days = 76; // from the day after the data to the eve of the end
    const compare = (node: Report['total'], past: Report['total'], own: typeof lines) => {
      const sum = (of: (line: Numbers) => number): number =>
        own.reduce((total, line) => total + of(numbersOf(line)), 0);
      const wanted = {
        sales: sum((line) => line.sales),
        profit: sum((line) => line.profit),
        sales_qty: sum((line) => line.sales_qty),
        sales_discount_pct:
          100 * (1 - sum((line) => line.sales) / sum((line) => line.price * line.sales_qty)),
        season_sales_qty: sum((line) => line.season_sales_qty),
        discount_budget: sum((line) => line.discount_budget),
        sell_through_pct:
          (100 * sum((line) => line.season_sales_qty)) / sum((line) => line.season_sales_qty + line.stock),
        stock_qty: sum((line) => line.stock),
        stock_cost_value: sum((line) => line.stock * line.cost),
        stock_retail_value: sum((line) => line.stock * line.price),
        day_count: days,
        item_group_count: own.length,
        face_discount_pct: sum((line) => line.discount_pct * line.stock_qty) / sum((line) => line.stock_qty),
      } satisfies Record<keyof Report['total']['series'][number], number>;
      for (const [name, value] of Object.entries(wanted)) {
        // Units are kept to seven digits: what is left of a stock is known to a millionth of the stock, not of itself.
        const whole = /^stock_/.test(name) ? sum((line) => line[name as 'stock_qty']) : 0;
        const measured = node.series[0]?.[name as keyof typeof wanted] ?? Number.NaN;
        expect(Math.abs(measured - value), name).toBeLessThan(1e-6 * Math.max(20, Math.abs(value), whole));
      }
      // What is there on the data's day, of the series of sales: the columns of the listing themselves.
      for (const name of ['stock_qty', 'stock_cost_value', 'stock_retail_value'] as const)
        near(
          past.series[0]?.[name],
          sum((line) => line[name]),
        );
    };
    compare(plan.total, sold.total, lines);
    for (const [at, family] of plan.data.entries()) {
      const own = lines.filter((line) => (line.family || null) === family.key);
      const past = sold.data[at];
      if (!past) throw new Error('the same families');
      compare(family, past, own);
      for (const [index, brand] of (family.data ?? []).entries()) {
        const pastBrand = past.data?.[index];
        if (!pastBrand) throw new Error('the same brands');
        compare(
          brand,
          pastBrand,
          own.filter((line) => line.brand === brand.key),
        );
      }
    }
  });

  it('[SERIES-03] is narrowed by the filter of the listing, and cut at a last day', async () => {
    const filter = encodeURIComponent(
      JSON.stringify({ combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Lune' }] }),
    );
    const groups = await ask<GroupPage>(`/projects/${project._id}/discounts/groups?by=brand`);
    const lune = groups.data.find(({ keys }) => keys[0] === 'Lune');
    near(figures(await report([PLAN], `&filter=${filter}`)).sales, lune?.forecast?.sales);
    const whole = figures(await report([PLAN]));
    const parts = await report([PLAN], '&to_date=2026-07-14&by_day=true');
    expect(parts.series[0]?.span).toEqual({ from_date: '2026-06-11', to_date: '2026-07-14' });
    expect(figures(parts).sales_qty).toBeLessThan(whole.sales_qty ?? 0);
    expect(figures(parts).stock_qty).toBeGreaterThan(whole.stock_qty ?? 0);
    // Day after day, to the very figure of the tree.
    expect(parts.days).toHaveLength(34);
    near(parts.days?.at(-1)?.series[0]?.sales, figures(parts).sales);
    const cut = await report([PLAN], '&to_date=2026-06-15');
    near(parts.days?.find(({ date }) => date === '2026-06-15')?.series[0]?.sales_qty, figures(cut).sales_qty);
    await ask(`/series/report?projectIds=${project._id}&series=[{"serie_date":"x","kind":"sales"}]`, 400);
    await ask('/series?projectIds=00000000-0000-7000-8000-000000000000', 404);
  });

  it('is exported with the figures of the report, a row a group of every level', async () => {
    const { total, data } = await report([PLAN], '&dimensions=family');
    const series = encodeURIComponent(JSON.stringify([PLAN]));
    const query = `projectIds=${project._id}&series=${series}&dimensions=family&metrics=sales_qty`;
    const file = await ask<string>(`/series/report/csv?${query}`);
    const written = (value: number | null | undefined) => String(Number(value?.toFixed(4))).replace('.', ',');
    expect(file.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
      'Niveau;Famille;Ventes unitaires : Plan',
      `0;Total;${written(total.series[0]?.sales_qty)}`,
      ...data.map(({ key, series: [own] }) => `1;${key ?? NOT_FILLED_IN};${written(own?.sales_qty)}`),
    ]);
    for (const order of ['asc', 'desc'] as const) {
      const sorted = await ask<string>(`/series/report/csv?${query}&sort=sales_qty:0&order=${order}`);
      const groups = sorted.trimEnd().split('\r\n').slice(2);
      const sold = groups.map((row) => Number(row.split(';')[2]?.replace(',', '.')));
      expect(sold).toEqual(sold.toSorted((a, b) => (order === 'asc' ? a - b : b - a)));
      expect(sold).toHaveLength(data.length);
    }
    await ask(`/series/report/pdf?${query}`, 400);
    // Taken while the plan has changed since it was recorded, the file says so: it is read away from the screen.
    await choose(test, project._id, { R1: 50 });
    const [headings] = (await ask<string>(`/series/report/csv?${query}`)).replace('\ufeff', '').split('\r\n');
    expect(headings).toBe('Niveau;Famille;Ventes unitaires : Plan · avant les derniers changements');
    await synced();
    expect(await ask<string>(`/series/report/csv?${query}`)).not.toContain('avant les derniers changements');
  });
});

describe('[SERIES-01] series compared', () => {
  it('a run is what its comparison says of it, on the lines that it has', async () => {
    const made = await send<Scenario>('POST', '/scenarios', { name: 'Marge', goal: 'profit' });
    const run = await send<Optimization>('POST', `/scenarios/${made._id}/optimizations`, {
      projects: [project._id],
    });
    const { dates } = await synced();
    expect(dates[0]?.scenarios).toContainEqual({ _id: made._id, name: 'Scénario « Marge »' });
    const answer = await report([PLAN, { ...PLAN, scenario_id: made._id }]);
    expect(answer.comparable).toBe(true);
    const compared = await ask<PlanComparison>(
      `/optimizations/comparison?optimization_ids=${run._id}&project_ids=${project._id}`,
    );
    for (const name of ['sales_qty', 'sales', 'profit', 'discount_budget', 'sales_discount_pct'] as const) {
      near(figures(answer, 0)[name], compared.current.end[name]);
      near(figures(answer, 1)[name], compared.runs[0]?.plan.end[name]);
    }
  });

  it('a signed phase and what was sold are the post-mortem’s', async () => {
    const promised = figures(await report([PLAN], '&to_date=2026-06-23'));
    await send('PUT', `/projects/${project._id}`, { working_phase: 1 });
    await synced();
    await send('PUT', `/projects/${project._id}`, { data_date: '2026-07-01' });
    const { series } = await synced();
    const signed = { ...PLAN, project_phase: 0 };
    expect(series.map(({ label, serie_date }) => `${label} ${serie_date}`)).toEqual([
      'Plan 2026-07-01',
      'Ventes 2026-07-01',
      `Plan ${SIGNED_ON}`,
      `Scénario « Marge » ${SIGNED_ON}`,
      `Démarque 1, validée ${SIGNED_ON}`,
      `Ventes ${SIGNED_ON}`,
    ]);
    const sold = { serie_date: '2026-07-01', kind: 'sales' };
    const answer = await report([signed, sold]);
    const { phases } = await ask<Results>(`/projects/${project._id}/results`);
    for (const name of ['sales_qty', 'sales', 'profit', 'discount_budget'] as const) {
      near(figures(answer, 0)[name], promised[name]);
      near(figures(answer, 0)[name], phases[0]?.planned?.[name]);
      near(figures(answer, 1)[name], phases[0]?.real[name]);
    }
    expect(answer).toMatchObject({ comparable: true, left_out_projects: [] });
    expect(answer.series.map(({ span }) => span)).toEqual([
      { from_date: '2026-06-11', to_date: '2026-06-23' },
      { from_date: '2026-06-11', to_date: '2026-06-23' },
    ]);
    // Of the tills: the Mondays of the phase at 20 % off.
    expect(figures(answer, 1)).toMatchObject({ sales_qty: 2 * 90, day_count: 13, item_group_count: 12 });
    near(figures(answer, 1).sales_discount_pct, 20);
    // By group too, with what the post-mortem works its rates out from.
    const grouped = await report([signed, sold], '&dimensions=family');
    const results = await ask<Results>(`/projects/${project._id}/results?by=family`);
    expect(grouped.data.map(({ key }) => key)).toEqual(['Jupes', 'Pulls', 'Robes', null]);
    for (const node of grouped.data) {
      const own = results.groups.find(({ key }) => key === node.key);
      const lines = own?.line_count ?? 0;
      expect(node.series.map((measures) => measures.item_group_count)).toEqual([lines, lines]);
      // Planned units of a line are said to a thousandth there, and no product costs sixty euros.
      const within = 0.0005 * 60 * lines;
      [own?.planned, own?.real].forEach((wanted, place) => {
        const measures = node.series[place];
        for (const name of ['sales_qty', 'sales', 'profit', 'discount_budget'] as const)
          expect(Math.abs((measures?.[name] ?? Number.NaN) - (wanted?.[name] ?? 0)), name).toBeLessThan(
            within,
          );
        const { sales, list_sales } = wanted ?? {};
        expect(measures?.sales_discount_pct).toBeCloseTo(100 * (1 - (sales ?? 0) / (list_sales ?? 0)), 2);
      });
    }
  });

  it('[API-56] [SERIES-03] is what their files say by hand, for any dimensions, filter and last day', async () => {
    const rows = await listSeries(
      test.deps.database.db,
      proveProject(systemScope(ORGANIZATION), project._id),
    );
    const { data: lines } = await ask<LinePage>(`/projects/${project._id}/discounts?size=1000`);
    const named = {
      family: (line: LinePage['data'][number]) => line.family || null,
      brand: (line: LinePage['data'][number]) => line.brand ?? null,
    };
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(rows, { minLength: 1, maxLength: 3 }),
        fc.shuffledSubarray(['family', 'brand'] as const),
        fc.option(
          fc.record({
            field: fc.constantFrom('family', 'brand'),
            value: fc.constantFrom('Lune', 'Robes', 'Pulls'),
          }),
        ),
        fc.option(fc.integer({ min: 0, max: 80 }).map((day) => addDays('2026-06-09', day))),
        async (chosen, dimensions, rule, to_date) => {
          const filter =
            rule &&
            encodeURIComponent(
              JSON.stringify({ combinator: 'and', rules: [{ ...rule, operator: 'equals' }] }),
            );
          const answer = await report(
            chosen.map((serie) => nameOf({ season: null }, serie)),
            `&dimensions=${dimensions.join(',')}${filter ? `&filter=${filter}` : ''}${to_date ? `&to_date=${to_date}` : ''}`,
          );
          const taken = lines.filter(
            (line) => !rule || named[rule.field as 'family' | 'brand'](line) === rule.value,
          );
          const folderOf = (version: number) => join(test.deps.folders.root, seriePath(project._id, version));
          const wanted = await measureByHand(join(test.deps.config.data_folder, 'by-hand'), {
            series: chosen.map(({ version, kind, phases }) => ({ folder: folderOf(version), kind, phases })),
            keys: new Map(taken.map((line) => [line._id, dimensions.map((name) => named[name](line))])),
            to_date,
          });
          const compare = (node: Report['total'], keys: (string | null)[]) =>
            node.series.forEach((measures, place) => {
              const byHand = wanted[place]?.get(JSON.stringify(keys));
              for (const [name, value] of Object.entries(measures))
                if (byHand?.[name] == null) expect(value, name).toBeNull();
                else near(value, byHand[name]);
            });
          compare(answer.total, []);
          let nodes = 1;
          for (const child of answer.data) {
            compare(child, [child.key]);
            nodes += 1 + (child.data?.length ?? 0);
            for (const leaf of child.data ?? []) compare(leaf, [child.key, leaf.key]);
          }
          const found = Math.max(...wanted.map(({ size }) => size));
          if (found > 0) expect(nodes).toBe(found);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('a plan and what was sold before it share no day: each has its own, and they are not compared', async () => {
    const at = { serie_date: '2026-07-01' };
    const answer = await report([
      { ...at, kind: 'forecast' },
      { ...at, kind: 'sales' },
    ]);
    expect(answer.comparable).toBe(false);
    expect(answer.series.map(({ span }) => span)).toEqual([
      { from_date: '2026-07-02', to_date: '2026-08-25' },
      { from_date: '2026-06-10', to_date: '2026-07-01' },
    ]);
  });

  it('a project without one of them is left out, and said', async () => {
    const answer = await report([PLAN, { ...PLAN, name: 'Autre outil' }]);
    expect(answer.left_out_projects).toEqual([{ _id: project._id, name: project.name, missing: [1] }]);
    expect(figures(answer).sales).toBeNull();
  });

  it('a season is the earlier edition of the project, aligned by phase and day', async () => {
    const next = await openProject(test, 'Soldes 2027/Femme', {
      data_date: '2026-07-01',
      end_date: '2027-08-25',
      phases: ['2027-06-09', '2027-06-23', '2027-07-14'].map((start_date) => ({ name: null, start_date })),
    });
    await settle();
    const { seasons, series } = await ask<List>(`/series?projectIds=${next._id}`);
    expect(seasons).toEqual(['Soldes 2026']);
    const sold = { serie_date: '2026-07-01', kind: 'sales', season: 'Soldes 2026' };
    expect(series.map(({ _id, season, kind }) => [_id !== '', season, kind])).toContainEqual([
      true,
      'Soldes 2026',
      'sales',
    ]);
    const asked = encodeURIComponent(JSON.stringify([{ serie_date: '2026-07-01', kind: 'forecast' }, sold]));
    const answer = await ask<Report>(
      `/series/report?projectIds=${next._id}&series=${asked}&to_date=2027-06-15`,
    );
    expect(answer.series.map(({ span }) => span)).toEqual([
      { from_date: '2027-06-09', to_date: '2027-06-15' },
      { from_date: '2026-06-10', to_date: '2026-06-16' },
    ]);
    expect(figures(answer, 1).sales_qty).toBeCloseTo(90, 4);
  });
});

describe('[SERIES-04] [API-57] series of another tool', () => {
  async function upload(text: string): Promise<{ status: number; body: Imported }> {
    const form = new FormData();
    form.append('uploadedFiles', new Blob([text]), 'avant.csv');
    const packed = new Response(form);
    const { status, body } = await test.ask('claire', {
      method: 'POST',
      url: '/api/series/import',
      headers: { 'content-type': packed.headers.get('content-type') ?? '' },
      payload: Buffer.from(await packed.arrayBuffer()),
    });
    return { status, body };
  }

  it('are taken row by row, a bad row named; the new date appears', async () => {
    const { status, body } = await upload(
      [
        'Projet;Code produit;Démarque;Date;Série;Type;Quantité;Taux;CA;Avis',
        `${project.name};R1;1;05/06/2026;Outil d’avant;prévision;10;20 %;;`,
        `${project.name};R2;Démarque 1;05/06/2026;Outil d’avant;prévision;1 000,5;30;;`,
        `${project.name};ZZ;1;05/06/2026;Outil d’avant;prévision;10;20;;`,
        `${project.name};R3;9;05/06/2026;Outil d’avant;prévision;10;20;;`,
        `Inconnu;R3;1;05/06/2026;Outil d’avant;prévision;10;20;;`,
        `${project.name};R3;1;05/06/2026;Outil d’avant;prévision;dix;20;;`,
        `${project.name};R4;1;05/06/2026;Outil d’avant;prévision;10;;;`,
      ].join('\n'),
    );
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.files).toEqual([{ file: 'avant.csv', rows_read: 7, rows_kept: 2 }]);
    expect(body.errors.map(({ line, column, value }) => [line, column, value])).toEqual([
      [4, 'Code produit', 'ZZ'],
      [5, 'Démarque', '9'],
      [6, 'Projet', 'Inconnu'],
      [7, 'Quantité', 'dix'],
      [8, 'Taux', null],
    ]);
    expect(body).toMatchObject({ error_count: 5, unknown_headings: ['Avis'] });
    expect(body.series).toMatchObject([
      { label: 'Outil d’avant', serie_date: '2026-06-05', kind: 'forecast' },
    ]);
    const { dates } = await ask<List>(`/series?projectIds=${project._id}`);
    expect(dates.map(({ serie_date }) => serie_date)).toContain('2026-06-05');
    const own = { serie_date: '2026-06-05', kind: 'forecast', name: 'Outil d’avant' };
    // R1 at 41 euros and R2 at 42.
    near(figures(await report([own])).sales, 10 * 41 * 0.8 + 1000.5 * 42 * 0.7);
  });

  it.each([
    ['their thousands parted, their discounts in shares', '1.200', '0,2', 12],
    ['three decimals of every count', '12,000', '20 %', 13],
  ])('are read as their files write numbers: %s', async (_, qty, discount, day) => {
    const date = `${day}/06/2026`;
    const { status, body } = await upload(
      [
        'Projet;Code produit;Démarque;Date;Série;Type;Quantité;Taux',
        `${project.name};R1;1;${date};Chiffres;prévision;${qty};${discount}`,
        `${project.name};R2;1;${date};Chiffres;prévision;${qty === '1.200' ? '987' : '7,000'};${discount}`,
      ].join('\n'),
    );
    expect([status, body.error_count]).toEqual([201, 0]);
    const own = { serie_date: `2026-06-${day}`, kind: 'forecast', name: 'Chiffres' };
    const [one, other] = qty === '1.200' ? [1200, 987] : [12, 7];
    near(figures(await report([own])).sales, one * 41 * 0.8 + other * 42 * 0.8);
  });

  it('a name with a NUL is a bad row', async () => {
    const { status, body } = await upload(
      [
        'Projet;Code produit;Démarque;Date;Série;Type;Quantité;Taux',
        `${project.name};R1;1;06/06/2026;Nul\u0000;prévision;10;20`,
        `${project.name};R2;1;06/06/2026;Sain;prévision;10;20`,
      ].join('\n'),
    );
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.errors).toMatchObject([{ line: 2, column: 'Série', reason: 'caractère refusé (U+0000)' }]);
    expect(body.series.map(({ label }) => label)).toEqual(['Sain']);
  });

  it('name the column that lacks', async () => {
    const { status, body } = await upload('Projet;Produit;Quantité\nx;y;1\n');
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: expect.stringContaining('« demarque »') });
  });
});

it('series whose files are gone are no longer offered, and recorded again', async () => {
  const folder = join(test.deps.config.data_folder, 'serie', project._id);
  await rm(folder, { recursive: true });
  expect((await ask<List>(`/series?projectIds=${project._id}`)).series).toEqual([]);
  await choose(test, project._id, { R5: 60 });
  const { series } = await synced();
  expect(series.map(({ label }) => label)).toEqual(['Plan', 'Ventes']);
  await report([PLAN, { ...PLAN, project_phase: 0 }]);
});

it('[PERM-04] a merchandiser whom nothing was given compares them', async () => {
  const series = encodeURIComponent(JSON.stringify([{ ...PLAN, serie_date: '2026-07-01' }]));
  const { status, body } = await test.ask('marion', {
    url: `/api/series/report?projectIds=${project._id}&series=${series}`,
  });
  expect(status).toBe(200);
  expect((body as Report).total.series[0]?.sales).toBeGreaterThan(0);
});

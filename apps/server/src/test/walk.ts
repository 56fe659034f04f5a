import { type Optimization, type Project, ROUTE_LIST, type Route, type Scenario } from '@palier/contract';
import type { Line } from '@palier/domain';
import { waitForJobs } from '../modules/jobs/service.ts';
import { systemScope } from '../scope.ts';
import type { Person, TestApp } from './app.ts';
import { choose, importShop, linesOf, ORGANIZATION, openProject } from './small-shop.ts';

/** A retailer of two brands, with a project of both and one of « Éclat » alone, in which everything was done once. */
export interface World {
  mixed: Project;
  other: Project;
  lines: ReadonlyMap<string, Line>;
  run: Optimization;
  ids: Readonly<Record<'scenario' | 'import' | 'rule' | 'view' | 'activity', string>>;
}

/** What every unit costs: no other figure of the shop is a multiple of it. */
export const COST = 7.77;

const families = (...names: string[]) => ({
  selection: {
    item_query: { combinator: 'and', rules: [{ field: 'family', operator: 'in', value: names }] },
  },
});

const isLune = (index: number) => index % 3 > 0;

/** Codes say whose products are: « LUNE-… », « ECLAT-… ». */
export async function makeWorld(test: TestApp): Promise<World> {
  const products = Array.from({ length: 24 }, (_, index) => ({
    code: `${isLune(index) ? 'LUNE' : 'ECLAT'}-${String(index).padStart(2, '0')}`,
    brand: isLune(index) ? 'Lune' : 'Éclat',
    family: index < 18 || isLune(index) ? 'Robes' : 'Manteaux',
    ...{ weekly_sales: 2 + (index % 5), stock: 20 + 6 * index, price: 40 + index, cost: COST },
  }));
  await importShop(test, products);
  const mixed = await openProject(test, 'Soldes/Femme/Robes', families('Robes'));
  const other = await openProject(test, 'Soldes/Femme/Caché', families('Manteaux'));
  const send = sender(test);
  const lines = await linesOf(test, mixed._id);
  await choose(test, mixed._id, Object.fromEntries([...lines.keys()].map((code) => [code, 40])));
  for (const code of ['LUNE-01', 'ECLAT-00'])
    await send('POST', `/discounts/${lines.get(code)?._id}/comments`, { comment: `vu ${code}` });
  const rule = await send<{ _id: string }>('POST', `/projects/${mixed._id}/rules`, {
    ...{ name: 'Robes à 20', query: null },
    ...{ discount_spec_map_type: 'fixed', discount_spec_map: { '*': 20 } },
  });
  await send('POST', `/projects/${mixed._id}/rules/process`);
  const view = await send<{ _id: string }>('POST', '/views', { name: 'À moi', shared: true });
  const scenario = await send<Scenario>('POST', '/scenarios', { name: 'Essai', goal: 'profit' });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  const asked = await send<Optimization>('POST', `/scenarios/${scenario._id}/optimizations`, {
    projects: [mixed._id],
  });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  const run = await send<Optimization>('GET', `/optimizations/${asked._id}`);
  const imports = await send<{ data: { _id: string }[] }>('GET', '/imports');
  const activities = await send<{ data: { activity_id: string }[] }>(
    'GET',
    `/projects/${mixed._id}/activity`,
  );
  const ids = {
    ...{ scenario: scenario._id, import: imports.data[0]?._id ?? '', rule: rule._id, view: view._id },
    activity: activities.data[0]?.activity_id ?? '',
  };
  return { mixed, other, lines, run, ids };
}

function sender(test: TestApp) {
  return async <T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> => {
    const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

/** What a route that answers lines, or figures of them, is asked: the address after the path, or a body. */
export interface Asked {
  route: Route;
  url: string;
  payload?: object;
}

const NOTHING_TOLD = new Set(['events.stream', 'pictures.get']);
/** Routes that write nothing though they are no GET. */
const READ_BODIES: Readonly<Record<string, (world: World) => object>> = {
  'discounts.group_pages': () => ({ by: ['brand'] }),
  'projects.simulate': () => ({ objective: { discount_pct_distribution: { 20: 50, 40: 50 } } }),
  'projects.what_if': () => ({ edits: [{ edit: { discount_pct_user: 60 } }] }),
  'projects.preview': ({ mixed }) => ({ _id: mixed._id }),
  'rules.preview': () => ({
    ...{ name: 'Essai', query: null },
    ...{ discount_spec_map_type: 'fixed', discount_spec_map: { '*': 60 } },
  }),
  'optimizations.preview_listing': ({ mixed, run }) => ({
    optimization_ids: [run._id],
    project_ids: [mixed._id],
  }),
};

/** Reports of the plan, the sales and the run, of both projects. */
function seriesReports({ mixed, other, run }: World): readonly string[] {
  return [
    ...['forecast', 'sales'].map((kind) => [{ serie_date: '2026-07-01', kind }]),
    [{ serie_date: '2026-07-01', kind: 'forecast', scenario_id: run.scenario_id }],
  ].flatMap((series) =>
    [mixed, other].map(
      ({ _id }) =>
        `projectIds=${_id}&dimensions=family,brand&series=${encodeURIComponent(JSON.stringify(series))}`,
    ),
  );
}

/** The parameters that a route does not go without, and those with which it tells the most. */
const QUERIES: Readonly<Record<string, (world: World) => readonly string[]>> = {
  'discounts.list': () => [
    'size=1000&summary=true&includes=stock_coverage,sales_boost,items_stats&by=brand',
    '',
  ],
  'discounts.groups': () => ['by=brand&summary=true', 'by=family,brand&all_levels=true'],
  'discounts.references': () => ['by=brand'],
  'discounts.export': () => ['by=brand', ''],
  'projects.results': () => ['by=brand', ''],
  'optimizations.compare': ({ run, mixed }) => [`optimization_ids=${run._id}&project_ids=${mixed._id}`],
  'optimizations.differences': ({ run }) => [`optimization_ids=${run._id},${run._id}`],
  'fields.count': () => ['map_keys=Lune'],
  'series.list': ({ mixed }) => [`projectIds=${mixed._id}`],
  'series.dimensions': ({ mixed }) => [`projectIds=${mixed._id}`],
  'series.status': ({ mixed }) => [`projectIds=${mixed._id}`],
  'series.report': (world) => seriesReports(world).map((query) => `${query}&by_day=true`),
  'series.export': seriesReports,
};

const VALUES: Readonly<Record<string, readonly string[]>> = {
  field: ['brand', 'item_group_id', 'title'],
  template: ['listing-csv', 'prices-csv'],
  format: ['csv', 'xlsx'],
};

/** Every route that answers without writing, asked of everything in the world that it can be asked of. */
export function readingRoutes(world: World): Asked[] {
  return ROUTE_LIST.filter(
    (route) =>
      !NOTHING_TOLD.has(route.id) &&
      route.right !== 'public' &&
      (route.method === 'GET' || READ_BODIES[route.id] !== undefined),
  ).flatMap((route) => {
    const payload = READ_BODIES[route.id]?.(world);
    const queries = QUERIES[route.id]?.(world) ?? [''];
    return pathsOf(route, world).flatMap((path) =>
      queries.map((query) => ({
        route,
        url: `/api${path}${query && `?${query}`}`,
        ...(payload && { payload }),
      })),
    );
  });
}

function pathsOf(route: Route, world: World): string[] {
  const { mixed, other, run, ids } = world;
  // Of both brands.
  const lines = [...world.lines].filter(([code]) => /-0[0-5]$/.test(code));
  const kinds: Record<string, readonly string[]> = {
    projects: [mixed._id, other._id],
    discounts: lines.map(([, { _id }]) => _id),
    optimizations: [run._id],
    imports: [ids.import],
  };
  const own = kinds[route.path.split('/')[1] ?? ''] ?? ['00000000-0000-7000-8000-000000000000'];
  const values: Record<string, readonly string[]> = {
    ...VALUES,
    ...{ id: own, optimizationId: [run._id], itemGroupId: lines.map(([code]) => code) },
    ...{ rule: [ids.rule], activityId: [ids.activity], version: ['1'] },
  };
  let paths = [route.path as string];
  for (const [, name = ''] of route.path.matchAll(/\{(\w+)\}/g))
    paths = paths.flatMap((path) =>
      (values[name] ?? ['1']).map((value) => path.replace(`{${name}}`, encodeURIComponent(value))),
    );
  return paths;
}

/** An answer as somebody gets it, whatever its kind. */
export async function answerTo(test: TestApp, person: Person, { route, url, payload }: Asked) {
  return test.ask(person, { method: route.method, url, ...(payload && { payload }) });
}

import type { PlanComparison, Project, References, RouteOutput } from '@palier/contract';
import type { Group, GroupPage, LinePage } from '@palier/domain';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './test/app.ts';
import { asker, runOn, settle } from './test/figure-shop.ts';
import { expectSame, FIELDS, listed, planOf, same, startComparing } from './test/figures.ts';
import { importTexts } from './test/small-shop.ts';

// The same as one-figure.test.ts, of projects in which something is not known: a cost, a price, a stock, a past. What the
// listing does not know is « - » wherever its figure stands, never 0.

/** Products by family: without a cost, some of them with one, with all. */
const PRODUCTS = Array.from({ length: 12 }, (_, index) => {
  const family = ['Sans', 'Mixte', 'Avec'][index % 3] ?? '';
  const cost = family === 'Sans' || (family === 'Mixte' && index % 2 === 0) ? null : 7;
  return { code: `P${index}`, family, cost, price: 40, weekly: 1 + (index % 4), stock: 20 + index };
});
const ODD = [
  { code: 'SANS_PRIX', price: null },
  { code: 'SANS_STOCK', stock: null },
  { code: 'SANS_VENTES', weekly: 0 },
  { code: 'ORDINAIRE' },
].map((product) => ({ family: 'Rares', cost: 7, price: 40, weekly: 2, stock: 25, ...product }));

let test: TestApp;
let projects: Record<'costless' | 'mixed' | 'odd' | 'begun' | 'waiting' | 'pounds', Project>;
const get = <T>(url: string): Promise<T> => asker(test)<T>('GET', url);

type Row = readonly (string | number | null)[];
const csv = (rows: readonly Row[]): string =>
  rows.map((row) => row.map((cell) => cell ?? '').join(',')).join('\n');
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

function files(): Record<string, string> {
  const all = [...PRODUCTS, ...ODD];
  const sales: Row[] = [];
  for (let at = Date.parse('2025-05-04'); at <= Date.parse('2026-07-05'); at += 7 * 86_400_000)
    for (const { code, weekly, price } of all)
      if (weekly > 0)
        sales.push([day(at), code, 'M01', weekly, price === null ? null : (weekly * price).toFixed(2)]);
  const heads = ['item_group_id', 'title', 'brand', 'family', 'price', 'cost', 'vat_rate'];
  const items = all.map(({ code, family, price, cost }) => [code, code, 'Lune', family, price, cost, 20]);
  return {
    'articles.csv': csv([heads, ...items]),
    'tarifs.csv': csv([
      ['item_group_id', 'price_list_id', 'from_date', 'price', 'currency'],
      ...PRODUCTS.map(({ code }) => [code, 'UK', '2026-01-01', 36, 'GBP']),
    ]),
    'taux.csv': csv([
      ['devise', 'date', 'taux_de_change'],
      ['GBP', '2025-01-01', 1.2],
    ]),
    'ventes.csv': csv([['date', 'item_group_id', 'location_code', 'quantity', 'amount'], ...sales]),
    'stock.csv': csv([
      ['item_group_id', 'inventory_code', 'quantity', 'date'],
      ...all.flatMap(({ code, stock }) => (stock === null ? [] : [[code, 'M01', stock, '2026-07-05']])),
    ]),
  };
}

const ofFamily = (value: string) => ({
  selection: {
    item_query: { combinator: 'and', rules: [{ field: 'family', operator: 'equals', value }] },
  },
});
const phases = (...starts: string[]) => ({ phases: starts.map((start_date) => ({ start_date })) });
const objective = {
  discount_pct_distribution: { 20: 50, 30: 50 },
  discount_pct_distribution_params: { basis: 'discount_count', discount_budget: 500 },
};

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importTexts(test, files(), { currency: 'EUR' });
  const send = asker(test);
  const make = (name: string, more: object = {}): Promise<Project> =>
    send('POST', '/projects', {
      ...{ name: `Soldes 2026/Femme/${name}`, ...phases('2026-07-08', '2026-07-22'), end_date: '2026-08-05' },
      ...{ working_phase: 0, discount_pct_range: [20, 30, 50], ...more },
    });
  const made = {
    costless: await make('Sans coût', { ...ofFamily('Sans'), objective }),
    mixed: await make('Mixte'),
    odd: await make('Rares', ofFamily('Rares')),
    begun: await make('Commencée', { ...phases('2026-07-01', '2026-07-22'), objective }),
    waiting: await make('En attente', { ...phases('2026-06-01', '2026-06-15'), end_date: '2026-06-29' }),
    pounds: await make('Livres', {
      ...{ catalog_currency: 'GBP', accounting_currency: 'GBP', selection: { price_list_id: 'UK' } },
    }),
  };
  await settle(test);
  for (const { _id } of Object.values(made)) {
    const { data } = await send<LinePage>('GET', `/projects/${_id}/discounts?size=1000`);
    const edits = data.map((line, index) => [
      line._id,
      index % 4 === 3 ? { included: false } : { discount_pct_user: index % 2 ? 20 : 30 },
    ]);
    await send('PUT', `/projects/${_id}/discounts`, Object.fromEntries(edits));
  }
  const { data } = await send<{ data: Project[] }>('GET', '/projects');
  const now = ({ _id }: Project): Project => data.find((one) => one._id === _id) ?? made.mixed;
  projects = {
    ...{ costless: now(made.costless), mixed: now(made.mixed), odd: now(made.odd) },
    ...{ begun: now(made.begun), waiting: now(made.waiting), pounds: now(made.pounds) },
  };
}, 300_000);
afterAll(() => test?.close());

const totalOf = async ({ _id }: Project, more = listed): Promise<Group> =>
  (await get<LinePage & { summary: Group }>(`/projects/${_id}/discounts?size=1&summary=true&${more}`))
    .summary;

it('what is known of no product is unknown in the plans, what they are read against, and what an edit would do', async () => {
  startComparing();
  const send = asker(test);
  for (const [name, project] of Object.entries(projects)) {
    const { _id } = project;
    const [total, all] = [await totalOf(project), await totalOf(project, `fields=${FIELDS.join(',')}`)];
    const whatIf = await send<RouteOutput<'projects.what_if'>>('POST', `/projects/${_id}/simulate`, {
      edits: [{ edit: { discount_pct_user: 50 } }],
    });
    same(`${name}, what-if`, whatIf.project.before, planOf(all, 'forecast'));
    same(`${name}, lines of the what-if`, whatIf.before, planOf(all, 'forecast'));
    const isKnown = (figures: object) =>
      Object.fromEntries(Object.entries(figures).map(([id, value]) => [id, value === null ? null : 1]));
    same(`${name}, after`, isKnown(whatIf.after), isKnown(whatIf.before));
    const simulated = await send<RouteOutput<'projects.simulate'>>('PUT', `/projects/${_id}/simulate`, {
      objective: { discount_pct_distribution: { 0: 50, 20: 50 } },
    });
    same(`${name}, simulation`, { ...simulated.current?.forecast }, planOf(total, 'forecast'));
    const { _id: run, result_overview } = await runOn(test, [project]);
    const own = result_overview?.projects[0];
    same(`${name}, run`, { ...own?.current_forecast }, planOf(total, 'forecast'));
    same(
      `${name}, run of the phase`,
      { ...own?.current_phase_forecast },
      {
        ...planOf(total, 'phase_forecast'),
      },
    );
    const compared = await get<PlanComparison>(
      `/optimizations/comparison?optimization_ids=${run}&project_ids=${_id}`,
    );
    for (const [horizon, family] of [['phase', 'phase_forecast'] as const, ['end', 'forecast'] as const]) {
      same(`${name}, comparison`, compared.current[horizon], planOf(total, family));
      for (const plan of [compared.nothing, compared.best, compared.runs[0]?.plan])
        same(`${name}, other plans`, isKnown({ ...plan?.[horizon] }), isKnown(planOf(total, family)));
    }
  }
  expectSame();
}, 120_000);

it('a group of which nobody knows the margin is read against no margin, whatever the others of its project know', async () => {
  startComparing();
  const { _id } = projects.mixed;
  const activity = await get<{ data: { activity_id: string }[] }>(`/projects/${_id}/activity?size=1`);
  const since = activity.data[0]?.activity_id ?? '';
  const { data } = await get<References>(
    `/projects/${_id}/discounts/references?included=true&by=family&since=${since}`,
  );
  const groups = await get<GroupPage>(`/projects/${_id}/discounts/groups?by=family&size=100&${listed}`);
  expect(groups.data.length).toBeGreaterThan(2);
  for (const group of groups.data) {
    const row = data.find(({ keys }) => keys.join() === group.keys.join());
    same(`${group.key}`, { ...row?.end.before }, planOf(group, 'forecast'));
    const profit = group.forecast?.profit ?? null;
    const knows = (value: number | null | undefined) => ({ profit: (value ?? null) === null ? null : 1 });
    for (const one of [row?.end.nothing, row?.end.best, row?.end.last_year])
      same(`${group.key}`, knows(one?.profit), knows(profit));
  }
  expectSame();
}, 60_000);

it('the files of a project in another currency say which one their amounts are in', async () => {
  const read = async (template: string, columns: string) => {
    const { body } = await test.ask('claire', {
      url: `/api/projects/${projects.pounds._id}/export/${template}?included=true${columns}`,
    });
    return parse(body, { delimiter: ';', columns: true, bom: true }) as Record<string, string>[];
  };
  const rows = await read('listing-csv', `&columns=${FIELDS.join(',')}`);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatchObject({ Devise: 'GBP', 'Devise des coûts': 'GBP' });
  const units = await read('listing-csv', '&columns=stockTotal');
  expect(Object.keys(units[0] ?? {})).not.toContain('Devise des coûts');
});

import type { FieldDescription, Product, ProjectStats, RouteOutput, RulePreview } from '@palier/contract';
import { findField, type GroupPage, type Line, type LinePage, readField } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp, userOf } from '../../test/app.ts';
import { choose, importTexts, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

type ItemCounts = RouteOutput<'items.count'>;
type Terms = RouteOutput<'fields.terms'>;

const TODAY = '2026-07-01';
const SIZES = ['36', '38'];
let test: TestApp;
let project_id: string;

/** Fourteen products of two sizes; those of the first are sold at two prices. */
const codes = Array.from({ length: 14 }, (_, index) => `P${String(index + 1).padStart(2, '0')}`);
const variants = codes.flatMap((code, index) =>
  SIZES.map((size, place) => ({ code, index, size, place, sku: `${code}-${size}` })),
);
const csv = (heads: string, rows: readonly (readonly unknown[])[]): string =>
  [heads, ...rows.map((row) => row.join(';'))].join('\n');
const day = (offset: number): string =>
  new Date(Date.parse(TODAY) + offset * 86_400_000).toISOString().slice(0, 10);

const FILES = {
  'articles.csv': csv(
    'item_group_id;item_id;size;title;brand;family;price;cost;on_sale_date;matière',
    variants.map(({ code, sku, size, index, place }) => [
      code,
      sku,
      size,
      `Robe ${code}`,
      index % 2 ? 'Lune' : 'Éclat',
      index < 7 ? 'Robes' : 'Jupes',
      index === 0 && place === 1 ? 60 : 50,
      20,
      index === 13 ? '2026-06-15' : '2026-02-01',
      'Coton',
    ]),
  ),
  'ventes.csv': csv(
    'date;item_id;location_code;quantity;amount',
    variants.flatMap(({ sku, place }) =>
      [-3, -10, -17, -24, -40].map((offset) => [
        day(offset),
        sku,
        place ? 'M2' : 'M1',
        2 + place,
        50 * (2 + place) * 0.9,
      ]),
    ),
  ),
  'stock.csv': csv(
    'item_id;inventory_code;quantity;date',
    variants.flatMap(({ sku, index, place }) => [
      [sku, 'M1', index + place, TODAY],
      [sku, 'ENT', 5, TODAY],
    ]),
  ),
  'commandes.csv': csv('item_id;expected_date;quantity', [
    ['P01-36', '2026-07-20', 30],
    ['P01-38', '2026-08-03', 7],
    ['P02-36', '2026-06-02', 4],
  ]),
  'lieux.csv': csv('code;nom;type;pays', [
    ['M1', 'Lyon', 'magasin', 'FR'],
    ['M2', 'Namur', 'magasin', 'BE'],
    ['ENT', 'Orléans', 'entrepôt', 'FR'],
  ]),
  'prix.csv': csv(
    'item_group_id;price_list_id;from_date;price',
    codes.slice(0, 3).map((code) => [code, 'BE', '2026-01-01', 55]),
  ),
};

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importTexts(test, FILES);
  project_id = (await openProject(test, 'Soldes été 2026/Femme/Robes'))._id;
}, 300_000);
afterAll(() => test?.close());

async function get<T>(path: string, params: Record<string, string> = {}): Promise<T> {
  const { status, body } = await test.ask('claire', { url: `/api${path}?${new URLSearchParams(params)}` });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const own = <T>(path: string, params?: Record<string, string>): Promise<T> =>
  get(`/projects/${project_id}${path}`, params);
const first = async (params: Record<string, string> = {}): Promise<Line> =>
  (await own<LinePage>('/discounts', { q: 'P01', ...params })).data[0] as Line;
const filterOf = (field: string, operator: string, value?: unknown): string =>
  JSON.stringify({ combinator: 'and', rules: [{ field, operator, value }] });

describe('a product of the listing', () => {
  const NAMES = [
    ...[
      '_id',
      'item_group_id',
      'title',
      'price',
      'on_sale_date',
      'included',
      'discount_pct',
      'discount_pct_user',
      'discount_pct_auto',
    ],
    ...[
      'discount_pct_opti',
      'discount_pct_is_optimal',
      'discount_pct_min',
      'discount_pct_max',
      'discount_pct_reviewed',
      'discount_pct_incr',
    ],
    ...[
      'discount_history',
      'next_discount_pcts',
      'previous_discount_pct',
      'previous_discount_pcts',
      'project_phase',
      'optimization_goal',
    ],
    ...[
      'optimizations',
      'applied_discount_rules',
      'applied_discount_rule_ids',
      'discount_rules',
      'discount_pct_update_date',
      'discount_pct_update_user',
    ],
    ...[
      'discount_pct_update_description',
      'stock_qty',
      'stock_qty_on_order',
      'in_store_stock_qty',
      'stock_cost_value',
      'stock_retail_value',
    ],
    ...[
      'stock_coverage',
      'out_of_stock_rate',
      'selling_store_count',
      'daily_sales_qty_history',
      'sales_qty_last_7_days',
      'sales_last_7_days',
    ],
    ...[
      'sales_qty_last_4_weeks',
      'sales_last_4_weeks',
      'season_sales_qty',
      'season_sales',
      'season_sell_through_pct',
      'forecast',
    ],
    ...[
      'ongoing_phase_forecast',
      'items_count',
      'items_stats',
      'cost',
      'base_price',
      'gross_base_price',
      'sales_boost',
    ],
  ];

  it('[ENT-07] has every one of its fields under its own name, lazy ones when asked', async () => {
    await choose(test, project_id, { P01: 30 });
    const line = await first({ includes: 'stock_coverage,daily_sales_qty_history,sales_boost' });
    expect(NAMES.filter((name) => !(name in line))).toEqual([]);
    expect(line).toMatchObject({
      ...{
        item_group_id: 'P01',
        title: 'Robe P01',
        on_sale_date: '2026-02-01',
        discount_pct: 30,
        discount_pct_user: 30,
      },
      ...{
        discount_pct_incr: 30,
        discount_pct_update_user: 'Claire Vasseur',
        stock_qty: 11,
        in_store_stock_qty: 1,
        items_count: 2,
      },
      ...{ cost: 20, stock_cost_value: 220, stock_coverage: { cv_score: expect.stringMatching(/^[ABC]$/) } },
      items_stats: [
        { size: '36', stock_qty: 5, in_store_stock_qty: 0 },
        { size: '38', stock_qty: 6, in_store_stock_qty: 1 },
      ],
    });
    expect(line.daily_sales_qty_history).toHaveLength(90);
  });

  it('[ENT-07] [COL-07] has one price, or the list of its sizes’ prices with the one its figures count with first', async () => {
    expect((await first()).price).toEqual([60, 50]);
    const { data, summary } = await own<LinePage>('/discounts', { q: 'P02', summary: 'true' });
    expect(data[0]?.price).toBe(50);
    expect(summary).toMatchObject({ min_price: 50, max_price: 50 });
    const groups = await own<{ data: unknown[] }>('/discounts/groups', { by: 'family', fields: 'stock_qty' });
    expect(groups.data).toMatchObject([
      { key: 'Jupes', min_price: 50, max_price: 50 },
      { key: 'Robes', min_price: 50, max_price: 60 },
    ]);
  });

  it('[LIST-23] [VIEW-05] says lazy figures only when asked, and of shops’ coverage only the statistic chosen', async () => {
    const plain = await first();
    for (const name of ['stock_coverage', 'daily_sales_qty_history', 'sales_boost'])
      expect(plain).not.toHaveProperty(name);
    const all = readField(await first({ includes: 'stock_coverage' }), 'stock_coverage') as object;
    const median = readField(
      await first({ includes: 'stock_coverage', coverage_stat: 'q2' }),
      'stock_coverage',
    ) as object;
    expect(Object.keys(all)).toEqual(
      expect.arrayContaining(['weeks', 'stores_q1_weeks', 'stores_q2_weeks', 'stores_q3_weeks']),
    );
    expect(Object.keys(median).filter((name) => name.startsWith('stores'))).toEqual([
      'stores_q2_weeks',
      'stores_q2_cv_score',
    ]);
    expect(await first({ excludes: 'curve,brand', fields: 'brand,family' })).toSatisfy(
      (line: Line) => !('brand' in line) && !('curve' in line) && line.family === 'Robes',
    );
  });

  it('[CONST-02] has a coverage for each size, at that size’s pace', async () => {
    const product = await own<Product>('/products/P01');
    expect(product.item_group_id).toBe('P01');
    // 8 and 12 units over the last 28 days; 5 and 6 in stock.
    expect(product.variants).toMatchObject([
      {
        size: '36',
        stock_qty: 5,
        weekly_sales_qty: 2,
        stock_coverage: { weeks: (0.75 * 5) / 2, cv_score: 'A' },
      },
      {
        size: '38',
        stock_qty: 6,
        weekly_sales_qty: 3,
        stock_coverage: { weeks: (0.75 * 6) / 3, cv_score: 'A' },
      },
    ]);
    expect(product.levels?.length).toBeGreaterThan(0);
    const unknown = await test.ask('claire', { url: `/api/projects/${project_id}/products/nope` });
    expect(unknown).toMatchObject({ status: 404, body: { error: 'Ce produit est introuvable.' } });
  });
});

describe('a project', () => {
  it('[ENT-05] [ENT-06] has stats of its discounts, their distribution, what is chosen by hand and what has no goal', async () => {
    await choose(test, project_id, { P01: 30, P02: 30, P03: 50 });
    const stats = await own<ProjectStats>('/discounts/stats');
    expect(stats).toMatchObject({
      discount_count: 14,
      discount_pct_user_count: 3,
      optimization_goals: [],
      unset_optimization_goal_count: 14,
    });
    expect(stats.sum_stock_qty).toBe(variants.reduce((sum, { index, place }) => sum + index + place + 5, 0));
    expect(stats.discount_pct.find(({ discount_pct }) => discount_pct === 30)).toMatchObject({
      discount_count: 2,
      sum_stock_qty: 11 + 13,
      discount_count_pct: expect.closeTo(100 / 7, 6),
    });
    expect(stats.discount_pct.reduce((sum, { discount_count }) => sum + discount_count, 0)).toBe(14);
  });

  it('[EDIT-09] [ENT-11] counts what is on order when it says so, for the months chosen; once its phase is validated, products say what was forecast of it', async () => {
    const { _id } = await openProject(test, 'Soldes été 2026/Femme/Commandes');
    const change = async (changes: object) => {
      const { status } = await test.ask('claire', {
        method: 'PUT',
        url: `/api/projects/${_id}`,
        payload: changes,
      });
      expect(status).toBe(200);
      await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
    };
    const line = async () =>
      (await get<LinePage>(`/projects/${_id}/discounts`, { q: 'P01' })).data[0] as Line;
    const stock = async () => {
      const row = await line();
      const sizes = row.items_stats?.map((size) => size.stock_qty);
      return { stock_qty: row.stock_qty, stock_qty_on_order: readField(row, 'stock_qty_on_order'), sizes };
    };
    expect(await stock()).toEqual({ stock_qty: 11, stock_qty_on_order: 37, sizes: [5, 6] });
    await change({ catalog: { include_stock_on_order: true } });
    expect(await stock()).toEqual({ stock_qty: 48, stock_qty_on_order: 37, sizes: [35, 13] });
    await change({ selection: { on_order_periods: ['2026-08'] }, working_phase: 1 });
    expect(await stock()).toEqual({ stock_qty: 18, stock_qty_on_order: 7, sizes: [5, 13] });
    const { forecast, ongoing_phase_forecast } = await line();
    for (const family of [forecast, ongoing_phase_forecast])
      for (const name of ['sales_qty', 'cogs', 'profit', 'sales', 'stock', 'sales_discount_pct'] as const)
        expect(family?.[name], name).toEqual(expect.any(Number));
  }, 300_000);

  it('[PERM-04] is whole for a merchandiser whom nothing was given: listing, edition, rules and scenarios', async () => {
    const path = `/api/projects/${project_id}`;
    const { _id } = await first();
    const { rows } = await test.deps.database.executeSql(
      `select permissions from organization_user where user_id = '${userOf('marion').user_id}'`,
    );
    expect(rows).toEqual([{ permissions: {} }]);
    const calls = [
      ...[
        { url: `${path}/discounts` },
        { url: `${path}/discounts/groups?by=brand` },
        { url: `${path}/rules` },
        { url: '/api/scenarios' },
      ],
      { method: 'PUT' as const, url: `${path}/discounts`, payload: { [_id]: { discount_pct_user: 40 } } },
      { method: 'PUT' as const, url: `/api/discounts/${_id}/review` },
      { method: 'POST' as const, url: `${path}/rules`, payload: { name: 'Au moins 20' } },
      { method: 'POST' as const, url: '/api/scenarios', payload: { name: 'Le mien' } },
    ];
    for (const call of calls)
      expect((await test.ask('marion', call)).status, JSON.stringify(call)).toBeLessThan(300);
    expect((await test.ask('marion', { url: `/api/series?projectIds=${project_id}` })).status).not.toBe(403);
  });

  it('[CONST-08] previews eleven products of a rule that takes more', async () => {
    const { body } = await test.ask('claire', {
      ...{ method: 'POST', url: `/api/projects/${project_id}/rules/preview` },
      payload: { name: 'Tout', query: null, discount_spec_map_type: 'fixed', discount_spec_map: { '*': 20 } },
    });
    expect((body as RulePreview).item_group_count).toBe(14);
    expect((body as RulePreview).data).toHaveLength(11);
  });
});

describe('what filters and projects choose from', () => {
  it('[API-08] [ENT-12] lists the fields on offer, with what they are and may be asked', async () => {
    const { data } = await own<{ data: FieldDescription[] }>('/fields');
    for (const field of data)
      expect(field.attribute || findField(field.id)?.technical !== true, field.id).toBe(true);
    expect(data.find(({ id }) => id === 'attributes.matiere')).toMatchObject({
      attribute: true,
      filterable: true,
    });
    for (const { id, label, section, description } of data)
      expect([label, section, description].every(Boolean), id).toBe(true);
    expect(data.find(({ id }) => id === 'stock_qty')).toMatchObject({
      ...{ label: 'Stock total', section: 'stock', type: 'integer', aggregation: 'sum', in_rulebook: true },
      ranks: ['stock_qty_rank', 'stock_qty_group_rank'],
      operators: expect.arrayContaining(['between', 'is_not_set']),
    });
  });

  it('[API-09] [API-10] tells values with their counts: those named, those searched, intervals, under a filter', async () => {
    expect((await own<Terms>('/fields/brand')).data).toMatchObject([
      { value: 'Lune', item_group_count: 7 },
      { value: 'Éclat', item_group_count: 7 },
    ]);
    expect((await own<Terms>('/fields/brand', { q: 'écl' })).data).toMatchObject([
      { value: 'Éclat', item_count: 14 },
    ]);
    expect(
      (await own<Terms>('/fields/size', { filter: filterOf('brand', 'equals', 'Lune') })).data,
    ).toMatchObject([
      { value: '36', item_group_count: 7 },
      { value: '38', item_group_count: 7 },
    ]);
    expect((await own<Terms>('/fields/price')).data).toMatchObject([
      { value: '50', item_group_count: 13 },
      { value: '60', item_group_count: 1 },
    ]);
    const count = await own<ItemCounts>('/fields/family/count', {
      filter: filterOf('family', 'in', ['Robes']),
      map_keys: '["Robes","Pulls"]',
    });
    expect(count).toMatchObject({
      item_group_count: 7,
      item_count: 14,
      data: [{ value: 'Robes', item_group_count: 7 }],
    });
    const repeated = async <T>(path: string): Promise<T> => {
      const { status, body } = await test.ask('claire', { url: `/api/projects/${project_id}${path}` });
      expect(status).toBe(200);
      return body;
    };
    const several = await repeated<Terms>('/fields/family?map_keys=Robes&map_keys=Pulls&map_keys=Jupes');
    expect(several.data.map(({ value }) => value).sort()).toEqual(['Jupes', 'Robes']);
    const tree = await repeated<GroupPage>('/discounts/groups?by=family&by=brand&all_levels=true');
    expect(tree.data.map(({ keys }) => keys)).toContainEqual(['Robes', 'Lune']);
    const ranges = await own<ItemCounts>('/fields/stock_qty/count', {
      map_type: 'range',
      map_keys: '..20,20..',
    });
    expect(ranges.data).toMatchObject([
      { value: '..20', item_group_count: 5 },
      { value: '20..', item_group_count: 9 },
    ]);
  });

  it('[FIELD-07] coverage and its score go by their names: listed, sorted, filtered, counted and asked for', async () => {
    const { data } = await own<RouteOutput<'fields.list'>>('/fields');
    const named = (name: string) => data.find(({ id, alias }) => id === name || alias === name);
    expect(['stock_coverage', 'cv_score'].map((name) => named(name)?.section)).toEqual([
      'coverage',
      'coverage',
    ]);
    const weeks = (page: LinePage) =>
      page.data.map((line) => readField(line, 'stock_coverage.weeks') as number);
    const sorted = weeks(
      await own<LinePage>('/discounts', {
        sort: 'stock_coverage',
        order: 'desc',
        includes: 'stock_coverage',
      }),
    );
    expect(sorted).toHaveLength(14);
    expect(sorted).toEqual(sorted.toSorted((left, right) => right - left));
    const scores = await own<Terms>('/fields/cv_score');
    for (const { value, item_group_count } of scores.data) {
      const filter = filterOf('cv_score', 'equals', value);
      const page = await own<LinePage>('/discounts', { filter, fields: 'cv_score' });
      expect(page.discount_count).toBe(item_group_count);
      for (const line of page.data) expect(readField(line, 'stock_coverage.cv_score')).toBe(value);
    }
    const groups = await own<GroupPage>('/discounts/groups', { by: 'cv_score' });
    expect(groups.data.map(({ keys }) => keys[0]).sort()).toEqual(
      scores.data.map(({ value }) => value).sort(),
    );
  });

  it('[ENT-23] [API-42] [API-43] [API-44] [API-45] [API-46] [API-47] tells places, orders, price lists and what a query takes', async () => {
    interface Data {
      data: Record<string, unknown>[];
    }
    expect((await get<Data>('/inventories')).data).toMatchObject([
      { code: 'ENT', kind: 'warehouse', stock_qty: 140 },
      { code: 'M1', name: 'Lyon' },
      { code: 'M2', stock_qty: 0 },
    ]);
    expect((await get<Data>('/sales/locations', { country: 'BE' })).data).toMatchObject([
      { code: 'M2', country: 'BE' },
    ]);
    expect((await get<Data>('/orders/periods', { date: '2026-08-01' })).data).toEqual([
      { id: '2026-08', label: 'août 2026', start_date: '2026-08-01', end_date: '2026-08-31', quantity: 7 },
    ]);
    expect((await get<Data>('/orders/periods')).data).toMatchObject([
      { id: '2026-07', quantity: 30 },
      { id: '2026-08', quantity: 7 },
    ]);
    expect((await get<Data>('/priceLists')).data).toMatchObject([
      { id: '' },
      { id: 'BE', item_group_count: 3 },
    ]);
    expect((await get<Data>('/items/fields')).data).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'family', label: 'Famille' })]),
    );
    expect(await get('/items', { query: filterOf('family', 'equals', 'Robes') })).toEqual({
      item_group_count: 7,
      item_count: 14,
    });
    expect(await get('/items', { date: '2026-06-01' })).toEqual({ item_group_count: 13, item_count: 26 });
    expect(await get('/items', { query: filterOf('family', 'equals', 'Pulls') })).toEqual({
      item_group_count: 0,
      item_count: 0,
    });
  });
});

describe('a demand that cannot be', () => {
  const filtered = (field: string, operator: string, value?: unknown): [string, Record<string, string>] => [
    '/discounts',
    { filter: filterOf(field, operator, value) },
  ];
  const REFUSED: [
    why: string,
    [path: string, params: Record<string, string>],
    code: string,
    sentence: RegExp,
  ][] = [
    ['an unknown field', filtered('nope', 'equals', 1), 'invalid_query', /champ inconnu « nope »/],
    [
      'a day that does not exist',
      filtered('on_sale_date', 'lt', '2026-02-30'),
      'invalid_query',
      /le champ « on_sale_date » attend une date \(AAAA-MM-JJ\)/,
    ],
    [
      'a moment for a day',
      filtered('discount_pct_update_date', 'gte', '2026-07-01T10:00'),
      'invalid_query',
      /^Requête non valide/,
    ],
    [
      'an operator of another type',
      filtered('brand', 'lt', 'M'),
      'invalid_query',
      /« < » ne va pas avec le champ « brand »/,
    ],
    [
      'a field that does not filter',
      filtered('variants', 'contains', 'a'),
      'invalid_query',
      /« contient » ne va pas/,
    ],
    [
      'a text for a number',
      filtered('price', 'equals', 'cher'),
      'invalid_query',
      /le champ « price » attend un nombre/,
    ],
    [
      'a filter that is no JSON',
      ['/discounts', { filter: '{"combinator' }],
      'invalid_query',
      /« filter », JSON non valide/,
    ],
    [
      'a filter too deep',
      ['/discounts', { filter: `${'['.repeat(30)}${']'.repeat(30)}` }],
      'invalid_query',
      /« filter », trop de niveaux emboîtés/,
    ],
    ['a sort by nothing', ['/discounts', { sort: 'nope' }], 'invalid_query', /champ inconnu « nope »/],
    [
      'a page too long',
      ['/discounts', { size: '5000' }],
      'invalid_request',
      /« size », trop grand : 1[\s ]000 au plus/,
    ],
    [
      'a size that is no number',
      ['/discounts', { size: 'ten' }],
      'invalid_request',
      /« size », nombre entier attendu/,
    ],
    ['a cursor of somebody else', ['/discounts', { after: 'xxx' }], 'invalid_cursor', /actualisez/],
    ['no grouping', ['/discounts/groups', {}], 'invalid_query', /aucun champ de groupe/],
    [
      'a grouping by a figure',
      ['/discounts/groups', { by: 'price' }],
      'invalid_query',
      /« Prix TTC » ne peut pas grouper/,
    ],
    ['the same grouping twice', ['/discounts/groups', { by: 'brand,brand' }], 'invalid_query', /répété/],
    [
      'an unknown scope',
      ['/discounts', { scope: 'mine' }],
      'invalid_request',
      /« scope », valeur refusée : choisissez « /,
    ],
    ['values of an unknown field', ['/fields/nope', {}], 'invalid_query', /champ inconnu/],
    ['values of a field that has none', ['/fields/variants', {}], 'invalid_query', /pas de valeurs à lister/],
    [
      'an interval backwards',
      ['/fields/price/count', { map_type: 'range', map_keys: '20..10' }],
      'invalid_query',
      /« 20..10 » n’est pas un intervalle/,
    ],
  ];

  it.each(REFUSED)('for %s is refused in French', async (_why, [path, params], code, sentence) => {
    const { status, body } = await test.ask('claire', {
      url: `/api/projects/${project_id}${path}?${new URLSearchParams(params)}`,
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code, error: expect.stringMatching(sentence) });
  });

  it('compares a decision’s day, and its author by name', async () => {
    await choose(test, project_id, { P05: 20 });
    const today = new Date().toISOString().slice(0, 10);
    const found = async (field: string, operator: string, value: string) =>
      (await own<LinePage>(...filtered(field, operator, value))).discount_count;
    expect(await found('discount_pct_update_date', 'gte', today)).toBeGreaterThan(0);
    expect(await found('discount_pct_update_date', 'gt', '2999-01-01')).toBe(0);
    expect(await found('discount_pct_update_user', 'equals', 'Claire Vasseur')).toBeGreaterThan(0);
  });
});

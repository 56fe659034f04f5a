import type { LineSelection } from '@palier/analytics';
import type { ProjectStats, RouteOutput } from '@palier/contract';
import {
  type FieldDefinition,
  type Group,
  type GroupPage,
  type Line,
  type LinePage,
  operatorsOf,
  type QueryRule,
  type QueryTree,
  readField,
} from '@palier/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newRandom,
  type PlainLine,
  type Random,
} from '../../../../../packages/analytics/test/random-project.ts';
import {
  aggregate,
  distribution,
  groupLines,
  type Reference,
  select,
  sortLines,
} from '../../../../../packages/analytics/test/reference.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { PlainListing, randomShop } from '../../test/random-shop.ts';
import { importShop, openProject } from '../../test/small-shop.ts';

type ItemCounts = RouteOutput<'items.count'>;

/** Rounds of questions and edits; PALIER_THOROUGH=1 goes many more. */
const ROUNDS = process.env.PALIER_THOROUGH ? 200 : 18;
const counted = { requests: 0, lines: 0, groups: 0, values: 0, edits: 0 };
let test: TestApp;
let project_id: string;
let plain: PlainListing;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, randomShop(26, 70));
  project_id = (await openProject(test, 'Soldes été 2026/Femme/Tout'))._id;
  plain = await PlainListing.of(test, project_id);
}, 300_000);
afterAll(() => test?.close());

type Params = Record<string, string | number | boolean | readonly string[] | object | null | undefined>;

const text = (value: Params[string]): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value);

async function get<T>(path: string, params: Params = {}): Promise<T> {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given.map(([name, value]) => [name, text(value)]));
  const { status, body } = await test.ask('claire', { url: `/api/projects/${project_id}${path}?${query}` });
  expect(status, `${path}?${query} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
  counted.requests += 1;
  return body;
}

async function write(method: 'PUT' | 'DELETE' | 'POST', path: string, payload: object): Promise<never> {
  const { status, body } = await test.ask('marion', {
    method,
    url: `/api/projects/${project_id}${path}`,
    payload,
  });
  expect(status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
  counted.requests += 1;
  return body;
}

/** Fields whose values the plain lines know: a filter or a sort may name them. */
const known = (reference: Reference, keep: (field: FieldDefinition) => boolean): FieldDefinition[] =>
  [...reference.fields.values()].filter(
    (field) => keep(field) && reference.records[0]?.[field.id] !== undefined,
  );

const OF_MOMENT = new Set(['discount_pct_update_date', 'review_lost_date', 'review_lost_pct', 'image_url']);

function randomRule(reference: Reference, random: Random): QueryRule {
  const { id, type } = random.pick(
    known(reference, ({ filterable, id: name }) => filterable && !OF_MOMENT.has(name)),
  );
  const operator = random.pick(operatorsOf(type));
  const seen = reference.records
    .flatMap((line) => line[id])
    .filter((value) => value !== null && value !== undefined);
  const usual =
    type === 'boolean'
      ? true
      : type === 'date'
        ? '2026-06-01'
        : type === 'string' || type === 'list' || type === 'score'
          ? 'A'
          : 10;
  const value = () => (seen.length > 0 ? random.pick(seen) : usual) as string | number | boolean;
  if (operator === 'is_set' || operator === 'is_not_set') return { field: id, operator };
  if (operator === 'in' || operator === 'not_in' || operator === 'between')
    return { field: id, operator, value: [value(), value()] };
  const one = value();
  const piece =
    operator === 'contains' || operator === 'starts_with'
      ? String(one)
          .slice(0, 1 + random.below(4))
          .toUpperCase()
      : one;
  return { field: id, operator, value: piece };
}

const randomTree = (reference: Reference, random: Random, depth = 0): QueryTree => ({
  combinator: random.pick(['and', 'or']),
  ...(random.chance(0.2) ? { not: true } : {}),
  rules: Array.from({ length: random.below(4) }, () =>
    depth < 3 && random.chance(0.3)
      ? randomTree(reference, random, depth + 1)
      : randomRule(reference, random),
  ),
});

/** Sums and products made in two ways may differ in their last digit: no rule compares them. */
const isExact = (field: FieldDefinition | undefined): boolean =>
  field?.source !== 'computed' ||
  /^(discount_(pct|kind|pct_incr)|previous_discount_pct|next_discount_pct)$/.test(field.id);

const stable = (tree: QueryTree, reference: Reference): boolean =>
  tree.rules.every((node) =>
    'rules' in node ? stable(node, reference) : isExact(reference.fields.get(node.field)),
  );

function randomSelection(reference: Reference, random: Random): LineSelection {
  const filter = randomTree(reference, random);
  return {
    ...(random.chance(0.75) && stable(filter, reference) ? { filter } : {}),
    ...(random.chance(0.2)
      ? { q: random.pick(['noir', 'ÉCRU', 'p00', 'robe', '100 %', 'lune rob', 'rien']) }
      : {}),
    ...(random.chance(0.2) ? { included: true } : {}),
    ...(random.chance(0.2) ? { hide_zero: true } : {}),
    ...(random.chance(0.25)
      ? { scope: random.pick(['all', 'unset', 'included', 'reviewed', 'not_reviewed'] as const) }
      : {}),
  };
}

function same(actual: unknown, expected: unknown, what: string): void {
  counted.values += 1;
  if (Object.is(actual, expected)) return;
  if (typeof expected === 'number' && typeof actual === 'number')
    expect(Math.abs(actual - expected), `${what}: ${actual} for ${expected}`).toBeLessThanOrEqual(
      1e-6 * Math.max(1, Math.abs(expected)),
    );
  else if (Array.isArray(expected) && Array.isArray(actual) && typeof expected[0] === 'number')
    for (const [index, value] of expected.entries()) same(actual[index], value, what);
  else expect(actual ?? null, what).toEqual(expected ?? null);
}

const FORECASTS = [
  'phase_forecast.sales_qty',
  'phase_forecast.profit',
  'forecast.sales',
  'forecast.sell_through_pct',
  'discount_budget',
  'sales_boost',
];
const DECIDED = [
  'included',
  'discount_pct',
  'discount_pct_user',
  'discount_kind',
  'discount_pct_incr',
  'discount_pct_reviewed',
  'optimization_goal',
];

/** Every page of a list, one after the other. */
async function pages<Row>(
  path: string,
  params: Params,
  count: (page: { discount_count: number }) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | null = null;
  do {
    const page: { data: Row[]; cursor: string | null; discount_count: number } = await get(path, {
      ...params,
      after,
    });
    count(page);
    rows.push(...page.data);
    after = page.cursor;
  } while (after !== null);
  return rows;
}

async function checkLines(reference: Reference, random: Random): Promise<void> {
  const selection = randomSelection(reference, random);
  const expected = select(reference, selection);
  const field = random.pick(
    known(
      reference,
      ({ type, id, source }) =>
        type !== 'list' && !OF_MOMENT.has(id) && (source !== 'computed' || id === 'discount_pct'),
    ),
  );
  const order = random.pick(['asc', 'desc'] as const);
  const size = random.pick([11, 30, 100]);
  const fields = [field.id, ...FORECASTS, ...DECIDED];
  const rows = await pages<Line>(
    '/discounts',
    { ...selection, sort: field.id, order, size, fields, excludes: ['curve'] },
    (page) => expect(page.discount_count).toBe(expected.length),
  );
  const byId = new Map(expected.map((line) => [line._id, line]));
  // Sums that only their noise tells apart are one value once answered: between them, either may come first.
  const isSum = expected.some(
    (line) => typeof line[field.id] === 'number' && !Number.isInteger(line[field.id]),
  );
  const placeOf = ({ _id }: { _id: string }) => (isSum ? byId.get(_id)?.[field.id] : _id);
  const sorted = sortLines(reference, expected, field.id, order);
  expect(rows.map(placeOf), `${field.id} ${order} ${JSON.stringify(selection)}`).toEqual(sorted.map(placeOf));
  expect(new Set(rows.map(({ _id }) => _id))).toEqual(new Set(byId.keys()));
  for (const row of rows) {
    for (const id of [...FORECASTS, ...DECIDED, field.id])
      same(readField(row, id), byId.get(row._id)?.[id], `${id} of ${row._id}`);
    expect(row).not.toHaveProperty('curve');
  }
  counted.lines += rows.length;
}

const GROUPABLE = [
  'brand',
  'family',
  'release_season',
  'discount_pct',
  'included',
  'discount_kind',
  'optimization_goal',
  'discount_pct_reviewed',
  'discount_pct_update_user',
];
const METRICS = [
  'stock_qty',
  'stock_retail_value',
  'season_sales_qty',
  'season_sell_through_pct',
  'sales_discount_pct_last_4_weeks',
  'margin_pct',
  'cost',
  'price',
  'on_sale_date',
  'out_of_stock_rate',
  'store_throughput',
  'stock_coverage.weeks',
];

function checkGroup(reference: Reference, group: Group, own: readonly PlainLine[]): void {
  const count = (test: (line: PlainLine) => boolean) => own.filter(test).length;
  expect(group).toMatchObject({
    discount_count: own.length,
    included_count: count((line) => line.included === true),
    discount_pct_reviewed_count: count((line) => line.discount_pct_reviewed === true),
    discount_pct_user_count: count((line) => line.discount_pct_user !== null),
    unset_optimization_goal_count: count((line) => line.optimization_goal === null),
    optimization_goals: [...new Set(own.flatMap((line) => line.optimization_goal ?? []))].sort(),
    discount_pct_distribution: distribution(own),
  });
  for (const id of [...METRICS, ...FORECASTS])
    same(readField(group, id), aggregate(reference, own, id), `${id} of ${group.key}`);
  counted.groups += 1;
}

async function checkGroups(reference: Reference, random: Random): Promise<void> {
  const selection = randomSelection(reference, random);
  const by = [...new Set(Array.from({ length: 1 + random.below(3) }, () => random.pick(GROUPABLE)))];
  const chosen = select(reference, selection);
  const expected = groupLines(chosen, by);
  const params = { ...selection, by, fields: [...METRICS, ...FORECASTS] };
  const sort = random.pick([undefined, by[0], 'stock_qty', 'price', 'forecast.sales']);
  const groups = await pages<Group>(
    '/discounts/groups',
    { ...params, sort, order: random.pick(['asc', 'desc']), size: random.pick([7, 50]) },
    (page) => expect(page).toMatchObject({ discount_count: chosen.length, group_count: expected.size }),
  );
  expect(groups.map(({ key }) => key).sort()).toEqual([...expected.keys()].sort());
  for (const group of groups) checkGroup(reference, group, expected.get(group.key) ?? []);
  const tree: GroupPage = await get('/discounts/groups', { ...params, all_levels: true, summary: true });
  for (const group of tree.data)
    checkGroup(reference, group, groupLines(chosen, by.slice(0, group.depth + 1)).get(group.key) ?? []);
  const depths = by.map((_, index) => groupLines(chosen, by.slice(0, index + 1)).size);
  expect(tree.data.length).toBe(depths.reduce((total, count) => total + count, 0));
  if (chosen.length > 0 && tree.summary) checkGroup(reference, tree.summary, chosen);
  const opened: RouteOutput<'discounts.group_pages'> = await write('POST', '/discounts/groups/pages', {
    ...selection,
    by,
    size: 4,
    sort: 'stock_qty',
    order: 'desc',
  });
  for (const { key, page } of opened.data) {
    const own = sortLines(reference, expected.get(key) ?? [], 'stock_qty', 'desc');
    expect(page.data.map(({ _id }) => _id)).toEqual(own.slice(0, 4).map(({ _id }) => _id));
    expect(page.discount_count).toBe(own.length);
  }
  expect(opened.data.length).toBe(expected.size);
}

async function checkCounts(reference: Reference, random: Random): Promise<void> {
  const selection = randomSelection(reference, random);
  const chosen = select(reference, selection);
  const stats: ProjectStats = await get('/discounts/stats', { ...selection });
  expect(
    stats.discount_pct.map(({ discount_pct, discount_count, sum_stock_qty }) => ({
      discount_pct,
      discount_count,
      sum_stock_qty,
    })),
    JSON.stringify(selection),
  ).toEqual(distribution(chosen));
  expect(stats).toMatchObject({
    discount_count: chosen.length,
    discount_pct_user_count: chosen.filter((line) => line.discount_pct_user !== null).length,
  });
  const { filter } = selection;
  const field = random.pick(['brand', 'family', 'price', 'discount_pct_update_user', 'size']);
  const counts: ItemCounts = await get(`/fields/${field}/count`, { filter });
  const taken = select(reference, { filter: filter ?? null });
  expect(counts).toMatchObject({
    item_group_count: taken.length,
    item_count: taken.reduce((sum, line) => sum + (line.items_count as number), 0),
  });
  const expected = new Map<string | null, number>();
  for (const line of taken)
    for (const term of Array.isArray(line[field]) && (line[field] as unknown[]).length > 0
      ? (line[field] as unknown[])
      : [Array.isArray(line[field]) ? null : (line[field] ?? null)]) {
      const value = term === null ? null : String(term);
      expected.set(value, (expected.get(value) ?? 0) + 1);
    }
  expect(new Map(counts.data?.map(({ value, item_group_count }) => [value, item_group_count]))).toEqual(
    expected,
  );
}

/** Decides for some lines through the API, and beside it. */
async function edit(random: Random): Promise<void> {
  const ids = plain.randomIds(random, random.pick([0.02, 0.2, 0.6]));
  const author = 'Marion Roche';
  if (random.chance(0.3)) {
    const reviewed = random.chance(0.7);
    const brand = random.pick(['Lune', 'Éclat']);
    const filter: QueryTree = {
      combinator: 'and',
      rules: [{ field: 'brand', operator: 'equals', value: brand }],
    };
    await write(reviewed ? 'PUT' : 'DELETE', '/discounts/reviews', { filter });
    const changed = plain
      .reference()
      .records.filter((line) => line.brand === brand && line.discount_pct_reviewed !== reviewed);
    plain.decide(
      changed.map(({ _id }) => _id),
      { discount_pct_reviewed: reviewed },
      author,
    );
  } else if (ids.length > 0) {
    const change = {
      discount_pct_user: random.pick([null, 0, 20, 30, 50]),
      included: random.chance(0.8),
      optimization_goal: random.pick([null, 'profit', 'sales']),
    };
    const records = new Map(plain.reference().records.map((line) => [line._id, line]));
    await write('PUT', '/discounts', Object.fromEntries(ids.map((id) => [id, change])));
    const differs = (id: string) =>
      Object.entries(change).some(([name, value]) => records.get(id)?.[name] !== value);
    plain.decide(ids.filter(differs), change, author);
  }
  counted.edits += ids.length;
}

describe('the listing over HTTP against plain arrays', () => {
  it('[API-16] [API-17] [API-18] [API-09] [API-10] [ENT-13] [ENT-17] answers filters, groups, sums, ranks, sorts and pages as one line after the other, edit after edit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 - 1 }), async (seed) => {
        const random = newRandom(seed);
        const reference = plain.reference();
        for (let count = 0; count < 3; count++) await checkLines(reference, random);
        await checkGroups(reference, random);
        await checkCounts(reference, random);
        await edit(random);
      }),
      { numRuns: ROUNDS, seed: 2026, endOnFailure: true },
    );
    console.log(`listing over HTTP: ${JSON.stringify(counted)}`);
    expect(counted.requests).toBeGreaterThanOrEqual(200);
    expect(counted.lines).toBeGreaterThanOrEqual(1500);
    expect(counted.groups).toBeGreaterThanOrEqual(150);
    expect(counted.values).toBeGreaterThanOrEqual(25_000);
    expect(counted.edits).toBeGreaterThanOrEqual(200);
  }, 1_800_000);

  it('[LIST-16] gives every line once over its pages while others edit', async () => {
    const expected = sortLines(plain.reference(), plain.reference().records, 'price', 'desc').map(
      ({ _id }) => _id,
    );
    const random = newRandom(5);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const reading: Promise<LinePage> = get('/discounts', { sort: 'price', order: 'desc', size: 6, after });
      await edit(random);
      const page = await reading;
      seen.push(...page.data.map(({ _id }) => _id));
      after = page.cursor;
    } while (after !== null);
    expect(seen).toEqual(expected);
  });
});

import { rm } from 'node:fs/promises';
import {
  type FieldDefinition,
  foldText,
  type Group,
  type Line,
  type LinePage,
  OPERATORS,
  operatorsOf,
  type QueryRule,
  type QueryTree,
  readField,
} from '@palier/domain';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type FactStore, openFactStore } from '../src/index.ts';
import type { DecisionRow, LineSelection, ProjectFacts } from '../src/listing/types.ts';
import {
  newRandom,
  type Random,
  type RandomProject,
  randomDecisions,
  randomProject,
} from './random-project.ts';
import {
  aggregate,
  buildReference,
  compareSorted,
  countsOf,
  distribution,
  groupLines,
  keysOf,
  type Reference,
  select,
  sortLines,
} from './reference.ts';
import { writeProject } from './written-project.ts';

/** Projects tried; PALIER_THOROUGH=1 tries many more. */
const RUNS = process.env.PALIER_THOROUGH ? 200 : 18;
const counted = { questions: 0, lines: 0, pages: 0, groups: 0, aggregates: 0, trees: 0, edits: 0, terms: 0 };
let store: FactStore | null = null;

async function opened(): Promise<FactStore> {
  store ??= await openFactStore({
    temp_folder: '/tmp/palier-listing-test',
    memory_limit: '400MB',
    threads: 1,
  });
  return store;
}

afterAll(async () => {
  await store?.close();
});

function valueIn(project: RandomProject, random: Random, id: string): unknown {
  const values = project.lines
    .flatMap((line) => line[id])
    .filter((value) => value !== null && value !== undefined);
  return values.length > 0 ? random.pick(values) : null;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const FALLBACK: Record<string, string | boolean> = {
  string: 'x',
  list: 'x',
  boolean: true,
  date: '2026-01-01',
  score: 'A',
};

function randomRule(project: RandomProject, random: Random, fields: readonly FieldDefinition[]): QueryRule {
  const field = random.pick(fields);
  const operator = random.pick(operatorsOf(field.type).filter((name) => OPERATORS.includes(name)));
  const value = (): string | number | boolean => {
    const known =
      field.source === 'static' ? valueIn(project, random, field.id) : random.pick([0, 10, 20, 3.5]);
    if (field.type === 'boolean') return typeof known === 'boolean' ? known : true;
    return isScalar(known) ? known : (FALLBACK[field.type] ?? 10);
  };
  if (operator === 'is_set' || operator === 'is_not_set') return { field: field.id, operator };
  if (operator === 'in' || operator === 'not_in' || operator === 'between')
    return { field: field.id, operator, value: [value(), value()] };
  const text = value();
  const piece =
    typeof text === 'string' && (operator === 'contains' || operator === 'starts_with')
      ? text.slice(0, 1 + random.below(4)).toUpperCase()
      : text;
  return { field: field.id, operator, value: piece };
}

function randomTree(
  project: RandomProject,
  random: Random,
  fields: readonly FieldDefinition[],
  depth = 0,
): QueryTree {
  return {
    combinator: random.pick(['and', 'or']),
    ...(random.chance(0.25) ? { not: true } : {}),
    rules: Array.from({ length: random.below(4) }, () =>
      depth < 2 && random.chance(0.3)
        ? randomTree(project, random, fields, depth + 1)
        : randomRule(project, random, fields),
    ),
  };
}

interface Fixture {
  project: RandomProject;
  reference: Reference;
  facts: ProjectFacts;
  filterable: FieldDefinition[];
  random: Random;
}

function randomSelection({ project, filterable, random }: Fixture): LineSelection {
  return {
    ...(random.chance(0.7) ? { filter: randomTree(project, random, filterable) } : {}),
    ...(random.chance(0.2) ? { q: random.pick(['noir', 'ÉCRU', 'p000', 'ete 2026', '100 %', 'rien']) } : {}),
    ...(random.chance(0.2) ? { included: true } : {}),
    ...(random.chance(0.2) ? { hide_zero: true } : {}),
    ...(random.chance(0.2)
      ? { scope: random.pick(['all', 'unset', 'included', 'reviewed', 'not_reviewed'] as const) }
      : {}),
    ...(random.chance(0.1)
      ? { line_ids: project.lines.filter(() => random.chance(0.5)).map(({ _id }) => _id) }
      : {}),
  };
}

async function allPages(facts: ProjectFacts, request: Parameters<ProjectFacts['lines']>[0]): Promise<Line[]> {
  const rows: Line[] = [];
  let after: string | null = null;
  do {
    const page = await facts.lines({ ...request, after });
    rows.push(...page.data);
    after = page.cursor;
    counted.pages += 1;
  } while (after !== null);
  return rows;
}

/** The same facts; what is asked of them is counted. */
function counting(facts: ProjectFacts): ProjectFacts {
  return new Proxy(facts, {
    get: (target, name: keyof ProjectFacts) => {
      counted.questions += 1;
      return target[name];
    },
  });
}

function close(actual: unknown, expected: unknown, what: string): void {
  if (Object.is(actual, expected)) return;
  if (typeof expected === 'number' && typeof actual === 'number') {
    expect(Math.abs(actual - expected), `${what}: ${actual} for ${expected}`).toBeLessThanOrEqual(
      1e-6 * Math.max(1, Math.abs(expected)),
    );
  } else if (
    Array.isArray(expected) &&
    Array.isArray(actual) &&
    expected.every((value) => typeof value === 'number')
  ) {
    for (const [index, value] of expected.entries()) close(actual[index], value, what);
  } else expect(actual ?? null, what).toEqual(expected ?? null);
}

function checkGroup(
  fixture: Fixture,
  group: Group,
  lines: readonly ReturnType<typeof select>[number][],
  fields: readonly string[],
): void {
  expect(group.discount_count).toBe(lines.length);
  expect(group.discount_pct_user_count).toBe(lines.filter((line) => line.discount_pct_user !== null).length);
  expect(group.changed_since_review_count).toBe(lines.filter((line) => line.changed_since_review).length);
  expect(group.discount_pct_reviewed_count).toBe(
    lines.filter((line) => line.discount_pct_reviewed === true).length,
  );
  expect(group.unset_optimization_goal_count).toBe(
    lines.filter((line) => line.optimization_goal === null).length,
  );
  expect(group.discount_pct_distribution).toEqual(distribution(lines));
  expect(group.discount_kind_counts).toEqual(countsOf(lines, 'discount_kind', ['user', 'optimised', 'auto']));
  if (fields.includes('grade'))
    expect(readField(group, 'grade_counts')).toEqual(countsOf(lines, 'grade', ['A', 'B', 'C']));
  if (fields.includes('forecast.sales_discount_pct'))
    for (const id of ['forecast.sales', 'forecast.list_sales'])
      close(readField(group, id), aggregate(fixture.reference, lines, id), id);
  for (const id of fields) {
    const expected = aggregate(fixture.reference, lines, id);
    if (expected === undefined) continue;
    close(readField(group, id), expected, `${id} of ${JSON.stringify(group.keys)}`);
    counted.aggregates += 1;
  }
}

const FORECASTS = [
  'forecast.sales',
  'forecast.profit',
  'forecast.sales_discount_pct',
  'phase_forecast.sales_qty',
  'phase_forecast.sell_through_pct',
  'phase_forecast.stock',
  'sales_boost',
  'below_cost',
  'discount_budget',
  'discount_pct',
  'discount_pct_incr',
];

async function checkLines(fixture: Fixture): Promise<void> {
  const { facts, reference, random, project, filterable } = fixture;
  const request = randomSelection(fixture);
  const sort = random.pick([
    ...filterable.map(({ id }) => id),
    'forecast.profit',
    'discount_pct',
    'phase_forecast.sales_qty',
  ]);
  const order = random.pick(['asc', 'desc'] as const);
  const selected = select(reference, request);
  // Values computed in two ways may differ by a rounding: their order is only told apart when they differ by more.
  const computed = reference.fields.get(sort)?.source === 'computed' && sort !== 'discount_pct';
  const rows = await allPages(facts, {
    ...request,
    sort,
    order,
    size: 1 + random.below(40),
    fields: [sort, ...FORECASTS],
  });
  if (computed) expect(rows.map(({ _id }) => _id).sort()).toEqual(selected.map(({ _id }) => _id).sort());
  else
    expect(
      rows.map(({ _id }) => _id),
      `${sort} ${order} ${JSON.stringify(rows.map((row) => readField(row, sort)))}`,
    ).toEqual(sortLines(reference, selected, sort, order).map(({ _id }) => _id));
  const byId = new Map(reference.records.map((line) => [line._id, line]));
  for (const row of rows)
    for (const id of FORECASTS)
      close(readField(row, id), byId.get(row._id)?.[id] ?? null, `${id} of ${row._id}`);
  expect((await facts.lineIds(request)).length).toBe(selected.length);
  // Several filters in one pass take what each takes alone, of all lines or of some.
  const { filter } = request;
  const some = { line_ids: project.lines.slice(0, 9).map(({ _id }) => _id) };
  for (const given of [{}, some])
    expect(await facts.lineIdsOfEach({ ...given, filters: [filter, null, filter] })).toEqual(
      await Promise.all([filter, null, filter].map((one) => facts.lineIds({ ...given, filter: one }))),
    );
  expect((await facts.counts(request)).item_group_count).toBe(selected.length);
  const streamed: string[] = [];
  for await (const batch of facts.rows({ ...request, sort, order }))
    streamed.push(...batch.map(({ _id }) => _id));
  expect(streamed).toEqual(rows.map(({ _id }) => _id));
  expect(project.lines.length).toBe(facts.line_count);
  counted.lines += 1;
}

const GROUPABLE = [
  ...['text_0', 'text_1', 'flag', 'step', 'brand'],
  ...['discount_pct', 'included', 'discount_kind', 'optimization_goal'],
];

function randomGrouping(random: Random): string[] {
  return [...new Set(Array.from({ length: 1 + random.below(3) }, () => random.pick(GROUPABLE)))];
}

/** Lines in the order of their groups, those without a key last: numbers as numbers, texts without case or accents. */
function inGroupOrder(
  { fields }: Reference,
  lines: ReturnType<typeof select>,
  by: readonly string[],
): ReturnType<typeof select> {
  const placesOf = (line: (typeof lines)[number]): (string | number | null)[] =>
    by.flatMap((id) => {
      const [key] = keysOf(line, [id]);
      if (key === null || key === undefined) return [null, null];
      return [typeof line[id] === 'number' ? Number(key) : foldText(key), key];
    });
  expect(by.every((id) => fields.has(id))).toBe(true);
  const placed = lines.map((line) => ({ line, places: placesOf(line) }));
  placed.sort((left, right) => {
    for (const [at, place] of left.places.entries()) {
      const order = compareSorted(place, right.places[at] ?? null, 'asc');
      if (order !== 0) return order;
    }
    return 0;
  });
  return placed.map(({ line }) => line);
}

/** Pages of lines group by group, and the same lines as simulations read them. */
async function checkGroupedLines(fixture: Fixture): Promise<void> {
  const { facts, reference, random, project } = fixture;
  const request = randomSelection(fixture);
  const by = randomGrouping(random);
  const order = random.pick(['asc', 'desc'] as const);
  const sort = random.pick(['sum_0', 'name', 'step']);
  const sorted = sortLines(reference, select(reference, request), sort, order);
  const expected = inGroupOrder(reference, sorted, by);
  const size = 1 + random.below(30);
  const rows = await allPages(facts, { ...request, by, sort, order, size, fields: [sort] });
  expect(rows.map(({ _id }) => _id)).toEqual(expected.map(({ _id }) => _id));
  expect(rows.map(({ keys }) => keys)).toEqual(expected.map((line) => keysOf(line, by)));
  const plan = await facts.planLines({ ...request, by, with_ids: true });
  const numbers = new Map(project.lines.map(({ _id }, index) => [_id, index]));
  const lines = [...expected].sort((a, b) => Number(numbers.get(a._id)) - Number(numbers.get(b._id)));
  expect(plan.ids).toEqual(lines.map(({ _id }) => _id));
  expect([...plan.group_of].map((group) => plan.group_keys[group])).toEqual(
    lines.map((line) => keysOf(line, by)),
  );
  const field = random.pick(project.catalogue.filter(({ type }) => type === 'string' || type === 'list')).id;
  const shown = (value: unknown): string[] =>
    value === null || value === undefined || value === ''
      ? []
      : Array.isArray(value)
        ? value.map(String)
        : [String(value)];
  const { values } = await facts.planLines({ ...request, value_field: field });
  // A field that the project's lines do not have has no values.
  expect(lines.map((_, index) => values?.lists[values.of[index] ?? -1] ?? [])).toEqual(
    lines.map((line) => shown(line[field])),
  );
  const levels = project.levels.length;
  for (const [index, { _id }] of lines.entries())
    expect([...plan.phase_qty.subarray(index * levels, (index + 1) * levels)]).toEqual(
      project.curves[numbers.get(_id) ?? -1]?.phase_qty,
    );
}

async function checkGroups(fixture: Fixture): Promise<void> {
  const { facts, reference, random, project } = fixture;
  const by = randomGrouping(random);
  const request = randomSelection(fixture);
  const own = project.catalogue
    .filter(({ id }) => project.lines[0] && id in project.lines[0])
    .map(({ id }) => id);
  const fields = [...own, ...FORECASTS].filter(() => random.chance(0.5)).concat('sum_0');
  const selected = select(reference, request);
  const expected = groupLines(selected, by);
  const sort = random.pick([undefined, 'sum_0', 'forecast.sales', by[0]]);
  const size = 1 + random.below(24);
  const seen: Group[] = [];
  let after: string | null = null;
  do {
    const page = await facts.groups({
      ...request,
      by,
      fields,
      size,
      after,
      order: 'desc',
      ...(sort ? { sort } : {}),
      summary: after === null,
    });
    seen.push(...page.data);
    after = page.cursor;
    expect(page.discount_count).toBe(selected.length);
    expect(page.group_count).toBe(expected.size);
    if (page.summary && selected.length > 0) checkGroup(fixture, page.summary, selected, fields);
  } while (after !== null);
  expect(seen.map(({ key }) => key).sort()).toEqual([...expected.keys()].sort());
  if (sort === 'sum_0') {
    const values = seen.map((group) => readField(group, 'sum_0') as number | null);
    expect(values).toEqual(
      [...values].sort((left, right) => (left === null ? 1 : right === null ? -1 : right - left)),
    );
  }
  for (const group of seen) checkGroup(fixture, group, expected.get(group.key) ?? [], fields);
  counted.groups += 1;
  await checkTree(fixture, request, by, seen);
}

/** A filter narrowed to the lines of a group. */
function inGroup(
  filter: QueryTree | null | undefined,
  by: readonly string[],
  keys: readonly (string | null)[],
): QueryTree {
  return {
    combinator: 'and',
    rules: [
      ...by.map((field, index): QueryRule => {
        const value = keys[index] ?? null;
        return value === null ? { field, operator: 'is_not_set' } : { field, operator: 'equals', value };
      }),
      ...(filter ? [filter] : []),
    ],
  };
}

async function checkTree(
  fixture: Fixture,
  request: LineSelection,
  by: readonly string[],
  deepest: readonly Group[],
): Promise<void> {
  const { facts, reference, random } = fixture;
  const tree = await facts.groups({ ...request, by, all_levels: true, fields: ['sum_0'] });
  const selected = select(reference, request);
  const expected = by.flatMap((_, index) =>
    [...groupLines(selected, by.slice(0, index + 1)).keys()].map((key) => `${index}:${key}`),
  );
  expect(tree.data.map(({ depth, key }) => `${depth}:${key}`).sort()).toEqual(expected.sort());
  for (const [index, group] of tree.data.entries()) {
    const above = tree.data[index - 1];
    expect(group.depth).toBeLessThanOrEqual((above?.depth ?? -1) + 1);
    if (group.depth > 0) {
      const parent = tree.data.slice(0, index).findLast(({ depth }) => depth === group.depth - 1);
      expect(parent?.keys).toEqual(group.keys.slice(0, group.depth));
    }
  }
  expect(tree.data.filter(({ depth }) => depth === by.length - 1).length).toBe(deepest.length);
  const size = 1 + random.below(4);
  const sort = random.pick(['item_group_id', 'text_0', 'stock_qty', 'flag', 'discount_pct', 'largest']);
  const order = random.pick(['asc', 'desc'] as const);
  const { data } = await facts.groupPages({ ...request, by, size, sort, order, fields: ['sum_0'] });
  for (const { keys, page } of data) {
    const own = sortLines(
      reference,
      selected.filter((line) => JSON.stringify(keysOf(line, by)) === JSON.stringify(keys)),
      sort,
      order,
    );
    const wanted = own.map(({ _id }) => _id);
    expect(
      page.data.map(({ _id }) => _id),
      `${sort} ${order}`,
    ).toEqual(wanted.slice(0, size));
    expect(page.discount_count).toBe(own.length);
    expect(page.cursor === null).toBe(own.length <= size);
    if (page.cursor === null || !random.chance(0.2)) continue;
    const inside = { ...request, filter: inGroup(request.filter, by, keys), sort, order };
    const next = await facts.lines({ ...inside, size, after: page.cursor });
    expect(next.data.map(({ _id }) => _id)).toEqual(wanted.slice(size, 2 * size));
  }
  expect(data.length).toBe(deepest.length);
  counted.trees += 1;
}

async function checkTerms(fixture: Fixture): Promise<void> {
  const { facts, reference, random } = fixture;
  const field = random.pick(['text_0', 'flag', 'words', 'brand']);
  const request = randomSelection(fixture);
  const selected = select(reference, request);
  const terms = await facts.terms({ ...request, field });
  const expected = new Map<string | null, number>();
  for (const line of selected) {
    const value = line[field];
    const values = Array.isArray(value) ? (value.length > 0 ? value : [null]) : [value ?? null];
    for (const term of values)
      expected.set(
        term === null ? null : String(term),
        (expected.get(term === null ? null : String(term)) ?? 0) + 1,
      );
  }
  expect(new Map(terms.map(({ value, item_group_count }) => [value, item_group_count]))).toEqual(expected);
  const stats = await facts.stats(request);
  expect(stats.discount_count).toBe(selected.length);
  expect(
    stats.discount_pct.map(({ discount_pct, discount_count, sum_stock_qty }) => ({
      discount_pct,
      discount_count,
      sum_stock_qty,
    })),
  ).toEqual(distribution(selected));
  counted.terms += 1;
}

async function checkProject(seed: number): Promise<void> {
  const project = randomProject(seed);
  const random = newRandom(seed ^ 0x5bd1e995);
  const folder = await writeProject(project);
  const opening = (await opened()).openProject({ project_id: 'p', folder, catalogue: project.catalogue });
  const facts = counting(await opening);
  try {
    const filterable = project.catalogue.filter(
      ({ id, filterable: may }) => may && project.lines[0] !== undefined && id in project.lines[0],
    );
    const fields = filterable.length > 0 ? filterable : project.catalogue.filter(({ id }) => id === 'price');
    const decisions: DecisionRow[] = [];
    for (let round = 1; round <= 3; round++) {
      const fixture = {
        project,
        reference: buildReference(project, decisions),
        facts,
        filterable: fields,
        random,
      };
      for (let index = 0; index < 3; index++) await checkLines(fixture);
      if (project.lines.length > 0) {
        for (let index = 0; index < 2; index++) await checkGroups(fixture);
        await checkGroupedLines(fixture);
        await checkTerms(fixture);
      }
      const edits = randomDecisions(project, random, round, random.pick([0.02, 0.2, 1]));
      await facts.applyDecisions(edits);
      decisions.push(...edits);
      // A late copy of an older decision changes nothing.
      if (round > 1)
        await facts.applyDecisions(
          decisions.slice(0, 3).map((row) => ({ ...row, discount_pct_user: 60, version: 0 })),
        );
      counted.edits += edits.length;
    }
  } finally {
    await facts.close();
    await rm(folder, { recursive: true, force: true });
  }
}

describe('every listing query against plain arrays', () => {
  it('[API-16] [API-17] [API-09] [LIST-26] [LIST-28] [LIST-29] gives the same lines, pages, groups, totals and terms as one line after the other', async () => {
    await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 - 1 }), checkProject), {
      numRuns: RUNS,
      seed: 20260721,
      endOnFailure: true,
    });
    console.log(`listing property: ${JSON.stringify(counted)}`);
    expect(counted.questions).toBeGreaterThanOrEqual(1500);
    expect(counted.lines).toBe(RUNS * 9);
    expect(counted.groups + counted.trees).toBeGreaterThanOrEqual(150);
    expect(counted.aggregates).toBeGreaterThanOrEqual(8000);
    expect(counted.pages).toBeGreaterThanOrEqual(350);
    expect(counted.edits).toBeGreaterThanOrEqual(400);
  }, 1_800_000);

  it('[LIST-16] gives every line once over the pages while others edit', async () => {
    const project = randomProject(42, 200);
    const random = newRandom(7);
    const folder = await writeProject(project);
    const facts = await (await opened()).openProject({
      project_id: 'p',
      folder,
      catalogue: project.catalogue,
    });
    const seen: string[] = [];
    let after: string | null = null;
    let version = 1;
    do {
      const [page]: [LinePage, unknown] = await Promise.all([
        facts.lines({ sort: 'price', order: 'desc', size: 7, after }),
        facts.applyDecisions(randomDecisions(project, random, version++, 0.2)),
      ]);
      seen.push(...page.data.map(({ _id }) => _id));
      expect(page.discount_count).toBe(200);
      after = page.cursor;
    } while (after !== null);
    expect(seen).toEqual(
      sortLines(buildReference(project, []), buildReference(project, []).records, 'price', 'desc').map(
        ({ _id }) => _id,
      ),
    );
    await facts.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('refuses fields, operators, values and cursors that cannot be, in French', async () => {
    const project = randomProject(11, 20);
    const folder = await writeProject(project);
    const facts = await (await opened()).openProject({
      project_id: 'p',
      folder,
      catalogue: project.catalogue,
    });
    const rule = (field: string, operator: string, value?: unknown) =>
      facts.lines({ filter: { combinator: 'and', rules: [{ field, operator, value } as QueryRule] } });
    for (const bad of [
      () => rule('x" OR 1=1 --', 'equals', 'a'),
      () => rule('price', 'equals OR 1=1', 1),
      () => rule('price', 'lt', 'abc'),
      () => rule('price', 'between', [1]),
      () => rule('brand', 'in', 'Noir'),
      () =>
        facts.lines({
          filter: {
            combinator: 'and 1=1 or' as 'and',
            rules: [{ field: 'price', operator: 'gt', value: 1 }],
          },
        }),
      () => facts.lines({ sort: 'nothing' }),
      () => facts.lines({ after: 'bm90IGEgY3Vyc29y' }),
      () => facts.groups({ by: ['price'] }),
      () => facts.groups({ by: [] }),
    ])
      await expect(bad()).rejects.toThrow(/valide/);
    const apostrophe = await facts.lines({
      filter: {
        combinator: 'and',
        rules: [{ field: 'brand', operator: 'equals', value: "'; DROP TABLE line; --" }],
      },
    });
    expect(apostrophe.discount_count).toBe(0);
    await facts.close();
    await rm(folder, { recursive: true, force: true });
  });
});

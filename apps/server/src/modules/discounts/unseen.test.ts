import type { RouteOutput, SeenDecisions } from '@palier/contract';
import type { GroupPages, Line, LinePage, QueryTree } from '@palier/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '../../test/app.ts';
import { importShop, linesOf, openProject } from '../../test/small-shop.ts';

// An act on many lines is of what its author has seen of them: what a colleague wrote since stays, and is said.

const NAMES = { claire: 'Claire Vasseur', marion: 'Marion Roche' };
const CODES = ['A1', 'A2', 'A3', 'B1', 'B2'];
let test: TestApp;
let project: string;
let other: string;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const products = CODES.map((code) => ({ code, brand: code.startsWith('A') ? 'Lune' : 'Soleil' }));
  await importShop(test, products);
  project = (await openProject(test, 'Vu/Robes'))._id;
  other = (await openProject(test, 'Vu/Ailleurs'))._id;
  await edit('claire', { A1: { discount_pct_user: 50 }, A2: { discount_pct_user: 50 } }, other);
}, 400_000);
afterAll(() => test?.close());
beforeEach(async () => {
  await edit('claire', Object.fromEntries(CODES.map((code) => [code, { included: true }])));
  await group({ discount_pct_user: 20 }, {});
  await review({}, { reviewed: false });
});

async function ask<T>(
  by: Person,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
): Promise<T> {
  const answer = await test.ask(by, { method, url: `/api${path}`, ...(payload && { payload }) });
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body as T;
}
const of = (brand: string): QueryTree => ({
  combinator: 'and',
  rules: [{ field: 'brand', operator: 'equals', value: brand }],
});
const LUNE = { filter: of('Lune') };

const shown = async (): Promise<number> => {
  const { version = -1 } = await ask<LinePage>('claire', 'GET', `/projects/${project}/discounts`);
  return version;
};
async function edit(by: Person, changes: Record<string, object>, at = project) {
  const lines = await linesOf(test, at);
  const body = Object.fromEntries(
    Object.entries(changes).map(([code, change]) => [lines.get(code)?._id ?? '', change]),
  );
  return ask<RouteOutput<'discounts.edit'>>(by, 'PUT', `/projects/${at}/discounts`, body);
}
const group = (change: object, selection: object, seen?: SeenDecisions) =>
  ask<RouteOutput<'discounts.edit_group'>>('claire', 'PUT', `/projects/${project}/discounts/groups`, {
    ...{ ...selection, edit: change },
    ...(seen && { seen }),
  });
const review = (
  selection: object,
  { seen, reviewed = true, by = 'claire' }: { seen?: SeenDecisions; reviewed?: boolean; by?: Person } = {},
) =>
  ask<RouteOutput<'reviews.set_group'>>(
    ...([by, reviewed ? 'PUT' : 'DELETE', `/projects/${project}/discounts/reviews`] as const),
    { ...selection, ...(seen && { seen }) },
  );
const undo = (activity: string | null) =>
  ask<RouteOutput<'activity.undo'>>('claire', 'POST', `/projects/${project}/activity/${activity}/undo`);
/** What every line holds of something, by product. */
async function held<K extends keyof Line>(column: K): Promise<Record<string, Line[K]>> {
  const lines = await linesOf(test, project);
  return Object.fromEntries(CODES.map((code) => [code, lines.get(code)?.[column]])) as Record<
    string,
    Line[K]
  >;
}
const kept = (...codes: string[]) => ({
  ...{ discount_count: codes.length, user_names: [NAMES.marion] },
  item_group_ids: expect.toSatisfy((ids: string[]) => ids.toSorted().join() === codes.join()),
});

it('pages and groups say the version that they are of', async () => {
  const before = await shown();
  const { version } = await edit('marion', { A1: { discount_pct_user: 30 } });
  expect(version).toBeGreaterThan(before);
  expect(await shown()).toBe(version);
  const groups = await ask<LinePage>('claire', 'GET', `/projects/${project}/discounts/groups?by=brand`);
  const pages = await ask<GroupPages>('claire', 'POST', `/projects/${project}/discounts/groups/pages`, {
    by: ['brand'],
  });
  expect([groups.version, pages.version]).toEqual([version, version]);
});

it('[STATE-31] a discount that a colleague has changed unseen is not reviewed with its group', async () => {
  const version = await shown();
  await edit('marion', { A2: { discount_pct_user: 60 }, B1: { discount_pct_user: 60 } });
  const answer = await review(LUNE, { seen: { version } });
  expect(answer).toMatchObject({ discount_count: 2, kept: kept('A2') });
  expect(await held('discount_pct_reviewed')).toEqual({
    A1: true,
    A2: false,
    A3: true,
    B1: false,
    B2: false,
  });
  // She has read it: it is reviewed. So is it for a program that does not say what it has seen.
  const again = await review(LUNE, { seen: { version: await shown() } });
  expect([again.discount_count, again.kept]).toEqual([1, undefined]);
  await edit('marion', { A1: { discount_pct_user: 60 } });
  expect(await review(LUNE)).toMatchObject({ discount_count: 1 });
});

it('a colleague’s review is no change to tell; one that she has taken back is not given again', async () => {
  const version = await shown();
  await review(LUNE, { by: 'marion' });
  const same = await review({}, { seen: { version } });
  expect([same.discount_count, same.kept]).toEqual([2, undefined]);
  const reviewed = await shown();
  await review({ filter: of('Soleil') }, { by: 'marion', reviewed: false });
  const answer = await review({}, { seen: { version: reviewed } });
  expect(answer).toMatchObject({ activity_id: null, discount_count: 0, kept: kept('B1', 'B2') });
  expect(await held('discount_pct_reviewed')).toEqual({ A1: true, A2: true, A3: true, B1: false, B2: false });
  // And the other way round: what she has just reviewed keeps its mark.
  const now = await shown();
  await review({ filter: of('Soleil') }, { by: 'marion' });
  expect(await review({}, { seen: { version: now }, reviewed: false })).toMatchObject({
    ...{ discount_count: 3, kept: kept('B1', 'B2') },
  });
});

it('people who work in different groups of a project never meet', async () => {
  const version = await shown();
  for (const discount_pct_user of [30, 40, 50]) await edit('marion', { B1: { discount_pct_user } });
  await review({ filter: of('Soleil') }, { by: 'marion' });
  const answer = await group({ discount_pct_user: 60 }, LUNE, { version });
  expect([answer.discount_count, answer.kept]).toEqual([3, undefined]);
  expect((await review(LUNE, { seen: { version, own: [answer.version] } })).kept).toBeUndefined();
});

it.each([
  ['a discount', { discount_pct_user: 40 }, 'discount_pct_user'],
  ['points more', { discount_pct_change: 20 }, 'discount_pct_user'],
  ['an exclusion', { included: false }, 'included'],
] as const)(
  '%s given to a group leaves what a colleague has just decided, and is undone exactly',
  async (_, change, column) => {
    const version = await shown();
    await edit('marion', { A2: { discount_pct_user: 30, included: true } });
    const before = await held(column);
    const answer = await group(change, LUNE, { version });
    expect(answer).toMatchObject({ discount_count: 2, kept: kept('A2') });
    const after = await held(column);
    expect([after.A2, after.B1]).toEqual([before.A2, before.B1]);
    expect(after.A1).not.toEqual(before.A1);
    expect(await undo(answer.activity_id)).toMatchObject({ discount_count: 2, conflict_count: 0 });
    expect(await held(column)).toEqual(before);
  },
);

it('a line that holds already what is given is not told, nor one that may not take it', async () => {
  const version = await shown();
  await edit('marion', { A1: { discount_pct_user: 40 }, A2: { discount_pct_user: 50 } });
  const answer = await group({ discount_pct_user: 40 }, LUNE, { version });
  expect(answer).toMatchObject({ discount_count: 1, kept: kept('A2') });
});

it('a line that a colleague’s change has brought into the selection is not touched', async () => {
  const twenty: QueryTree = {
    combinator: 'and',
    rules: [{ field: 'discount_pct_user', operator: 'equals', value: 20 }],
  };
  await edit('marion', { B2: { discount_pct_user: 60 } });
  const version = await shown();
  await edit('marion', { B2: { discount_pct_user: 20 }, A3: { discount_pct_user: 50 } });
  const answer = await group({ discount_pct_user: 30 }, { filter: twenty }, { version });
  expect(answer).toMatchObject({ discount_count: 3, kept: kept('B2') });
  expect(await held('discount_pct_user')).toEqual({ A1: 30, A2: 30, A3: 50, B1: 30, B2: 20 });
});

it('her own acts of that screen are seen, those of another tab are not', async () => {
  const version = await shown();
  const first = await edit('claire', { A1: { discount_pct_user: 30 } });
  const [a1] = first.data;
  const reviewed = await ask<RouteOutput<'reviews.set'>>('claire', 'PUT', `/discounts/${a1?._id}/review`);
  const tab = await edit('claire', { A2: { discount_pct_user: 30 } });
  const own = [first.version, reviewed.act_version];
  expect(own[1]).toBe(first.version + 1);
  const answer = await group({ discount_pct_user: 50 }, LUNE, { version, own });
  expect(answer.kept).toEqual({
    ...{ discount_count: 1, user_names: [NAMES.claire], item_group_ids: ['A2'] },
  });
  const then = await group({ discount_pct_user: 60 }, LUNE, {
    ...{ version, own: [...own, tab.version, answer.version] },
  });
  expect([then.discount_count, then.kept]).toEqual([3, undefined]);
  // Marked by a colleague already, the line is hers: the version of the act that changed nothing is not the line's.
  await ask('marion', 'PUT', `/discounts/${a1?._id}/review`);
  const same = await ask<RouteOutput<'reviews.set'>>('claire', 'PUT', `/discounts/${a1?._id}/review`);
  expect(same.act_version).toBe((same.version ?? 0) + 1);
});

it('a goal, discounts by value and those of another project leave what a colleague has just decided', async () => {
  const goals = `/projects/${project}/discounts/optimizations`;
  for (const given of [
    { optimization_goal: 'sales' },
    { discount_pct_user_map_field: 'brand', discount_pct_user_map: { Lune: 40 } },
  ]) {
    const version = await shown();
    await edit('marion', { A2: { discount_pct_user: 60 }, B1: { discount_pct_user: 60 } });
    const before = await held('discount_pct_user');
    const answer = await ask<RouteOutput<'goals.set_group'>>('claire', 'PUT', goals, {
      ...{ ...LUNE, ...given, keep_discount_pct_user: false, seen: { version } },
    });
    expect(answer).toMatchObject({ discount_count: 2, kept: kept('A2') });
    expect(await held('discount_pct_user')).toMatchObject({ A2: 60, B1: 60 });
    await undo(answer.activity_id);
    expect(await held('discount_pct_user')).toEqual(before);
    await edit('marion', { A2: { discount_pct_user: 20 } });
  }
  const version = await shown();
  await edit('marion', { A2: { discount_pct_user: 60 } });
  const synced = await ask<RouteOutput<'sync.apply'>>(
    'claire',
    'PUT',
    `/projects/${project}/discounts/sync`,
    {
      ...{ source_project_id: other, override_optimal_discount_pct: true, seen: { version } },
    },
  );
  expect(synced).toMatchObject({ discount_count: 1, kept: kept('A2') });
  expect(await held('discount_pct_user')).toMatchObject({ A1: 50, A2: 60 });
});

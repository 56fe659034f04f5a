import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importShop, linesOf, openProject } from '../../../test/small-shop.ts';

let test: TestApp;
let target: string;
let source: string;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [
    { code: 'A1' },
    { code: 'A2' },
    { code: 'A3', brand: 'Éclat' },
    { code: 'A4', brand: 'Éclat' },
  ]);
  target = (await openProject(test, 'Soldes/France'))._id;
  source = (await openProject(test, 'Soldes/Belgique', { selection: { item_group_ids: ['A1', 'A2', 'A3'] } }))
    ._id;
});
afterAll(() => test?.close());
beforeEach(async () => {
  await choose(test, target, { A1: 20, A2: 20, A3: 20, A4: 20 });
  await choose(test, source, { A1: 20, A2: 40, A3: 30 });
});

interface Group {
  project_id: string;
  out_of_sync_count: number;
  discount_count: number;
  shared_count: number;
}
const outOfSync = async (query = '') => {
  const { body } = await test.ask('claire', { url: `/api/projects/${target}/discounts/outofsync${query}` });
  return (body as { data: Group[] }).data;
};
const apply = (payload: Record<string, unknown>, person: 'claire' | 'paul' = 'claire', query = '') =>
  test.ask(person, {
    method: 'PUT',
    url: `/api/projects/${target}/discounts/sync${query}`,
    payload: { source_project_id: source, ...payload },
  });
const discounts = async (project = target) => {
  const lines = await linesOf(test, project);
  return Object.fromEntries([...lines].map(([code, line]) => [code, line.discount_pct]));
};

describe('the dialog of synchronisation', () => {
  it('[API-31] [EDIT-06] counts the products that carry another discount, per project', async () => {
    expect(await outOfSync(`?projects=${source}`)).toEqual([
      { project_id: source, out_of_sync_count: 2, discount_count: 3, shared_count: 3 },
    ]);
    expect(await outOfSync()).toEqual([
      { project_id: source, out_of_sync_count: 2, discount_count: 3, shared_count: 3 },
    ]);
    const filter = { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Éclat' }] };
    expect(await outOfSync(`?filter=${encodeURIComponent(JSON.stringify(filter))}`)).toEqual([
      { project_id: source, out_of_sync_count: 1, discount_count: 1, shared_count: 1 },
    ]);
  });

  it('tells the products in both projects from those that the other has a discount for', async () => {
    const line = (await linesOf(test, source)).get('A1');
    const included = (value: boolean) =>
      test.ask('claire', {
        method: 'PUT',
        url: `/api/projects/${source}/discounts`,
        payload: { [line?._id ?? '']: { included: value } },
      });
    expect((await included(false)).status).toBe(200);
    expect(await outOfSync()).toMatchObject([{ discount_count: 2, shared_count: 3 }]);
    await included(true);
  });

  it('[API-30] tells of one line with which projects it differs', async () => {
    const line = (await linesOf(test, target)).get('A2');
    const { status, body } = await test.ask('claire', { url: `/api/discounts/${line?._id}/outofsync` });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [{ project_id: source, out_of_sync: true, discount_pct: 20, source_discount_pct: 40 }],
    });
  });
});

it('[API-29] a goal and a discount given to a line go to the same product of the projects named, and to no other', async () => {
  const line = (await linesOf(test, target)).get('A1');
  const { status, body } = await test.ask('claire', {
    method: 'PUT',
    url: `/api/discounts/${line?._id}/optimization`,
    payload: { optimization_goal: 'profit', discount_pct_user: 40, projects: [source] },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ _id: line?._id, item_group_id: 'A1', optimization_goal: 'profit', discount_pct_user: 40 },
  });
  expect(await discounts()).toMatchObject({ A1: 40, A2: 20, A3: 20, A4: 20 });
  expect(await discounts(source)).toMatchObject({ A1: 40, A2: 40, A3: 30 });
  expect((await linesOf(test, source)).get('A1')).toMatchObject({ optimization_goal: 'profit' });
});

describe('synchronising from another project', () => {
  it('[API-32] [LIST-12] takes its discounts; nothing is out of sync afterwards; it can be undone', async () => {
    const { status, body } = await apply({});
    expect(status).toBe(200);
    const receipt: { discount_count: number; activity_id: string } = body;
    expect(receipt).toMatchObject({ discount_count: 2, refused: {}, optimal_count: 0 });
    expect(await discounts()).toMatchObject({ A1: 20, A2: 40, A3: 30, A4: 20 });
    expect(await outOfSync()).toMatchObject([{ out_of_sync_count: 0 }]);
    const { body: journal } = await test.ask('claire', { url: `/api/projects/${target}/activity?size=1` });
    expect((journal as { data: unknown[] }).data).toMatchObject([{ kind: 'sync', discount_count: 2 }]);
    const undone = await test.ask('claire', {
      method: 'POST',
      url: `/api/projects/${target}/activity/${receipt.activity_id}/undo`,
    });
    expect(undone.status).toBe(200);
    expect(await discounts()).toMatchObject({ A2: 20, A3: 20 });
  });

  it('[API-32] touches the lines of the selection only', async () => {
    const filter = { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Éclat' }] };
    expect((await apply({ filter })).body).toMatchObject({ discount_count: 1 });
    expect(await discounts()).toMatchObject({ A2: 20, A3: 30 });
  });

  it('[API-32] takes a group and a scope from the address or the body, each narrowing', async () => {
    const lines = await linesOf(test, target);
    const review = (method: 'PUT' | 'DELETE') =>
      test.ask('claire', { method, url: `/api/discounts/${lines.get('A3')?._id}/review` });
    expect((await review('PUT')).status).toBe(200);
    const family = { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Éclat' }] };
    const group = `?filter=${encodeURIComponent(JSON.stringify(family))}`;
    expect((await apply({ scope: 'not_reviewed' }, 'claire', group)).body).toMatchObject({
      discount_count: 0,
    });
    expect((await apply({ scope: 'reviewed' }, 'claire', group)).body).toMatchObject({ discount_count: 1 });
    expect(await discounts()).toMatchObject({ A1: 20, A2: 20, A3: 30, A4: 20 });
    await review('DELETE');
  });

  it('[API-32] keeps optimal discounts unless told to replace them', async () => {
    await test.deps.database.executeSql(
      `update discount set discount_pct_is_optimal = true where project_id = '${target}' and item_group_id = 'A2'`,
    );
    expect((await apply({})).body).toMatchObject({ discount_count: 1, optimal_count: 1 });
    expect(await discounts()).toMatchObject({ A2: 20, A3: 30 });
    expect(await outOfSync()).toMatchObject([{ out_of_sync_count: 1 }]);
    expect((await apply({ override_optimal_discount_pct: true })).body).toMatchObject({
      ...{ discount_count: 1, optimal_count: 0 },
    });
    expect(await discounts()).toMatchObject({ A2: 40 });
    expect(await outOfSync()).toMatchObject([{ out_of_sync_count: 0 }]);
  });

  it('leaves alone what the shields or the previous phase of the target refuse', async () => {
    await test.deps.database.executeSql(
      `update discount set discount_pct_max = 20 where project_id = '${target}' and item_group_id = 'A2'`,
    );
    await test.deps.database.executeSql(
      `update discount set previous_discount_pcts = '{50}' where project_id = '${target}' and item_group_id = 'A3'`,
    );
    expect((await apply({})).body).toMatchObject({
      discount_count: 0,
      activity_id: null,
      refused: { above_shield: 1, below_previous: 1 },
    });
  });

  it('is refused from itself, from nowhere and from another organisation’s project', async () => {
    expect((await apply({ source_project_id: target })).status).toBe(400);
    expect((await apply({ source_project_id: crypto.randomUUID() })).status).toBe(404);
    expect((await apply({}, 'paul')).status).toBe(404);
  });
});

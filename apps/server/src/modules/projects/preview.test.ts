import type { QueryTree } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitForJobs } from '../../modules/jobs/service.ts';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { choose, importShop, linesOf, ORGANIZATION, openProject } from '../../test/small-shop.ts';

let test: TestApp;
let project: string;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const lune = ['A1', 'A2'].map((code) => ({ code, brand: 'Lune' }));
  const idle = { code: 'Z9', brand: 'Lune', stock: 0, weekly_sales: 0 };
  await importShop(test, [...lune, { code: 'B1', brand: 'Éclat' }, { code: 'B2', brand: 'Éclat' }, idle]);
  project = (await openProject(test, 'Soldes/France'))._id;
  await choose(test, project, { A1: 30, B1: 20 });
});
afterAll(() => test?.close());

const of = (field: string, value: string): QueryTree => ({
  combinator: 'and',
  rules: [{ field, operator: 'equals', value }],
});
const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
  test.ask('claire', { method, url: `/api${url}`, payload });
const preview = (item_query: QueryTree | null, _id: string | null = project) =>
  send('POST', '/projects/preview', { _id, selection: { item_query } });

it('[PROJ-03] a change of its products says what goes out and comes in, and decisions come back with them', async () => {
  const none = { entering_count: 0, returning_count: 0, returning_chosen_count: 0 };
  const lune = await preview(of('brand', 'Lune'));
  expect(lune.body).toEqual({ item_group_count: 2, ...none, leaving_count: 2, leaving_chosen_count: 1 });
  await send('PUT', `/projects/${project}`, { selection: { item_query: of('brand', 'Lune') } });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  expect([...(await linesOf(test, project)).keys()]).toEqual(['A1', 'A2']);
  expect((await preview(null)).body).toEqual({
    ...{ item_group_count: 4, entering_count: 2, returning_count: 2, returning_chosen_count: 1 },
    ...{ leaving_count: 0, leaving_chosen_count: 0 },
  });
  await send('PUT', `/projects/${project}`, { selection: { item_query: null } });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  expect((await linesOf(test, project)).get('B1')?.discount_pct_user).toBe(20);
});

it('« produits pris » is what the project will have: what is neither in stock nor sold is not in it', async () => {
  expect((await preview(of('brand', 'Lune'), null)).body).toMatchObject({ item_group_count: 2 });
  const made = await openProject(test, 'Soldes/Lune', { selection: { item_query: of('brand', 'Lune') } });
  expect((await linesOf(test, made._id)).size).toBe(2);
});

it('a choice by a field that only listings have is refused when it is written, naming it', async () => {
  const selection = { item_query: of('stock_coverage.weeks', '3') };
  const answers = [
    await preview(selection.item_query),
    await send('POST', '/projects', { name: 'Soldes/Couverture', selection }),
    await send('PUT', `/projects/${project}`, { selection }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_query', error: expect.stringContaining('stock_coverage') });
  }
});

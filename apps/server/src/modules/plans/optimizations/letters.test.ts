import type { Activity, Optimization, Project, Scenario } from '@palier/contract';
import type { LinePage } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, ORGANIZATION, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';
import { letterOf } from './letters.ts';

let test: TestApp;
let dresses: Project;
let coats: Project;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    Array.from({ length: 8 }, (_, index) => ({
      code: `${index % 2 === 0 ? 'R' : 'M'}${index}`,
      family: index % 2 === 0 ? 'Robes' : 'Manteaux',
      weekly_sales: 1 + index,
      stock: 20 + 6 * index,
    })),
  );
  const of = (family: string) => ({
    selection: {
      item_query: { combinator: 'and', rules: [{ field: 'family', operator: 'equals', value: family }] },
    },
  });
  dresses = await openProject(test, 'Soldes/Femme/Robes', of('Robes'));
  coats = await openProject(test, 'Soldes/Femme/Manteaux', of('Manteaux'));
});
afterAll(() => test?.close());

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await ask(method, url, payload);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}
const create = (more: Partial<Scenario> = {}) =>
  send<Scenario>('POST', '/scenarios', { name: 'Essai', goal: 'profit', ...more });
async function run(scenario: Scenario, projects: readonly Project[]): Promise<Optimization> {
  const asked = await send<Optimization>('POST', `/scenarios/${scenario._id}/optimizations`, {
    projects: projects.map(({ _id }) => _id),
  });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  return send<Optimization>('GET', `/optimizations/${asked._id}`);
}
const scenarios = async () => (await send<{ data: Scenario[] }>('GET', '/scenarios')).data;

describe('the letter of a run', () => {
  it('is its scenario’s, never moves, and is no other scenario’s on a project that both run on', async () => {
    const [first, second, third] = [await create(), await create(), await create()];
    expect((await run(first, [dresses])).letter).toBe('A');
    expect((await run(second, [coats])).letter).toBe('A');
    expect((await run(third, [dresses, coats])).letter).toBe('B');
    expect((await run(second, [coats])).letter).toBe('A');
    // On both, A would be two scenarios'.
    expect((await run(second, [dresses, coats])).letter).toBe('C');
    await ask('DELETE', `/scenarios/${first._id}`);
    const { data } = await send<{ data: Optimization[] }>(
      'GET',
      `/projects/${dresses._id}/optimizations/latest`,
    );
    expect(data.map(({ letter }) => letter).sort()).toEqual(['A', 'B', 'C']);
  });

  it('goes on after Z', () => {
    expect([0, 25, 26, 27, 52].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AB', 'BA']);
  });
});

describe('a scenario', () => {
  it('is of the projects it was made for, and of those it runs on', async () => {
    const scenario = await create({ projects: [dresses._id] });
    expect(scenario.projects).toEqual([dresses._id]);
    await run(scenario, [coats]);
    const found = (await scenarios()).find(({ _id }) => _id === scenario._id);
    expect([...(found?.projects ?? [])].sort()).toEqual([dresses._id, coats._id].sort());
    expect(found?.version).toBe(1);
  });

  it('that is deleted keeps its name on the lines that have it, and is offered no more', async () => {
    const scenario = await create({ name: 'Prudent' });
    const done = await run(scenario, [dresses]);
    await send('PUT', '/optimizations/listing', {
      optimization_ids: [done._id],
      project_ids: [dresses._id],
    });
    expect((await ask('DELETE', `/scenarios/${scenario._id}`)).status).toBe(204);
    expect((await ask('DELETE', `/scenarios/${scenario._id}`)).status).toBe(404);
    expect((await scenarios()).map(({ _id }) => _id)).not.toContain(scenario._id);
    const listed = (await send<{ data: Project[] }>('GET', '/projects')).data;
    const project = listed.find(({ _id }) => _id === dresses._id);
    const { data } = await send<LinePage>('GET', `/projects/${dresses._id}/discounts?size=10`);
    const held = new Set(data.map(({ optimization_goal }) => optimization_goal));
    expect([...held]).toEqual([scenario._id]);
    expect(project?.scenarios).toContainEqual({ _id: scenario._id, name: 'Prudent' });
  });
});

it('a plan that breaks its rules is refused, unless a reason is given, which the activity keeps', async () => {
  const scenario = await create({
    name: 'Trop',
    constraints: { discount_budget: 1, sell_through_target_pct: 99, sell_through_hard: true },
  });
  const done = await run(scenario, [coats]);
  expect(done.result_overview?.infeasibility).not.toBeNull();
  const sending = { optimization_ids: [done._id], project_ids: [coats._id] };
  const refused = await ask('PUT', '/optimizations/listing', sending);
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { code: 'refused', error: expect.stringMatching(/« Trop » est impossible.*motif/) },
  ]);
  await send('PUT', '/optimizations/listing', { ...sending, forced_reason: 'liquidation du dépôt' });
  const [entry] = (await send<{ data: Activity[] }>('GET', `/projects/${coats._id}/activity`)).data;
  expect(entry).toMatchObject({
    kind: 'optimization',
    comment: 'Trop · malgré ses règles : liquidation du dépôt',
    can_undo: true,
  });
});

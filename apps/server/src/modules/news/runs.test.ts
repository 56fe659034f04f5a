import type { NewsAnswer, Optimization, Project, Scenario } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { type Person, startTestApp, type TestApp } from '../../test/app.ts';
import { importShop, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

// A run on eight projects: one that is closed is refused by its name; how it ends is told to who asked.

let test: TestApp;
const projects: Project[] = [];

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    ['A1', 'A2', 'A3'].map((code) => ({ code, stock: 30 })),
  );
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8])
    projects.push(await openProject(test, `Soldes/Femme/P${number}`));
});
afterAll(() => test?.close());

async function ask<T>(
  by: Person,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
): Promise<T> {
  const answer = await test.ask(by, { method, url: `/api${path}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}
const settled = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
const ids = () => projects.map(({ _id }) => _id);

async function scenario(more: object = {}): Promise<string> {
  const { _id } = await ask<Scenario>('marion', 'POST', '/scenarios', {
    name: 'Semaine',
    goal: 'profit',
    ...more,
  });
  return _id;
}
async function bell(by: Person): Promise<NewsAnswer['data']> {
  await test.deps.news.collect();
  return (await ask<NewsAnswer>(by, 'GET', '/news')).data;
}

it('tells who asked for a run that it failed, with its reason, and nobody else', async () => {
  const nothing = { combinator: 'and', rules: [{ field: 'item_group_id', operator: 'equals', value: 'Z9' }] };
  const [first] = ids();
  const { _id } = await ask<Optimization>(
    ...(['marion', 'POST', `/scenarios/${await scenario({ scope: nothing })}/optimizations`] as const),
    { projects: [first] },
  );
  await settled();
  const run = await ask<Optimization>('marion', 'GET', `/optimizations/${_id}`);
  expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('aucun produit') });
  const news = await bell('marion');
  expect(news.filter(({ kind }) => kind === 'run_failed')).toMatchObject([
    {
      ...{ sentence: 'Optimisation : le calcul a échoué', comment: run.error, read: false },
      ...{ project_name: 'Soldes/Femme/P1', path: `/project/${first}/optimization` },
    },
  ]);
  expect((await bell('marion')).length).toBe(news.length);
  expect((await bell('claire')).filter(({ kind }) => kind === 'run_failed')).toEqual([]);
});

it('refuses at once, by its name, the one of eight projects that is closed; the seven others go to their end', async () => {
  const closed = projects[3];
  if (!closed) throw new Error('no fourth project');
  for (const working_phase of [1, null]) {
    await ask('ines', 'PUT', `/projects/${closed._id}`, { working_phase });
    await settled();
  }
  const url = `/api/scenarios/${await scenario()}/optimizations`;
  const runs = async () =>
    (await test.deps.database.db.selectFrom('optimization').select('optimization_id').execute()).length;
  const before = await runs();
  const refused = await test.ask('marion', { method: 'POST', url, payload: { projects: ids() } });
  expect([refused.status, refused.body]).toMatchObject([409, { error: expect.stringContaining('P4') }]);
  expect(await runs()).toBe(before);
  const others = ids().filter((id) => id !== closed._id);
  const asked = await test.ask('marion', { method: 'POST', url, payload: { projects: others } });
  expect(asked.status).toBe(202);
  await settled();
  const done = await ask<Optimization>('marion', 'GET', `/optimizations/${(asked.body as Optimization)._id}`);
  expect([done.status, done.result_overview?.projects.map(({ project_id }) => project_id)]).toEqual([
    'completed',
    others,
  ]);
  expect((await bell('marion'))[0]).toMatchObject({ kind: 'run', sentence: 'Optimisation : c’est terminé' });
});

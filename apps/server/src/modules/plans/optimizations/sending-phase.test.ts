import type { Optimization, Scenario } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importShop, linesOf, ORGANIZATION, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

// A colleague validates the phase while somebody looks at plans that were made for it.

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    ['A', 'B', 'C'].map((code) => ({ code, stock: 40 })),
  );
});
afterAll(() => test?.close());

const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
async function done<T>(...asked: Parameters<typeof call>): Promise<T> {
  const { status, body } = await call(...asked);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body as T;
}
const settled = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));

it('a goal gives the next phase nothing of what it was computed for, when the phase is validated meanwhile', async () => {
  const { _id } = await openProject(test, 'Soldes/Femme/Jupes');
  await choose(test, _id, { A: 40, B: 40, C: 40 });
  const { threads } = test.deps;
  const { optimise } = threads;
  threads.optimise = async (...asked) => {
    threads.optimise = optimise;
    await done('PUT', `/projects/${_id}`, { working_phase: 1 });
    return optimise.apply(threads, asked);
  };
  const ask = () =>
    call('PUT', `/projects/${_id}/discounts/optimizations`, {
      ...{ optimization_goal: 'profit', keep_discount_pct_user: false },
    });
  const refused = { status: 409, body: { error: expect.stringMatching(/démarque vient d’être validée/) } };
  expect(await ask()).toMatchObject(refused);
  await settled();
  for (const line of (await linesOf(test, _id)).values()) expect(line.optimization_goal).toBe(null);
  expect((await ask()).status).toBe(200);
});

it('a plan made for a phase is not sent to the next one, once the phase is validated', async () => {
  const { _id } = await openProject(test, 'Soldes/Femme/Robes');
  await choose(test, _id, { A: 20, B: 30 });
  const scenario = await done<Scenario>('POST', '/scenarios', { name: 'Marge', goal: 'profit' });
  const asked = { projects: [_id] };
  const run = await done<Optimization>('POST', `/scenarios/${scenario._id}/optimizations`, asked);
  await settled();
  const sending = { optimization_ids: [run._id], project_ids: [_id] };
  await done('POST', '/optimizations/listing', sending);
  await done('PUT', `/projects/${_id}`, { working_phase: 1 });
  await settled();
  const before = [...(await linesOf(test, _id)).values()];
  const refused = { status: 422, body: { error: expect.stringMatching(/autre démarque de .*relancez-la/) } };
  expect(await call('PUT', '/optimizations/listing', sending)).toMatchObject(refused);
  expect(await call('POST', '/optimizations/listing', sending)).toMatchObject(refused);
  expect([...(await linesOf(test, _id)).values()]).toEqual(before);
  // Taken back, the phase is the one that it was made for.
  await done('POST', `/projects/${_id}/reopening`, { reason: 'Trop tôt' });
  await settled();
  await done('PUT', '/optimizations/listing', sending);
});

it('a plan is not sent once the project no longer offers its discounts', async () => {
  const { _id } = await openProject(test, 'Soldes/Femme/Pulls');
  await choose(test, _id, { A: 60, B: 60, C: 60 });
  const scenario = await done<Scenario>('POST', '/scenarios', { name: 'Choix', goal: 'profit' });
  const run = await done<Optimization>('POST', `/scenarios/${scenario._id}/optimizations`, {
    projects: [_id],
  });
  await settled();
  await choose(test, _id, { A: 20, B: 20, C: null });
  await done('PUT', `/projects/${_id}`, { discount_pct_range: [20, 30] });
  await settled();
  const sending = { optimization_ids: [run._id], project_ids: [_id] };
  const refused = { status: 422, body: { error: expect.stringMatching(/donnent 60 %.*ne propose plus/) } };
  expect(await call('POST', '/optimizations/listing', sending)).toMatchObject(refused);
  expect(await call('PUT', '/optimizations/listing', sending)).toMatchObject(refused);
  expect((await linesOf(test, _id)).get('C')?.discount_pct).toBe(null);
});

import type { Activity, Project } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { choose, importShop, linesOf, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

// An act of a phase that was validated since decided that phase: undoing it decides nothing of the next one.

let test: TestApp;
let project: Project;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [{ code: 'A' }, { code: 'B' }]);
  project = await openProject(test, 'Annuler/Robes');
}, 400_000);
afterAll(() => test?.close());

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
  test.ask('claire', {
    ...{ method, url: `/api/projects/${project._id}${path}` },
    ...(payload && { payload }),
  });
const settled = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
const listed = async () => (await ask('GET', '/activity')).body as { data: Activity[] };
const lastAct = async (): Promise<string> => (await listed()).data[0]?.activity_id ?? '';
/** What the journal says can be undone of some acts, and the history of the lines. */
const offered = async (...ids: string[]): Promise<boolean[]> => {
  const own = (await ask('GET', '/activity')).body as { data: Activity[] };
  const history = (await ask('GET', '/discounts/history')).body as { data: Activity[] };
  return [own, history].flatMap(({ data }) =>
    ids.map((id) => data.find(({ activity_id }) => activity_id === id)?.can_undo ?? false),
  );
};
const discounts = async () =>
  Object.fromEntries(
    [...(await linesOf(test, project._id))].map(([code, line]) => [code, line.discount_pct]),
  );

it('an act of a phase that was validated since is not undone in the next one, where it would raise a price', async () => {
  await choose(test, project._id, { A: 20, B: 20 });
  await choose(test, project._id, { A: null, B: null });
  const cleared = await lastAct();
  await choose(test, project._id, { A: 40, B: 50 });
  const chosen = await lastAct();
  const lines = await linesOf(test, project._id);
  await ask('PUT', '/discounts', { [lines.get('A')?._id ?? '']: { included: false } });
  await ask('PUT', '/discounts', { [lines.get('A')?._id ?? '']: { included: true } });
  const included = await lastAct();
  expect(await offered(cleared, chosen, included)).toEqual([true, true, true, true, true, true]);
  await ask('PUT', '', { working_phase: 1 });
  await settled();
  expect(await discounts()).toEqual({ A: 40, B: 50 });
  // What decided the phase is not offered to be undone; who takes part is of the project.
  expect(await offered(cleared, chosen, included)).toEqual([false, false, true, false, false, true]);
  expect((await ask('POST', `/activity/${cleared}/undo`)).status).toBe(409);
  expect(await discounts()).toEqual({ A: 40, B: 50 });
  // Taken back, the phase is the one that they were made in.
  expect((await ask('POST', '/reopening', { reason: 'Trop tôt' })).status).toBe(200);
  await settled();
  expect(await offered(cleared, chosen)).toEqual([true, true, true, true]);
  expect((await ask('POST', `/activity/${chosen}/undo`)).status).toBe(200);
  expect((await ask('POST', `/activity/${cleared}/undo`)).status).toBe(200);
  expect(await discounts()).toEqual({ A: 20, B: 20 });
});

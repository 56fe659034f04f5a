import type { Optimization, Project, Scenario } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, openProject } from '../../../test/small-shop.ts';

let test: TestApp;
let [awaited, ready]: Project[] = [];

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    Array.from({ length: 6 }, (_, index) => ({ code: `R${index}`, weekly_sales: 1 + index, stock: 20 })),
  );
  [awaited, ready] = [
    await openProject(test, 'Soldes/Femme/Robes'),
    await openProject(test, 'Soldes/Femme/Pulls'),
  ];
});
afterAll(() => test?.close());

async function ask(project: Project | undefined): Promise<Optimization> {
  const send = async <T>(url: string, payload: object) =>
    (await test.ask('claire', { method: 'POST', url: `/api${url}`, payload })).body as T;
  const scenario = await send<Scenario>('/scenarios', { name: 'Marge', goal: 'profit' });
  return send(`/scenarios/${scenario._id}/optimizations`, { projects: [project?._id] });
}

const read = async ({ _id }: Optimization) =>
  (await test.ask('claire', { url: `/api/optimizations/${_id}` })).body as Optimization;

/** Puts the figures of the first project in preparation, or takes them out of it. */
const setFigures = (status: 'running' | 'completed') =>
  test.deps.database.executeSql(
    `update job set status = '${status}' where kind = 'snapshot' and project_id = '${awaited?._id}'`,
  );

it('a run that waits for the figures of its project keeps no other run waiting', async () => {
  await setFigures('running');
  const waiting = await ask(awaited);
  await expect
    .poll(async () => (await read(waiting)).stage, { timeout: 10_000 })
    .toMatch(/^Données de .*Robes en préparation$/);
  const other = await ask(ready);
  await expect.poll(async () => (await read(other)).status, { timeout: 20_000 }).toBe('completed');
  expect((await read(waiting)).status).toBe('running');
  await setFigures('completed');
  await expect.poll(async () => (await read(waiting)).status, { timeout: 20_000 }).toBe('completed');
});

import type { Project } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { sendDefinitions } from '../../test/send-file.ts';
import { importShop, ORGANIZATION } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

// The worked phase of projects that have products: it is validated one after the other, and what is validated stays.

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [{ code: 'A' }]);
}, 400_000);
afterAll(() => test.close());

const settled = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
interface Answer {
  status: number;
  body: Project;
}
const send = (method: 'POST' | 'PUT', url: string, payload: object): Promise<Answer> =>
  test.ask('claire', { method, url: `/api${url}`, payload });
const list = async () =>
  ((await test.ask('claire', { url: '/api/projects' })).body as { data: Project[] }).data;

/** A project whose figures are there. */
async function make(definition: object): Promise<Project> {
  const { status, body } = await send('POST', '/projects', definition);
  expect(status).toBe(201);
  await settled();
  return body;
}

const upload = (name: string, text: string) => sendDefinitions(test, 'claire', name, text);

it('[STATE-25] [STATE-26] [STATE-27] validating goes phase by phase, ends with none, then does nothing', async () => {
  const phases = [{ start_date: '2026-07-01' }, { start_date: '2026-07-08' }];
  const body = await make({ name: 'Op/D', phases, end_date: '2026-08-01' });
  const url = `/projects/${body._id}`;
  expect((await send('PUT', url, { working_phase: null })).status).toBe(400);
  expect((await send('PUT', url, { working_phase: 1 })).body.working_phase).toBe(1);
  expect((await send('PUT', url, { working_phase: 1 })).body.working_phase).toBe(1);
  expect((await send('PUT', url, { working_phase: null })).body.working_phase).toBeNull();
  expect((await send('PUT', url, { working_phase: null })).body.working_phase).toBeNull();
});

it('a validated phase keeps its days and its place, and a project never has fewer phases than it decided', async () => {
  const phases = [
    { name: 'Soldes 1', start_date: '2026-07-01' },
    { name: null, start_date: '2026-07-08' },
    { name: null, start_date: '2026-07-15' },
  ];
  const [first, second, third] = phases as [object, object, object];
  const made = await make({ name: 'Gel/A', phases, end_date: '2026-08-01' });
  const url = `/projects/${made._id}`;
  await send('PUT', url, { working_phase: 1 });
  const refusedFor = async (field: string, changes: object) =>
    expect(await send('PUT', url, changes), JSON.stringify(changes)).toMatchObject({
      status: 422,
      body: {
        code: 'refused',
        details: { faults: expect.arrayContaining([expect.objectContaining({ field })]) },
      },
    });
  await refusedFor('phases', { phases: [{ ...first, start_date: '2026-06-30' }, second, third] });
  await refusedFor('phases', { phases: [{ ...first, name: 'Autre' }, second, third] });
  await refusedFor('phases', { phases: [first, { ...second, start_date: '2026-07-09' }, third] });
  await refusedFor('phases', { phases: [second, third] });
  await refusedFor('working_phase', { phases: [first] });
  const later = [first, second, { ...third, start_date: '2026-07-20' }, { start_date: '2026-07-25' }];
  expect((await send('PUT', url, { phases: later, end_date: '2026-08-08' })).status).toBe(200);
  expect((await send('PUT', url, { phases: [first, second] })).body.phases).toHaveLength(2);
});

it('a closed project keeps its phases and its end, and is not reopened by a change', async () => {
  const phases = [{ start_date: '2026-07-01' }];
  const made = await make({ name: 'Clos/A', phases, end_date: '2026-08-01' });
  const url = `/projects/${made._id}`;
  await send('PUT', url, { working_phase: null });
  const wrong: [field: string, changes: object][] = [
    ['working_phase', { working_phase: 0 }],
    ['phases', { phases: [...phases, { start_date: '2026-07-20' }] }],
    ['end_date', { end_date: '2026-09-01' }],
  ];
  for (const [field, changes] of wrong)
    expect(await send('PUT', url, changes), JSON.stringify(changes)).toMatchObject({
      status: 422,
      body: { details: { faults: expect.arrayContaining([expect.objectContaining({ field })]) } },
    });
  expect((await list()).find(({ _id }) => _id === made._id)).toMatchObject({
    working_phase: null,
    end_date: '2026-08-01',
  });
  const unchanged = { phases, end_date: '2026-08-01', working_phase: null, section: 'Homme' };
  expect((await send('PUT', url, unchanged)).status).toBe(200);
});

it('definitions imported again neither validate a phase nor take one back, and say of which project', async () => {
  const definition = (working_phase: number | null) =>
    JSON.stringify([
      {
        name: 'Encore/A',
        phases: [{ name: 'Un', start_date: '2026-07-01' }, { start_date: '2026-07-08' }],
        end_date: '2026-08-01',
        working_phase,
      },
    ]);
  expect(await upload('projets.json', definition(0))).toMatchObject({ body: { created_count: 1 } });
  for (const wanted of [1, null])
    expect(await upload('projets.json', definition(wanted))).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('Encore/A'), details: { faults: [{ field: 'working_phase' }] } },
    });
  await settled();
  const own = (await list()).find(({ name }) => name === 'Encore/A');
  expect(own?.working_phase).toBe(0);
  await send('PUT', `/projects/${own?._id}`, { working_phase: 1 });
  expect(await upload('projets.json', definition(0))).toMatchObject({ status: 422 });
  // A table gives no names: the phases keep theirs.
  const table = (first: string) =>
    `nom;démarque_1;démarque_2;date_fin\nEncore/A;${first};08/07/2026;01/08/2026\n`;
  expect(await upload('projets.csv', table('01/07/2026'))).toMatchObject({ body: { updated_count: 1 } });
  expect(await upload('projets.csv', table('02/07/2026'))).toMatchObject({ status: 422 });
  expect((await list()).find(({ name }) => name === 'Encore/A')).toMatchObject({
    working_phase: 1,
    phases: [{ name: 'Un', start_date: '2026-07-01' }, { name: null }],
  });
});

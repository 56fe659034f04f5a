import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '@palier/contract';
import { DEFINITION_TEMPLATE } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { sendDefinitions } from '../../test/send-file.ts';
import { readDefinitions } from '../files/definitions.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

interface Answer {
  status: number;
  body: Project;
}
const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Answer> =>
  test.ask('claire', {
    method,
    url: `/api${url}`,
    ...(payload && { payload }),
  });
const list = async () =>
  ((await test.ask('claire', { url: '/api/projects' })).body as { data: Project[] }).data;

it('[API-02] [API-03] [PROJ-04] [PROJ-05] a new project has the defaults and is listed', async () => {
  const { status, body } = await send('POST', '/projects', { name: 'Soldes été/Femme/Ville/Robes' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    operation: 'Soldes été',
    subdivision: 'Femme, Ville',
    shortName: 'Robes',
    working_phase: 0,
    discount_pct_range: [20, 30, 40, 50, 60],
    has_optimizations: false,
  });
  expect((await list()).find((project) => project._id === body._id)).toMatchObject({
    name: 'Soldes été/Femme/Ville/Robes',
  });
});

it('[API-04] [PROJ-03] a project is changed, an unknown one is 404', async () => {
  const { body } = await send('POST', '/projects', { name: 'Op/A' });
  const changed = await send('PUT', `/projects/${body._id}`, {
    end_date: '2099-12-31',
    discount_pct_range: [20, 40],
  });
  expect(changed.body).toMatchObject({ end_date: '2099-12-31', discount_pct_range: [20, 40] });
  expect((await list()).find(({ _id }) => _id === body._id)).toMatchObject({
    ...{ name: 'Op/A', end_date: '2099-12-31', discount_pct_range: [20, 40] },
  });
  expect((await send('PUT', '/projects/00000000-0000-7000-8000-000000000000', { section: 'x' })).status).toBe(
    404,
  );
  expect((await send('PUT', '/projects/pas-un-id', { section: 'x' })).status).toBe(404);
});

it('[API-05] a deleted project is gone, once', async () => {
  const { body } = await send('POST', '/projects', { name: 'Op/B' });
  expect((await send('DELETE', `/projects/${body._id}`)).status).toBe(204);
  expect((await list()).map((project) => project._id)).not.toContain(body._id);
  expect((await send('DELETE', `/projects/${body._id}`)).status).toBe(404);
});

it('[PROJ-03] what does not hold together is refused at creation as at a change, naming the field', async () => {
  const { body } = await send('POST', '/projects', { name: 'Faux/A' });
  await send('POST', '/projects', { name: 'Faux/B' });
  const wrong: [field: string, changes: object][] = [
    ['discount_pct_range', { discount_pct_range: [13, 27] }],
    ['discount_pct_range', { discount_pct_range: [40, 20] }],
    ['objective', { objective: { discount_pct_distribution: { 20: 10 } } }],
    ['objective', { objective: { discount_pct_distribution: { 20: 100, 30: 60 } } }],
    ['name', { name: ' / ' }],
    ['name', { name: 'Faux//A' }],
    ['name', { name: 'Faux / B' }],
    ['end_date', { phases: [{ start_date: '2099-01-01' }], end_date: '2098-01-01' }],
    ['working_phase', { working_phase: 4 }],
  ];
  for (const [field, changes] of wrong) {
    const created = await send('POST', '/projects', { name: 'Faux/C', ...changes });
    expect(created, JSON.stringify(changes)).toMatchObject({
      status: 422,
      body: { code: 'refused', details: { faults: [{ field }] } },
    });
    if (field === 'working_phase') continue;
    const changed = await send('PUT', `/projects/${body._id}`, changes);
    expect(changed, JSON.stringify(changes)).toMatchObject({
      status: 422,
      body: { details: { faults: [{ field }] } },
    });
  }
  expect((await send('PUT', `/projects/${body._id}`, { name: 'Faux/A', section: 'Homme' })).status).toBe(200);
});

it('phases that do not follow each other are refused, with the reason', async () => {
  const phases = [{ start_date: '2026-07-08' }, { start_date: '2026-07-01' }];
  const { status, body } = await send('POST', '/projects', { name: 'Op/C', phases, end_date: '2026-08-01' });
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'refused', error: expect.stringContaining('démarques') });
});

it('[PROJ-02] a group has one leader, whoever comes and goes', async () => {
  const leaders = async () =>
    (await list())
      .filter((project) => project.project_group_id === 'g1' && project.is_project_group_leader)
      .map(({ name }) => name);
  await send('POST', '/projects', { name: 'G/Un', project_group_id: 'g1' });
  expect(await leaders()).toEqual(['G/Un']);
  const two = await send('POST', '/projects', { name: 'G/Deux', project_group_id: 'g1' });
  expect(await leaders()).toEqual(['G/Un']);
  await send('PUT', `/projects/${two.body._id}`, { is_project_group_leader: true });
  expect(await leaders()).toEqual(['G/Deux']);
  await send('POST', '/projects', { name: 'G/Trois', project_group_id: 'g1' });
  await send('PUT', `/projects/${two.body._id}`, { project_group_id: null });
  expect(await leaders()).toEqual(['G/Trois']);
});

it('[API-07] the template of definitions is read as it is, every project of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'template-'));
  const path = join(folder, 'modele.csv');
  await writeFile(path, DEFINITION_TEMPLATE);
  const found = await readDefinitions({ path, name: 'modele.csv' });
  await rm(folder, { recursive: true });
  expect(found?.errors).toEqual([]);
  expect(found?.definitions).toMatchObject([
    {
      ...{ name: 'Soldes hiver/Femme/Robes', is_project_group_leader: true, end_date: '2027-02-02' },
      phases: [{ start_date: '2027-01-06' }, { start_date: '2027-01-20' }, { start_date: '2027-01-27' }],
      selection: { item_query: { rules: [{ field: 'family', value: ['Robes', 'Jupes'] }] } },
    },
    { selection: { item_group_ids: ['AC-1001', 'AC-1002'] }, discount_pct_range: [20, 30, 40] },
  ]);
});

it('[PROJ-02] a group is made of projects, named, led by one of them, and undone', async () => {
  const make = async (name: string) => (await send('POST', '/projects', { name })).body._id;
  const [one, two, three] = [await make('H/Bêta'), await make('H/Alpha'), await make('I/Gamma')];
  const made = await send('POST', '/project-groups', { name: 'Atelier', project_ids: [one, two] });
  expect(made).toMatchObject({ status: 201, body: { name: 'Atelier', leader_id: two } });
  const url = `/project-groups/${made.body._id}`;
  const named = async () =>
    (await list()).filter((project) => project.project_group_name === 'Atelier').map(({ name }) => name);
  expect(await named()).toEqual(['H/Bêta', 'H/Alpha']);
  const stranger = { name: 'Atelier', project_ids: [one], leader_id: three };
  expect((await send('PUT', url, stranger)).status).toBe(422);
  const led = await send('PUT', url, { name: 'Atelier', project_ids: [one, three], leader_id: three });
  expect(led.body).toMatchObject({ leader_id: three, project_ids: [one, three] });
  const other = await send('POST', '/project-groups', { name: 'Autre', project_ids: [three] });
  const { body: groups } = await test.ask('claire', { url: '/api/project-groups' });
  expect(groups).toMatchObject({
    data: expect.arrayContaining([
      { _id: made.body._id, name: 'Atelier', project_ids: [one], leader_id: one },
    ]),
  });
  expect((await send('DELETE', `/project-groups/${other.body._id}`, undefined)).status).toBe(204);
  expect((await list()).find(({ _id }) => _id === three)).toMatchObject({
    ...{ project_group_id: null, is_project_group_leader: false, pilot: { name: 'Claire Vasseur' } },
  });
  expect((await send('DELETE', `/project-groups/${other.body._id}`, undefined)).status).toBe(404);
});

const upload = (name: string, text: string) => sendDefinitions(test, 'claire', name, text);

it('[STATE-05] a project without data answers an empty listing rather than a fault', async () => {
  const { body } = await send('POST', '/projects', { name: 'Op/E' });
  const listing = await test.ask('claire', { url: `/api/projects/${body._id}/discounts` });
  expect(listing).toMatchObject({ status: 200, body: { data: [], discount_count: 0, cursor: null } });
  expect(body.snapshot).toMatchObject({ status: 'none', version: 0 });
});

it('[API-07] projects come from a file of definitions; the same file again changes them', async () => {
  const text =
    'nom;démarque_1;démarque_2;date_fin\nSoldes hiver/Homme/Mailles;06/01/2027;20/01/2027;10/02/2027\nMauvais;pas une date;;\n';
  const first = await upload('projets.csv', text);
  expect(first).toMatchObject({
    status: 201,
    body: {
      created_count: 1,
      updated_count: 0,
      errors: [{ file: 'projets.csv', line: 3, value: 'pas une date' }],
    },
  });
  expect((await list()).find(({ name }) => name === 'Soldes hiver/Homme/Mailles')).toMatchObject({
    end_date: '2027-02-10',
    phases: [{ start_date: '2027-01-06' }, { start_date: '2027-01-20' }],
  });
  expect(await upload('projets.csv', text)).toMatchObject({ body: { created_count: 0, updated_count: 1 } });
});

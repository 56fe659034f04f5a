import type { Member, Project } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { dropPostgres, newPostgres } from '../../test/copies.ts';

// On a server of sessions of their own: the embedded one has but one, which takes turns by itself.

let address: string;
let test: TestApp;
beforeAll(async () => {
  address = await newPostgres();
  test = await startTestApp({ database_url: address });
}, 120_000);
afterAll(async () => {
  await test?.close();
  await dropPostgres(address);
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
/** How many of calls made at once were answered by each status. */
async function statuses(count: number, one: (index: number) => ReturnType<typeof call>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => one(index)));
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, of]) => [status, of.length]));
}
const newProject = (name: string) =>
  call('POST', '/projects', { name, phases: [{ start_date: '2026-07-01' }], end_date: '2026-08-26' });
const projects = async () =>
  ((await call('GET', '/projects')).body as { data: Project[] }).data.map((project) => project);

it('a name that several give a project at once is given to one', async () => {
  expect(await statuses(10, () => newProject('Soldes/Femme/Robes'))).toEqual({ 201: 1, 422: 9 });
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C']) {
    const { body } = await newProject(`Soldes/Femme/${name}`);
    ids.push((body as Project)._id);
  }
  const rename = (index: number) => call('PUT', `/projects/${ids[index]}`, { name: 'Soldes/Femme/Jupes' });
  expect(await statuses(3, rename)).toEqual({ 200: 1, 422: 2 });
});

it('an address that several add at once is one member’s', async () => {
  const payload = { email: 'zoe.petit@maison-brume.fr', name: 'Zoé Petit', role: 'reader' };
  expect(await statuses(10, () => call('POST', '/members', payload))).toEqual({ 201: 1, 422: 9 });
  const { data } = (await call('GET', '/members')).body as { data: Member[] };
  expect(data.filter(({ email }) => email === payload.email)).toHaveLength(1);
});

it('projects of a group that are filed, led and deleted at once each answer, and the group has one leader', async () => {
  const ids: string[] = [];
  for (const name of ['X', 'Y', 'Z'])
    ids.push(((await newProject(`Soldes/Homme/${name}`)).body as Project)._id);
  const made = await call('POST', '/project-groups', { name: 'Homme', project_ids: ids });
  const group = (made.body as { _id: string })._id;
  const file = (index: number) => {
    const url = `/projects/${ids[index % 3]}`;
    if (index % 2) return call('PUT', url, { is_project_group_leader: true });
    return call('PUT', url, { project_group_id: index % 4 ? group : null });
  };
  for (let round = 0; round < 3; round += 1) expect(await statuses(24, file)).toEqual({ 200: 24 });
  for (const id of ids) await call('PUT', `/projects/${id}`, { project_group_id: group });
  const led = (await projects()).filter((one) => one.project_group_id === group);
  expect(led.filter((one) => one.is_project_group_leader)).toHaveLength(1);
  const end = (index: number) =>
    index < 2
      ? call('DELETE', `/projects/${ids[index]}`)
      : call('PUT', `/projects/${ids[index % 3]}`, { is_project_group_leader: true });
  const answers = await statuses(12, end);
  expect(answers[204]).toBe(2);
  expect(Object.keys(answers).filter((status) => !['200', '204', '404'].includes(status))).toEqual([]);
});

import type { Member } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, userOf } from '../../../test/app.ts';
import { accountDirectory } from '../service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test?.close());

const list = async () => (await test.ask('claire', { url: '/api/members' })).body as { data: Member[] };
const put = (id: string, payload: object) =>
  test.ask('claire', { method: 'PUT', url: `/api/members/${id}`, payload });

it('lists the people of the organisation alone, by name, each with her role', async () => {
  const { data } = await list();
  expect(data.map(({ name, role }) => [name, role])).toEqual([
    ['Claire Vasseur', 'administrator'],
    ['Hugo Lemaire', 'reader'],
    ['Inès Dumont', 'manager'],
    ['Marion Roche', 'merchandiser'],
    ['Nadia Benali', 'data'],
  ]);
  expect((await test.ask('ines', { url: '/api/members' })).status).toBe(403);
});

it('adds somebody by her address, whom sign-in then finds; a second time it is refused', async () => {
  const payload = { email: 'Zoe.Petit@maison-brume.fr', name: 'Zoé Petit', role: 'reader' };
  const add = () => test.ask('claire', { method: 'POST', url: '/api/members', payload });
  const { status, body } = await add();
  expect(status).toBe(201);
  const accounts = accountDirectory(test.deps.database.db);
  const found = await accounts.findByEmail('zoe.petit@maison-brume.fr');
  expect(found).toMatchObject({ user_id: (body as Member).user_id, organization_id: 'org_maison_brume' });
  expect(await add()).toMatchObject({ status: 422, body: { details: { field: 'email' } } });
});

it('a role given is what the door asks, within the moment that people are kept for', async () => {
  const hugo = userOf('hugo').user_id;
  expect((await put(hugo, { role: 'data' })).body).toMatchObject({ role: 'data', granted: [] });
  await expect
    .poll(async () => (await test.ask('hugo', { url: '/api/me' })).body, { timeout: 15_000, interval: 500 })
    .toMatchObject({ role: 'data', permissions: { canImport: true, canEditDiscounts: false } });
});

it('who leaves no longer signs in, keeps her name in the journal, and comes back as herself', async () => {
  const nadia = userOf('nadia');
  const remove = () => test.ask('claire', { method: 'DELETE', url: `/api/members/${nadia.user_id}` });
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  const accounts = accountDirectory(test.deps.database.db);
  expect(await accounts.findByEmail(nadia.email)).toBeUndefined();
  const payload = { email: nadia.email, name: nadia.name, role: 'reader' };
  const { body } = await test.ask('claire', { method: 'POST', url: '/api/members', payload });
  expect(body).toMatchObject({ user_id: nadia.user_id, role: 'reader' });
});

it('an organisation keeps an administrator, and nobody takes herself out', async () => {
  const claire = userOf('claire').user_id;
  expect(await put(claire, { role: 'manager' })).toMatchObject({ status: 422 });
  expect(await test.ask('claire', { method: 'DELETE', url: `/api/members/${claire}` })).toMatchObject({
    status: 422,
  });
  expect((await put(userOf('ines').user_id, { role: 'administrator' })).status).toBe(200);
  expect((await put(claire, { role: 'manager' })).status).toBe(200);
});

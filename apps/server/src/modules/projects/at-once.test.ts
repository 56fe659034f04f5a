import type { Member, Project } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { proveProject, systemScope } from '../../scope.ts';
import { startTestApp, type TestApp, userOf } from '../../test/app.ts';
import { dropPostgres, newPostgres } from '../../test/copies.ts';
import { seenWaiting } from '../../test/waiting.ts';
import { addEntry } from '../activities/index.ts';
import { decideQuality } from '../imports/service.ts';
import { changeOrganizationSettings, organizationSettings } from '../organizations/index.ts';
import { changeSettings } from '../organizations/settings/service.ts';
import { BIN_DAYS, emptyBin } from './bin.ts';
import { takeVersion } from './repository.ts';

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

it('a signature that is given to somebody several times at once is given', async () => {
  const days = { from_date: '2020-01-01', to_date: '2099-12-31' };
  const delegation = { delegate_id: userOf('marion').user_id, ...days };
  expect(await statuses(10, () => call('PUT', '/signers/delegation', { delegation }))).toEqual({ 200: 10 });
});

it('of views that several make the first of all at once, one is', async () => {
  const first = (index: number) => ({ name: `Vue ${index}`, shared: true, is_default: true, parameters: {} });
  expect(await statuses(10, (index) => call('POST', '/views', first(index)))).toEqual({ 201: 10 });
  const { data } = (await call('GET', '/views')).body as { data: { is_default: boolean }[] };
  expect(data.filter(({ is_default }) => is_default)).toHaveLength(1);
});

it('a view that several make the first of all while others open the views is made', async () => {
  const { db } = test.deps.database;
  const first = { name: 'Vue', shared: true, is_default: true, parameters: {} };
  for (let round = 0; round < 10; round += 1) {
    await db.deleteFrom('view').execute();
    const one = (index: number) => (index % 2 ? call('POST', '/views', first) : call('GET', '/views'));
    expect(await statuses(8, one)).toEqual({ 200: 4, 201: 4 });
  }
});

it('of totals of the till that several replace at once, those of one are kept', async () => {
  const said = (index: number) =>
    [0, 1, 2].map((month) => ({
      ...{ month: `2026-0${1 + ((index + month) % 9)}`, place: null },
      ...{ revenue: index, quantity: null, stock: null },
    }));
  expect(await statuses(8, (index) => call('PUT', '/controls', { totals: said(index) }))).toEqual({ 200: 8 });
  const { data } = (await call('GET', '/controls')).body as { data: { revenue: number }[] };
  expect(data.map(({ revenue }) => revenue)).toEqual(
    said(data[0]?.revenue ?? 0).map(({ revenue }) => revenue),
  );
});

it('a set of rules and a layout of files have a name of their own, whoever gives it at once', async () => {
  const what = { discount_spec_by: null, discount_spec_map_type: 'fixed', discount_spec_map: { '*': 20 } };
  const rules = [{ name: 'Doux', active: true, query: null, ...what }];
  const set = { name: 'Soldes', rules };
  expect(await statuses(10, () => call('POST', '/rule-sets', set))).toEqual({ 201: 1, 422: 9 });
  const [preset] = ((await call('GET', '/price-templates')).body as { data: object[] }).data;
  const { _id: _, preset: __, ...layout } = preset as Record<string, unknown>;
  const template = { ...layout, name: 'Caisse' };
  expect(await statuses(10, () => call('POST', '/price-templates', template))).toEqual({ 201: 1, 422: 9 });
});

it('a check of the data is decided by several at once without a fault', async () => {
  const { db } = test.deps.database;
  const scope = systemScope(userOf('claire').organization_id);
  const issue = { code: 'no_price', count: 1, actions: ['accept', 'exclude'] };
  const decide = (index: number) =>
    decideQuality({ db, queue: test.deps.queue }, scope, issue, index % 2 ? 'accept' : 'exclude');
  await Promise.all(Array.from({ length: 10 }, (_, index) => decide(index)));
});

it('who waits for somebody’s act on a project writes hers after it, though the other’s clock is ahead', async () => {
  const { db } = test.deps.database;
  const { body } = await newProject('Soldes/Femme/Horloges');
  const project = proveProject(systemScope(userOf('claire').organization_id), (body as Project)._id);
  const entry = { kind: 'project', comment: null, details: {}, ids: [] } as const;
  const [taken, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = inTransaction(db, async (tx) => {
    const { version } = await takeVersion(tx, project, 'settings');
    taken.resolve();
    await waiting.promise;
    const { activity_id } = await addEntry(tx, project, { ...entry, version });
    const ahead = `ffff${activity_id.slice(4)}`;
    await tx
      .updateTable('activity')
      .set({ activity_id: ahead })
      .where('activity_id', '=', activity_id)
      .execute();
    return ahead;
  });
  await taken.promise;
  const second = inTransaction(db, async (tx) => {
    const version = takeVersion(tx, project, 'settings');
    await seenWaiting(test.deps.database);
    waiting.resolve();
    return (await addEntry(tx, project, { ...entry, version: (await version).version })).activity_id;
  });
  expect((await second) > (await first)).toBe(true);
});

/** Does something while a transaction holds what it changed; that ends once the other waits for it. */
async function during<T>(change: (tx: Tx) => Promise<unknown>, act: () => Promise<T>): Promise<T> {
  const [changed, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = inTransaction(test.deps.database.db, async (tx) => {
    await change(tx);
    changed.resolve();
    await waited.promise;
  });
  await changed.promise;
  const acting = act();
  await seenWaiting(test.deps.database);
  waited.resolve();
  await holding;
  return acting;
}

it('a field of costs that is hidden while somebody who sees none hides another is hidden', async () => {
  const { db } = test.deps.database;
  const scope = systemScope(userOf('claire').organization_id);
  const withoutCosts = { ...scope, permissions: {} };
  await during(
    (tx) => changeOrganizationSettings(tx, scope, { unavailableFields: ['margin'] }),
    () => changeSettings(db, withoutCosts, { unavailableFields: ['brand'] }),
  );
  const { unavailableFields } = await organizationSettings(db, scope);
  expect(unavailableFields?.toSorted()).toEqual(['brand', 'margin']);
});

it('a rule is not added to a project that is deleted meanwhile', async () => {
  const { body } = await newProject('Soldes/Femme/Règles');
  const { _id } = body as Project;
  const answer = await during(
    (tx) => tx.updateTable('project').set({ deleted_at: new Date() }).where('project_id', '=', _id).execute(),
    () => call('POST', `/projects/${_id}/rules`, { name: 'Doux' }),
  );
  expect(answer.status).toBe(404);
});

it('a project brought back while its time in the bin ends keeps its figures', async () => {
  const { db } = test.deps.database;
  const { body } = await newProject('Soldes/Femme/Corbeille');
  const { _id } = body as Project;
  const own = (deleted_at: Date | null) => (at: Pick<Tx, 'updateTable'>) =>
    at.updateTable('project').set({ deleted_at }).where('project_id', '=', _id).execute();
  await own(new Date(Date.now() - (BIN_DAYS + 1) * 86_400_000))(db);
  await during(own(null), () => emptyBin(test.deps));
  expect((await projects()).map((project) => project._id)).toContain(_id);
  expect(await db.selectFrom('unused_folder').select('path').execute()).toEqual([]);
});

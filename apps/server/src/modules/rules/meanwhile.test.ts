import type { Rule, Rulebook } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { type Person, startTestApp, type TestApp, userOf } from '../../test/app.ts';
import { importShop, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

// Somebody else acts on a rule between the moment when a change of it is received and that when it is written.

let test: TestApp;
let project_id: string;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [
    { code: 'L1', price: 30 },
    { code: 'L2', price: 90 },
  ]);
  project_id = (await openProject(test, 'Soldes/Femme'))._id;
});
afterAll(() => test.close());

async function ask<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  { by = 'claire' }: { by?: Person } = {},
) {
  const request = { method, url: `/api${path}`, ...(payload && { payload }) };
  return (await test.ask(by, request)) as { status: number; body: T };
}

const rulebook = async () => (await ask<Rulebook>('GET', `/projects/${project_id}/rules`)).body;
const ruleOf = async (id: string) => (await rulebook()).data.find(({ _id }) => _id === id);
const addRule = async (): Promise<string> => {
  const rule = { discount_spec_map_type: 'fixed', discount_spec_map: { '*': 20 } };
  return (await ask<Rule>('POST', `/projects/${project_id}/rules`, rule)).body._id;
};

/** Changes a rule; something is done once the change was received. */
async function change(id: string, changes: object, meanwhile: () => Promise<unknown>) {
  const { facts } = test.deps;
  const { use } = facts;
  facts.use = (async (...asked: Parameters<typeof use>) => {
    facts.use = use;
    await meanwhile();
    return use.apply(facts, asked);
  }) as typeof use;
  return ask<Rule>('PUT', `/rules/${id}`, changes);
}

it('a rule that was applied meanwhile is one that changed since, and its effect is taken back when it is deleted', async () => {
  const id = await addRule();
  const apply = async () => {
    await ask('POST', `/projects/${project_id}/rules/process`);
    await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  };
  expect((await change(id, { name: 'Été' }, apply)).status).toBe(200);
  expect(await ruleOf(id)).toMatchObject({ name: 'Été', state: 'edited' });
  await ask('DELETE', `/rules/${id}`);
  expect((await rulebook()).removed_rule_count).toBe(1);
});

it('two changes that are each sound but not together are not both kept', async () => {
  const id = await addRule();
  const byPrice = {
    discount_spec_map_type: 'range',
    discount_spec_by: 'price',
    discount_spec_map: { '0..50': 20 },
  };
  const other = async () => expect((await ask('PUT', `/rules/${id}`, byPrice)).status).toBe(200);
  expect((await change(id, { discount_spec_map: { '*': 30 } }, other)).status).toBe(422);
  expect(await ruleOf(id)).toMatchObject(byPrice);
});

it('a rule is placed above the one that it was placed above, whatever a colleague has moved, added or deleted', async () => {
  for (const { _id } of (await rulebook()).data) await ask('DELETE', `/rules/${_id}`);
  const [a = '', b = '', c = '', d = ''] = [
    await addRule(),
    await addRule(),
    await addRule(),
    await addRule(),
  ];
  const order = async () => (await rulebook()).data.map(({ _id }) => _id);
  const place = (id: string, before: string | null, by: Person = 'claire') =>
    ask<{ error: string }>('PUT', `/rules/${id}`, { before }, { by });
  // Her screen shows a, b, c, d: she drags d above b, while a colleague has put a below.
  await place(a, null, 'marion');
  expect((await place(d, b)).status).toBe(200);
  expect(await order()).toEqual([d, b, c, a]);
  expect((await place(b, null)).status).toBe(200);
  expect(await order()).toEqual([d, c, a, b]);
  // Above itself, it stays where it is.
  expect((await place(c, c)).status).toBe(200);
  expect(await order()).toEqual([d, c, a, b]);
  await ask('DELETE', `/rules/${d}`, undefined, { by: 'marion' });
  const gone = await place(b, d);
  expect([gone.status, gone.body.error]).toEqual([
    409,
    'La règle au-dessus de laquelle vous placez celle-ci n’existe plus.',
  ]);
  expect(await order()).toEqual([c, a, b]);
  // Programs say a place.
  expect((await ask('PUT', `/rules/${b}`, { position: 0 })).status).toBe(200);
  expect(await order()).toEqual([b, c, a]);
});

it('a rule that a colleague has just rewritten is not switched on unseen', async () => {
  const id = await addRule();
  await ask('PUT', `/rules/${id}`, { active: false });
  const seen = { active: false, discount_spec_map: { '*': 20 } };
  const { status } = await ask('PUT', `/rules/${id}`, { discount_spec_map: { '*': 60 } }, { by: 'marion' });
  expect(status).toBe(200);
  expect((await ask('PUT', `/rules/${id}`, { active: true, seen })).status).toBe(409);
  expect(await ruleOf(id)).toMatchObject({ active: false });
  // Switched on by a colleague, it is as she wants it.
  await ask('PUT', `/rules/${id}`, { active: true }, { by: 'marion' });
  const now = { active: false, discount_spec_map: { '*': 60 } };
  expect((await ask('PUT', `/rules/${id}`, { active: true, seen: now })).status).toBe(200);
});

it('rules that wait when whoever asked for them may no longer apply any change nothing, and say so', async () => {
  await addRule();
  const by = (role: string) => ask('PUT', `/members/${userOf('marion').user_id}`, { role });
  const { queue } = test.deps;
  const { wake } = queue;
  queue.wake = async (kind) => {
    // Asked for, and not begun: her role is another by then.
    queue.wake = wake;
    expect((await by('reader')).status).toBe(200);
    return wake.call(queue, kind);
  };
  const activities = async () =>
    (await ask<{ data: { kind: string }[] }>('GET', `/projects/${project_id}/activity`)).body.data.length;
  const before = await activities();
  const asked = await test.ask('marion', {
    method: 'POST',
    url: `/api/projects/${project_id}/rules/process`,
  });
  queue.wake = wake;
  expect(asked.status).toBe(202);
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  const jobs = await test.deps.database.db
    .selectFrom('job')
    .select(['status', 'error'])
    .where('created_by', '=', userOf('marion').user_id)
    .execute();
  expect(jobs).toEqual([{ status: 'failed', error: expect.stringContaining('n’en a plus le droit') }]);
  expect(await activities()).toBe(before);
  await by('merchandiser');
});

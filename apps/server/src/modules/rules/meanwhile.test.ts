import type { Rule, Rulebook } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp, userOf } from '../../test/app.ts';
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

async function ask<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  const request = { method, url: `/api${path}`, ...(payload && { payload }) };
  return (await test.ask('claire', request)) as { status: number; body: T };
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

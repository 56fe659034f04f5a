import type { Project } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { choose, importShop, linesOf, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

// A phase that is taken back: each line has again what its validation found, so that its prices are those signed.

const CODES = ['RULED', 'LEFT', 'CHOSEN', 'JOINED'];

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    CODES.map((code) => ({ code })),
  );
}, 400_000);
afterAll(() => test?.close());

const settled = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
async function send<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<T> {
  const { status, body } = await test.ask('claire', {
    ...{ method, url: `/api${url}` },
    ...(payload && { payload }),
  });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body as T;
}
const validate = async (project: Project, working_phase: number) => {
  await send('PUT', `/projects/${project._id}`, { working_phase });
  await settled();
};
const goBack = async (project: Project) => {
  await send('POST', `/projects/${project._id}/reopening`, { reason: 'Trop tôt' });
  await settled();
};
const include = async (project: Project, inclusion: Readonly<Record<string, boolean>>) => {
  const lines = await linesOf(test, project._id);
  const edits = Object.entries(inclusion).map(([code, included]) => [lines.get(code)?._id, { included }]);
  await send('PUT', `/projects/${project._id}/discounts`, Object.fromEntries(edits));
};
const rule = (project: Project, code: string, discount: unknown) =>
  send<{ _id: string }>('POST', `/projects/${project._id}/rules`, {
    name: `Règle ${code}`,
    query: { combinator: 'and', rules: [{ field: 'item_group_id', operator: 'equals', value: code }] },
    ...{ discount_spec_map_type: 'fixed', discount_spec_map: { '*': discount } },
  });
const processRules = async (project: Project) => {
  await send('POST', `/projects/${project._id}/rules/process`);
  await settled();
};

it('a phase taken back has the discounts that were validated, whatever rules and people did in the next one', async () => {
  const project = await openProject(test, 'Retour/Robes');
  await choose(test, project._id, { LEFT: 20, CHOSEN: 30, JOINED: 40 });
  const first = await rule(project, 'RULED', 30);
  await processRules(project);
  await include(project, { JOINED: false });
  const decided = async () =>
    Object.fromEntries(
      [...(await linesOf(test, project._id))].map(([code, line]) => [
        code,
        [line.included, line.discount_pct, line.discount_pct_min, line.discount_pct_max],
      ]),
    );
  const before = await decided();
  expect(before.RULED).toEqual([true, 30, null, null]);
  await validate(project, 1);
  await send('DELETE', `/rules/${first._id}`);
  await rule(project, 'RULED', { min: 50, max: null });
  await processRules(project);
  await include(project, { LEFT: false, JOINED: true });
  await goBack(project);
  expect(await decided()).toEqual(before);
});

it('the discounts that rules gave are those of their phase: without them, each line has what it had there before', async () => {
  const project = await openProject(test, 'Retour/Règles');
  const rules: string[] = [];
  const give = async (discount: unknown) => {
    rules.push((await rule(project, 'RULED', discount))._id);
    await processRules(project);
  };
  const withdraw = async () => {
    for (const id of rules.splice(0)) await send('DELETE', `/rules/${id}`);
    await processRules(project);
  };
  const ruled = async () => (await linesOf(test, project._id)).get('RULED')?.discount_pct ?? null;
  expect(await ruled()).toBeNull();
  await give(30);
  await validate(project, 1);
  // The price stands at 30 % since it was validated: no rule is needed for it any more.
  await withdraw();
  expect(await ruled()).toBe(30);
  await give({ min: 50, max: null });
  expect(await ruled()).toBe(50);
  await goBack(project);
  expect(await ruled()).toBe(30);
  await withdraw();
  expect(await ruled()).toBeNull();
});

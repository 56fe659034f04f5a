import type { Optimization, Project, RouteOutput, Scenario, SendingPreview } from '@palier/contract';
import type { Line } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { type Person, startTestApp, type TestApp } from '../../../test/app.ts';
import { importShop, linesOf, ORGANIZATION, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

// A plan is sent over what its author has seen: what a colleague decided since stays, and is said.

type Sent = RouteOutput<'optimizations.send_to_listing'>;

let test: TestApp;
let project: Project;
let margin: Optimization;
let clearance: Optimization;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  const products = Array.from({ length: 12 }, (_, index) => ({
    ...{ code: `R${index}`, weekly_sales: 1 + (index % 5), stock: 15 + 8 * index },
  }));
  await importShop(test, products);
  project = await openProject(test, 'Soldes/Femme/Robes');
  margin = await run({ name: 'Marge', goal: 'profit' });
  clearance = await run({ name: 'Vider', goal: 'cogs' });
}, 120_000);
afterAll(() => test?.close());

async function ask<T>(by: Person, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask(by, { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

async function run(scenario: Partial<Scenario>): Promise<Optimization> {
  const made = await ask<Scenario>('claire', 'POST', '/scenarios', scenario);
  const url = `/scenarios/${made._id}/optimizations`;
  const { _id } = await ask<Optimization>('claire', 'POST', url, { projects: [project._id] });
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  return ask('claire', 'GET', `/optimizations/${_id}`);
}

const sending = ({ _id }: Optimization) => ({ optimization_ids: [_id], project_ids: [project._id] });
async function shown(plan: Optimization): Promise<number> {
  const { data } = await ask<SendingPreview>('claire', 'POST', '/optimizations/listing', sending(plan));
  return data[0]?.version ?? -1;
}
async function send(by: Person, plan: Optimization, seen?: object) {
  const body = { ...sending(plan), ...(seen && { seen: { [project._id]: seen } }) };
  const { data } = await ask<Sent>(by, 'PUT', '/optimizations/listing', body);
  if (!data[0]) throw new Error('nothing was sent');
  return data[0];
}
async function edit(by: Person, code: string, change: object) {
  const id = (await linesOf(test, project._id)).get(code)?._id ?? '';
  return ask<{ version: number }>(by, 'PUT', `/projects/${project._id}/discounts`, { [id]: change });
}
const decided = ({ discount_pct_auto, optimization_goal, discount_pct_user, next_discount_pcts }: Line) => ({
  ...{ discount_pct_auto, optimization_goal, discount_pct_user, next_discount_pcts },
});
async function decisions() {
  const lines = await linesOf(test, project._id);
  return Object.fromEntries([...lines].map(([code, line]) => [code, decided(line)]));
}

it('a line that a colleague has decided since the preview keeps it, is said, and the rest is undone exactly', async () => {
  await send('claire', margin);
  const version = await shown(clearance);
  await edit('marion', 'R3', { optimization_goal: 'sales' });
  const before = await decisions();
  const sent = await send('claire', clearance, { version });
  expect(sent).toMatchObject({
    discount_count: 11,
    kept: { discount_count: 1, user_names: ['Marion Roche'], item_group_ids: ['R3'] },
  });
  const after = await decisions();
  expect(after.R3).toEqual(before.R3);
  expect(after.R4?.optimization_goal).toBe(clearance.scenario_id);
  await ask('claire', 'POST', `/projects/${project._id}/activity/${sent.activity_id}/undo`);
  expect(await decisions()).toEqual(before);
});

it('once she has seen it, and for a program that does not say what it saw, every line takes the plan', async () => {
  await edit('marion', 'R3', { optimization_goal: 'cogs' });
  const again = await send('claire', clearance, { version: await shown(clearance) });
  expect([again.discount_count, again.kept]).toEqual([12, undefined]);
  await edit('marion', 'R3', { optimization_goal: 'sales' });
  expect((await send('claire', margin)).kept).toBeUndefined();
  expect((await decisions()).R3?.optimization_goal).toBe(margin.scenario_id);
});

it('her own acts since are seen, and what a colleague has sent alike is not told', async () => {
  const version = await shown(clearance);
  const own = await edit('claire', 'R5', { optimization_goal: 'sales' });
  const sent = await send('claire', clearance, { version, own: [own.version] });
  expect([sent.discount_count, sent.kept]).toEqual([12, undefined]);
  await send('claire', margin);
  const seen = await shown(clearance);
  await send('marion', clearance);
  expect((await send('claire', clearance, { version: seen })).kept).toBeUndefined();
});

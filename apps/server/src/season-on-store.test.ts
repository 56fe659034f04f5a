import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Optimization, Project, RouteOutput, Scenario } from '@palier/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { waitForJobs } from './modules/jobs/service.ts';
import { systemScope } from './scope.ts';
import { startTestApp, type TestApp } from './test/app.ts';
import { dropPostgres, newPostgres } from './test/copies.ts';
import { choose, importShop, ORGANIZATION, openProject } from './test/small-shop.ts';
import { startStore, type TestStore } from './test/store.ts';

// A season with the facts in an object store: one machine answers, another, with a folder of its own, works.

let root: string;
let database_url: string;
let store: TestStore;
let server: TestApp;
let worker: TestApp;
let project: Project;
const CODES = ['R1', 'R2', 'R3', 'R4'];

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  root = await mkdtemp(join(tmpdir(), 'palier-season-store-'));
  database_url = await newPostgres();
  store = await startStore(join(root, 'store'));
  const settings = { ...store.settings, database_url };
  server = await startTestApp({ ...settings, data_folder: join(root, 'here'), jobs: false });
  worker = await startTestApp({ ...settings, data_folder: join(root, 'there'), jobs: true });
  await importShop(
    server,
    CODES.map((code) => ({ code, stock: 60 })),
  );
  project = await openProject(server, 'Soldes 2026/Femme');
});
afterAll(async () => {
  await server?.close();
  await worker?.close();
  vi.unstubAllEnvs();
  await store?.stop();
  await dropPostgres(database_url);
  await rm(root, { recursive: true, force: true });
});

const settle = () => waitForJobs(server.deps.database.db, systemScope(ORGANIZATION));

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const { status, body } = await server.ask('claire', {
    method,
    url: `/api${url}`,
    ...(payload && { payload }),
  });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

/** What both machines answer, which is the same. */
async function bothOf<T>(url: string): Promise<T> {
  const request = { url: `/api${url}` };
  const [here, there] = await Promise.all([server.ask('claire', request), worker.ask('claire', request)]);
  expect(here.status, JSON.stringify(here.body)).toBe(200);
  expect(there.status, JSON.stringify(there.body)).toBe(200);
  expect(here.body).toEqual(there.body);
  return here.body;
}

it('edits, a run, its plan and the prices of a validated phase are the same on both machines', async () => {
  await choose(server, project._id, { R1: 20, R2: 30 });
  const scenario = await send<Scenario>('POST', '/scenarios', { name: 'Marge', goal: 'profit' });
  const asked = await send<Optimization>('POST', `/scenarios/${scenario._id}/optimizations`, {
    projects: [project._id],
  });
  await settle();
  expect(await bothOf(`/optimizations/${asked._id}`)).toMatchObject({ status: 'completed' });
  await send('PUT', '/optimizations/listing', {
    optimization_ids: [asked._id],
    project_ids: [project._id],
  });
  const { data } = await bothOf<RouteOutput<'discounts.list'>>(`/projects/${project._id}/discounts`);
  const chosen = new Map(data.map((line) => [line.item_group_id, line.discount_pct]));
  expect(chosen.get('R1')).toBe(20);
  expect(chosen.get('R3')).toBeTypeOf('number');
  await send('PUT', `/projects/${project._id}`, { working_phase: 1 });
  await settle();
  const file = await bothOf<string>(`/projects/${project._id}/export/prices-csv`);
  for (const code of CODES) expect(file).toContain(code);
});

it('its series are recorded by one and read by the other', async () => {
  const state = () => send<{ status: string }>('GET', `/series/status?projectIds=${project._id}`);
  await expect
    .poll(async () => {
      await settle();
      return (await state()).status;
    })
    .toBe('synced');
  const { series } = await bothOf<RouteOutput<'series.list'>>(`/series?projectIds=${project._id}`);
  expect(series.length).toBeGreaterThan(0);
});

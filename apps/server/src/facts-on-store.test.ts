import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Import } from '@palier/contract';
import type { LinePage } from '@palier/domain';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { snapshotPath } from './modules/folders/index.ts';
import { sweepFolders } from './modules/folders/service.ts';
import { waitForJobs } from './modules/jobs/service.ts';
import { openProject as openScope } from './modules/projects/index.ts';
import { systemScope } from './scope.ts';
import { startTestApp, type TestApp } from './test/app.ts';
import { dropPostgres, newPostgres } from './test/copies.ts';
import { ORGANIZATION, openProject } from './test/small-shop.ts';
import { startStore, type TestStore } from './test/store.ts';

// Two machines with nothing in common but the database and the store: one answers, the other works.

let root: string;
let database_url: string;
let store: TestStore;
const opened: TestApp[] = [];

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  root = await mkdtemp(join(tmpdir(), 'palier-store-'));
  database_url = await newPostgres();
  store = await startStore(join(root, 'store'));
});
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.stop();
  await dropPostgres(database_url);
  await rm(root, { recursive: true, force: true });
});

async function start(folder: string, jobs: boolean): Promise<TestApp> {
  const data_folder = join(root, folder);
  const test = await startTestApp({
    ...store.settings,
    database_url,
    data_folder,
    jobs,
    log_level: 'silent',
  });
  opened.push(test);
  return test;
}

const FILES = {
  'produits.csv': 'code_produit;libelle;prix_ttc;prix_achat\nR1;Robe;50;20\nR2;Jupe;40;15\n',
  'ventes.csv': 'date;code_produit;quantite;ca_ttc\n2026-06-29;R1;3;150\n2026-06-30;R2;x;80\n',
  'stock.csv': 'date;code_produit;quantite\n2026-06-30;R1;30\n2026-06-30;R2;20\n',
};

async function send(test: TestApp, files: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, text] of Object.entries(files)) form.append('uploadedFiles', new Blob([text]), name);
  const sent = new Response(form);
  return test.ask('claire', {
    method: 'POST',
    url: '/api/imports',
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  }) as Promise<{ status: number; body: Import; headers: Record<string, unknown> }>;
}

const listing = (test: TestApp, id: string) =>
  test.ask('claire', { url: `/api/projects/${id}/discounts` }) as Promise<{
    status: number;
    body: LinePage & { error?: string };
    headers: Record<string, unknown>;
  }>;
const waitForAll = (test: TestApp) => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));

let project_id: string;
let line_count: number;

it('files received on one machine are imported on another, and both answer with the same figures', async () => {
  const server = await start('here', false);
  const worker = await start('there', true);
  const { status, body } = await send(server, FILES);
  expect(status).toBe(202);
  await waitForAll(worker);
  const { body: ended } = await server.ask('claire', { url: `/api/imports/${body._id}` });
  expect(ended).toMatchObject({ status: 'completed' });
  const refused = await server.ask('claire', { url: `/api/imports/${body._id}/rejected-rows` });
  expect(refused.status).toBe(200);
  expect(refused.body).toContain('R2');
  project_id = (await openProject(worker, 'Op/Stockage'))._id;
  const [here, there] = [await listing(server, project_id), await listing(worker, project_id)];
  expect(here.status).toBe(200);
  line_count = here.body.discount_count;
  expect(line_count).toBeGreaterThan(1);
  expect(here.body).toEqual(there.body);
});

it('a token and the address of a picture made by one machine are good for the other', async () => {
  const server = await start('here', false);
  const other = await start('third', false);
  const token = await server.token('claire');
  const headers = { authorization: `Bearer ${token}` };
  expect((await other.ask(null, { url: '/api/projects', headers })).status).toBe(200);
  const url = server.deps.pictures.url(ORGANIZATION, 'robe.jpg');
  expect(other.deps.pictures.url(ORGANIZATION, 'robe.jpg')).toBe(url);
});

it('a snapshot removed while it is open still answers; the next one is brought from the store', async () => {
  const server = await start('here', false);
  const worker = await start('there', true);
  expect((await listing(server, project_id)).status).toBe(200);
  const before = await worker.deps.database.executeSql('select snapshot_version from project');
  await worker.ask('claire', { method: 'POST', url: `/api/projects/${project_id}/snapshot` });
  await waitForAll(worker);
  await worker.deps.database.executeSql(`update unused_folder set unused_since = now() - interval '31 days'`);
  const [{ snapshot_version: old }] = before.rows as [{ snapshot_version: number }];
  const project = await openScope(server.deps.database.db, systemScope(ORGANIZATION), project_id);
  await server.deps.facts.use(project, async () => {
    await sweepFolders(worker.deps);
    expect(await worker.deps.folders.has(snapshotPath(project_id, old))).toBe(false);
  });
  expect((await listing(server, project_id)).body.discount_count).toBe(line_count);
});

it('while the store is away, what is on the machine answers, the rest says to come back, nothing is taken that would be lost', async () => {
  const server = await start('here', false);
  const cold = await start('cold', false);
  expect((await listing(server, project_id)).status).toBe(200);
  await store.stop();
  try {
    expect((await listing(server, project_id)).status).toBe(200);
    const away = await listing(cold, project_id);
    expect(away).toMatchObject({ status: 503, headers: { 'retry-after': expect.anything() } });
    expect(away.body.error).toMatch(/stockage des données ne répond pas/);
    const upload = await send(server, FILES);
    expect(upload).toMatchObject({ status: 503, headers: { 'retry-after': expect.anything() } });
  } finally {
    await store.start();
  }
  expect((await listing(cold, project_id)).body.discount_count).toBe(line_count);
});

it('two processes that share a data folder have a cache each', async () => {
  await start('here', false);
  await start('here', false);
  expect((await readdir(join(root, 'here', 'cache'))).sort()).toEqual(['1', '2']);
  expect(existsSync(join(root, 'here', 'warehouse'))).toBe(false);
});

import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '@palier/contract';
import type { LinePage } from '@palier/domain';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sweepFolders } from './modules/folders/service.ts';
import { waitForJobs } from './modules/jobs/service.ts';
import { emptyBin } from './modules/projects/bin.ts';
import { systemScope } from './scope.ts';
import { startTestApp, type TestApp } from './test/app.ts';
import { startPostgres, type ThrowAwayPostgres } from './test/postgres.ts';
import { importShop, ORGANIZATION, openProject } from './test/small-shop.ts';

// A backup taken while Palier goes on working, and restored beside it: the base and the data folder, in both orders.

let root: string;
let postgres: ThrowAwayPostgres;
const opened: TestApp[] = [];
const PRODUCTS = ['A', 'B', 'C', 'D'].map((code) => ({ code }));

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-restore-'));
  postgres = await startPostgres();
});
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});
afterAll(async () => {
  await postgres?.stop();
  await rm(root, { recursive: true, force: true });
});

const baseUrl = (base: string) => postgres.url.replace(/\/palier$/, `/${base}`);

async function start(base: string, folder: string, jobs = true): Promise<TestApp> {
  const test = await startTestApp({
    ...{ database_url: baseUrl(base), data_folder: join(root, folder), log_level: 'silent', jobs },
  });
  opened.push(test);
  return test;
}

async function stop(): Promise<void> {
  for (const test of opened.splice(0)) await test.close();
}

/** A base with everything that another holds at this moment, as its backup restored. */
async function copyBase(from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: baseUrl('postgres') });
  await client.connect();
  await client.query(`create database ${to} template ${from}`);
  await client.end();
}

const copyFolder = (from: string, to: string) =>
  cp(join(root, from), join(root, to), { recursive: true, preserveTimestamps: true });

const listing = (test: TestApp, id: string) =>
  test.ask('claire', { url: `/api/projects/${id}/discounts` }) as Promise<{
    status: number;
    body: LinePage & { code?: string; error?: string };
  }>;

async function projectOf(test: TestApp): Promise<Project> {
  const { body } = await test.ask('claire', { url: '/api/projects' });
  return (body as { data: [Project] }).data[0];
}

const ready = async (test: TestApp) => (await test.ask(null, { url: '/health/ready' })).status;
const waitForAll = (test: TestApp) => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));

/** Has the project's figures computed again: a new version replaces the one before. */
async function recompute(test: TestApp, id: string): Promise<void> {
  await test.ask('claire', { method: 'POST', url: `/api/projects/${id}/snapshot` });
  await waitForAll(test);
}

/** As if a day and more had passed. */
const age = (test: TestApp) =>
  test.deps.database.executeSql(`update unused_folder set unused_since = now() - interval '25 hours'`);

it('restored as documented, the base saved before the files, the listing is there at once', async () => {
  const first = await start('palier', 'data');
  await importShop(first, PRODUCTS);
  const { _id } = await openProject(first, 'Op/Restauration');
  expect((await listing(first, _id)).body.discount_count).toBe(4);
  await stop();
  await copyBase('palier', 'saved_first');
  const later = await start('palier', 'data');
  await recompute(later, _id);
  await sweepFolders(later.deps);
  expect((await projectOf(later)).snapshot?.version).toBe(2);
  await stop();
  await copyFolder('data', 'copy_after');
  const restored = await start('saved_first', 'copy_after', false);
  expect(await ready(restored)).toBe(200);
  expect((await projectOf(restored)).snapshot).toMatchObject({ status: 'ready', version: 1, missing: null });
  expect((await listing(restored, _id)).body.discount_count).toBe(4);
});

it('saved in the other order, the missing figures are said to be missing and computed again by themselves', async () => {
  const first = await start('palier', 'data');
  const { _id } = await projectOf(first);
  await stop();
  await copyFolder('data', 'copy_before');
  const later = await start('palier', 'data');
  await recompute(later, _id);
  await stop();
  await copyBase('palier', 'saved_last');
  const reader = await start('saved_last', 'copy_before', false);
  expect((await projectOf(reader)).snapshot).toMatchObject({ status: 'requested', missing: 'snapshot' });
  const missing = await listing(reader, _id);
  expect(missing).toMatchObject({ status: 503, body: { code: 'facts_missing' } });
  expect(missing.body.error).toMatch(/recalculés .* décisions sont intactes/);
  await stop();
  const worker = await start('saved_last', 'copy_before');
  await waitForAll(worker);
  expect((await listing(worker, _id)).body.discount_count).toBe(4);
  expect((await projectOf(worker)).snapshot).toMatchObject({ status: 'ready', missing: null });
});

it('without the imported data either, it says to import again, and that import brings everything back', async () => {
  const test = await start('saved_last', 'copy_before');
  const { _id } = await projectOf(test);
  for (const part of ['warehouse', 'snapshot'])
    await rm(join(root, 'copy_before', part), { recursive: true });
  const missing = await listing(test, _id);
  expect(missing).toMatchObject({ status: 503, body: { code: 'facts_missing' } });
  expect(missing.body.error).toMatch(/importez à nouveau/);
  expect((await projectOf(test)).snapshot).toMatchObject({ status: 'failed', missing: 'all' });
  await recompute(test, _id);
  expect((await projectOf(test)).snapshot?.error).toMatch(/importez à nouveau/);
  await importShop(test, PRODUCTS);
  expect((await listing(test, _id)).body.discount_count).toBe(4);
  await importShop(test, [...PRODUCTS, { code: 'E' }]);
  expect((await listing(test, _id)).body.discount_count).toBe(5);
});

it('what is replaced stays a day, then goes; what another base may own stays for good', async () => {
  const folder = async (id: string) =>
    (await readdir(join(root, 'data/snapshot', id))).filter((n) => /^v\d+$/.test(n));
  const copy = await start('saved_first', 'data', false);
  const { _id } = await projectOf(copy);
  const before = await folder(_id);
  // The copy of the base knows that its figures of then were replaced: it is not the one that wrote them.
  await copy.deps.database.executeSql(
    `insert into unused_folder (organization_id, path) values ('${ORGANIZATION}', 'snapshot/${_id}/v3'), ('${ORGANIZATION}', 'snapshot/${_id}')`,
  );
  await age(copy);
  await sweepFolders(copy.deps);
  expect(await folder(_id)).toEqual(before);
  await stop();
  const own = await start('palier', 'data');
  await sweepFolders(own.deps);
  expect(await folder(_id)).toEqual(before);
  await age(own);
  await sweepFolders(own.deps);
  expect(await folder(_id)).toEqual(['v3']);
  expect((await listing(own, _id)).body.discount_count).toBe(4);
  await own.ask('claire', { method: 'DELETE', url: `/api/projects/${_id}` });
  // In the bin for thirty days, it keeps its figures: it may be taken out.
  await age(own);
  await emptyBin(own.deps);
  await sweepFolders(own.deps);
  expect(await folder(_id)).toEqual(['v3']);
  await own.deps.database.executeSql(`update project set deleted_at = now() - interval '31 days'`);
  await emptyBin(own.deps);
  await sweepFolders(own.deps);
  expect(await folder(_id)).toEqual(['v3']);
  await age(own);
  await sweepFolders(own.deps);
  expect(existsSync(join(root, 'data/snapshot', _id))).toBe(false);
});

it('is not ready without its data folder, takes no file that it could lose, and is ready again with it', async () => {
  const test = await start('palier', 'data', false);
  expect(await ready(test)).toBe(200);
  await rename(join(root, 'data'), join(root, 'away'));
  expect(await ready(test)).toBe(503);
  const boundary = 'x';
  const sent = await test.ask('claire', {
    method: 'POST',
    url: '/api/imports',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--x\r\ncontent-disposition: form-data; name="uploadedFiles"; filename="p.csv"\r\n\r\na;b\r\n--x--\r\n`,
  });
  expect(sent.status).toBe(503);
  expect(existsSync(join(root, 'data'))).toBe(false);
  await rename(join(root, 'away'), join(root, 'data'));
  expect(await ready(test)).toBe(200);
});

it('refuses to start on an empty folder when its base expects facts: a disk that was not mounted', async () => {
  await expect(start('palier', 'elsewhere')).rejects.toThrow(/est vide alors que la base en attend un/);
});

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinePage } from '@palier/domain';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openPostgres } from '../db/database.ts';
import { snapshotPath, warehousePath } from '../modules/folders/index.ts';
import { waitForJobs } from '../modules/jobs/service.ts';
import { systemScope } from '../scope.ts';
import { startTestApp, type TestApp } from '../test/app.ts';
import { dropPostgres, newPostgres } from '../test/copies.ts';
import { startPostgres, type ThrowAwayPostgres } from '../test/postgres.ts';
import { choose, importShop, ORGANIZATION, openProject } from '../test/small-shop.ts';
import { startStore } from '../test/store.ts';

const COMMAND = join(import.meta.dirname, 'move.ts');

let folder: string;
let postgres: ThrowAwayPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-move-'));
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = (database_url: string | null, jobs: boolean): Promise<TestApp> =>
  startTestApp({ data_folder: folder, database_url, jobs, log_level: 'silent' });

function begin(url: string, more: Readonly<Record<string, string>> = {}) {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMAND, url], {
    env: { PATH: process.env.PATH ?? '', PALIER_DATA: folder, PALIER_LOG: 'error', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the real command. @returns its exit code and all that it printed, with plain blanks. */
async function move(url: string, more: Readonly<Record<string, string>> = {}) {
  const child = begin(url, more);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'exit');
  return { code: Number(code), text: text.replaceAll(/[\u00a0\u202f]/g, ' ') };
}

/** Kills the command once all rows are in the other base, before the rest is done: a mark that nobody can read keeps it there. */
async function killAfterCopy(url: string, whileWaiting: () => Promise<void>): Promise<void> {
  const pipe = join(folder, 'warehouse', 'unreadable.owner');
  execFileSync('/usr/bin/env', ['mkfifo', pipe]);
  const child = begin(url);
  const ended = once(child, 'exit');
  const to = await openPostgres(url, { pool_size: 1 });
  try {
    const lines = () => to.executeSql('select count(*)::integer as count from discount');
    const count = () =>
      lines().then(
        ({ rows }) => rows[0],
        () => null,
      );
    await expect.poll(count, { timeout: 60_000 }).toEqual({ count: 3 });
    await whileWaiting();
  } finally {
    await to.close();
    child.kill('SIGKILL');
    await ended;
  }
  await rm(pipe);
}

/** What a user sees of a project: its lines with their decisions, and what was done. */
async function seen(test: TestApp, id: string): Promise<unknown> {
  const listing = await test.ask('claire', { url: `/api/projects/${id}/discounts?sort=title` });
  const acts = await test.ask('claire', { url: `/api/projects/${id}/activity` });
  expect([listing.status, acts.status]).toEqual([200, 200]);
  return { lines: (listing.body as LinePage).data, acts: acts.body };
}

it('an embedded base goes to PostgreSQL whole, the command killed once before its end: decisions, acts, waiting work; the old one is put aside', async () => {
  const before = await start(null, true);
  await importShop(before, [{ code: 'A', title: 'Robe d’été « Zoé »\n\\N' }, { code: 'B' }, { code: 'C' }]);
  const { _id } = await openProject(before, 'Op/Déménagement');
  await choose(before, _id, { A: 30, B: 60, C: null });
  const original = await seen(before, _id);
  await before.close();
  // Asked for while nothing takes work: it waits in the queue that stays behind.
  const idle = await start(null, false);
  await idle.ask('claire', { method: 'POST', url: `/api/projects/${_id}/snapshot` });
  await idle.close();

  await killAfterCopy(postgres.url, async () => {
    await expect(start(postgres.url, false)).rejects.toThrow(/n’a pas fini de remplir cette base/);
    await expect(start(null, false)).rejects.toThrow(/est déjà utilisé par un autre Palier/);
  });
  await expect(start(postgres.url, false)).rejects.toThrow(/n’a pas fini de remplir cette base/);
  const done = await move(postgres.url);
  expect(done.text).toContain('discount : 3 lignes, de même contenu des deux côtés');
  expect(done.text).toMatch(/[1-9] dossiers de données ; 1 travail en attente/);
  expect(done.code, done.text).toBe(0);
  await expect(start(null, false)).rejects.toThrow(/a été portée sur PostgreSQL/);

  const after = await start(postgres.url, true);
  expect(await seen(after, _id)).toEqual(original);
  await waitForJobs(after.deps.database.db, systemScope(ORGANIZATION));
  const jobs = await after.deps.database.db.selectFrom('job').select('status').execute();
  expect(new Set(jobs.map(({ status }) => status))).toEqual(new Set(['completed']));
  expect((await after.ask(null, { url: '/health/ready' })).status).toBe(200);
  await after.close();
});

it('a base that works already is not written over, and the embedded one stays where it was', async () => {
  await rename(join(folder, 'database-moved'), join(folder, 'database'));
  const used = await start(postgres.url, false);
  await used.deps.database.db
    .updateTable('installation')
    .set({ installation_id: crypto.randomUUID() })
    .execute();
  await used.close();
  const refused = await move(postgres.url);
  expect(refused.text).toContain('La base de destination est déjà en service');
  expect(refused.code).toBe(1);
  expect(existsSync(join(folder, 'database'))).toBe(true);
});

it('facts in a bucket become those of the base that the embedded one moved to', async () => {
  const own = await mkdtemp(join(tmpdir(), 'palier-move-store-'));
  const url = await newPostgres();
  const store = await startStore(join(own, 'store'));
  const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
  for (const [name, value] of Object.entries(keys)) vi.stubEnv(name, value);
  const data_folder = join(own, 'data');
  const begin = (database_url: string | null) =>
    startTestApp({ ...store.settings, data_folder, database_url, jobs: false, log_level: 'silent' });
  const paths = [warehousePath(ORGANIZATION, 1), snapshotPath('a-project', 1)];
  try {
    const before = await begin(null);
    for (const path of paths) await before.deps.folders.mark(path, before.deps.data_owner);
    await before.close();

    // A server may put views of its own beside the tables of each base, as Citus does.
    const destination = await openPostgres(url);
    await destination.executeSql('create view view_of_the_server as select 1 as one');
    await destination.close();
    const { facts_store, environment } = store.settings;
    const settings = { ...keys, ...environment, PALIER_DATA: data_folder, PALIER_FACTS: facts_store };
    const done = await move(url, settings);
    expect(done.code, done.text).toBe(0);
    expect(done.text).toContain('2 dossiers de données');

    const after = await begin(url);
    const owners = await Promise.all(paths.map((path) => after.deps.folders.ownerOf(path)));
    expect(new Set(owners)).toEqual(new Set([after.deps.data_owner]));
    await after.close();
  } finally {
    vi.unstubAllEnvs();
    await store.stop();
    await dropPostgres(url);
    await rm(own, { recursive: true, force: true });
  }
});

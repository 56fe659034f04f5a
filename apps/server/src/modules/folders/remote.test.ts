import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startStore, type TestStore } from '../../test/store.ts';
import type { FactFolders } from './fact-folders.ts';
import { openRemoteFolders } from './remote.ts';
import { openS3 } from './s3-store.ts';

const KB = 1000;

let root: string;
let store: TestStore;
const opened: FactFolders[] = [];

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  root = await mkdtemp(join(tmpdir(), 'palier-cache-'));
  store = await startStore(join(root, 'store'));
});
afterEach(async () => {
  for (const folders of opened.splice(0)) await folders.close();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.stop();
  await rm(root, { recursive: true, force: true });
});

const connect = () => openS3(store.settings.facts_store, store.settings.environment);

async function open(machine: string, cache_bytes = 1000 * KB): Promise<FactFolders> {
  const folders = await openRemoteFolders(await connect(), { data_folder: join(root, machine), cache_bytes });
  opened.push(folders);
  return folders;
}

/** A folder of one file of so many bytes, all the same, published. */
async function publish(folders: FactFolders, path: string, size: number, letter: string): Promise<void> {
  await mkdir(join(folders.root, path), { recursive: true });
  await writeFile(join(folders.root, path, 'line.parquet'), letter.repeat(size));
  await folders.publish(path);
}

/** Says of a folder of the cache that it was last used that many days ago. */
async function usedDaysAgo(folders: FactFolders, path: string, days: number): Promise<void> {
  const then = new Date(Date.now() - days * 86_400_000);
  await utimes(join(folders.root, `${path}.stored`), then, then);
}

const isCached = (folders: FactFolders, path: string) => existsSync(join(folders.root, path));

it('the cache stays within its limit: what was used the longest ago goes, and comes back when asked for', async () => {
  const folders = await open('small', 25 * KB);
  await publish(folders, 'snapshot/a/v1', 10 * KB, 'a');
  await publish(folders, 'snapshot/b/v1', 10 * KB, 'b');
  await usedDaysAgo(folders, 'snapshot/a/v1', 2);
  await usedDaysAgo(folders, 'snapshot/b/v1', 1);
  await publish(folders, 'snapshot/c/v1', 10 * KB, 'c');
  expect(isCached(folders, 'snapshot/a/v1')).toBe(false);
  expect(isCached(folders, 'snapshot/b/v1')).toBe(true);
  const again = await folders.open('snapshot/a/v1');
  expect(await readFile(join(again?.folder ?? '', 'line.parquet'), 'utf8')).toBe('a'.repeat(10 * KB));
  again?.release();
});

it('what is open is never removed, and counts: what is not goes before', async () => {
  const folders = await open('busy', 25 * KB);
  await publish(folders, 'snapshot/open/v1', 20 * KB, 'o');
  const lent = await folders.open('snapshot/open/v1');
  await usedDaysAgo(folders, 'snapshot/open/v1', 9);
  await publish(folders, 'snapshot/idle/v1', 10 * KB, 'i');
  await publish(folders, 'snapshot/other/v1', 10 * KB, 'p');
  expect(isCached(folders, 'snapshot/open/v1')).toBe(true);
  expect(isCached(folders, 'snapshot/idle/v1')).toBe(false);
  expect(await readFile(join(lent?.folder ?? '', 'line.parquet'), 'utf8')).toBe('o'.repeat(20 * KB));
  lent?.release();
});

it('a folder that is asked for while it leaves the cache is lent whole', async () => {
  const folders = await open('racing', 5 * KB);
  await publish(folders, 'snapshot/r/v1', 4 * KB, 'r');
  for (let round = 0; round < 20; round += 1) {
    await usedDaysAgo(folders, 'snapshot/r/v1', 1);
    const makesRoom = publish(folders, `snapshot/s/v${round + 1}`, 4 * KB, 's');
    const lent = await folders.open('snapshot/r/v1');
    await makesRoom;
    expect(await readFile(join(lent?.folder ?? '', 'line.parquet'), 'utf8')).toBe('r'.repeat(4 * KB));
    lent?.release();
  }
});

it('what a killed process left half-way in its cache is gone at the next start, the rest still serves', async () => {
  const before = await open('killed');
  await publish(before, 'snapshot/whole/v1', KB, 'w');
  await publish(before, 'snapshot/torn/v1', KB, 't');
  const at = (...names: string[]) => join(before.root, ...names);
  await before.close();
  opened.pop();
  await writeFile(at('snapshot/torn/v1.stored'), '{"files":[{"na'); // killed while it wrote the list
  await mkdir(at('.tmp-fetch-x1/v7'), { recursive: true });
  await writeFile(at('.tmp-fetch-x1/v7/line.parquet'), 'half');
  await mkdir(at('warehouse/org/v9'), { recursive: true });
  await writeFile(at('warehouse/org/v9/sale.parquet'), 'never published');

  const after = await open('killed');
  expect(after.root).toBe(before.root);
  expect((await readdir(after.root)).sort()).toEqual(['palier.lock', 'snapshot']);
  expect(await readdir(join(after.root, 'snapshot'))).toEqual(['whole']);
  for (const [path, letter] of [
    ['snapshot/whole/v1', 'w'],
    ['snapshot/torn/v1', 't'],
  ] as const) {
    const lent = await after.open(path);
    expect(await readFile(join(lent?.folder ?? '', 'line.parquet'), 'utf8')).toBe(letter.repeat(KB));
    lent?.release();
  }
});

it('objects of a folder whose sending never ended are not a version that serves, and leave the bucket with it', async () => {
  const folders = await open('sending');
  const bucket = await connect();
  await folders.mark('snapshot/half/v1', 'me');
  await bucket.put('snapshot/half/v1/0123', 'bytes without a list');
  expect(await folders.has('snapshot/half/v1')).toBe(false);
  expect(await folders.open('snapshot/half/v1')).toBeNull();
  expect(new Set(await folders.versions('snapshot/half'))).toEqual(new Set([1])); // announced: its number is taken
  await folders.remove('snapshot/half/v1');
  expect(await bucket.list('snapshot/half/')).toEqual([]);
  bucket.close();
});

it('marks of a database that moved are those of the new one, those of others stay', async () => {
  const folders = await open('moving');
  await folders.mark('warehouse/org_m/v1', 'old');
  await folders.mark('serie/m/v1', 'old');
  await folders.mark('snapshot/m/v1', 'somebody else');
  expect(await folders.handOver('old', 'new')).toBe(2);
  expect(await folders.ownerOf('warehouse/org_m/v1')).toBe('new');
  expect(await folders.ownerOf('serie/m/v1')).toBe('new');
  expect(await folders.ownerOf('snapshot/m/v1')).toBe('somebody else');
});

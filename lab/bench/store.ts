import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '../../apps/server/src/modules/folders/object-store.ts';
import { openRemoteFolders } from '../../apps/server/src/modules/folders/remote.ts';
import { openS3 } from '../../apps/server/src/modules/folders/s3-store.ts';
import { startStore } from '../../apps/server/src/test/store.ts';
import { type BenchLine, benchLine, interleave } from './bench.ts';

// A folder of facts sent to an object store and brought from it, against a plain PUT and GET of the same bytes.

const RUNS = 5;
/** Bytes of the files of a folder: a few large ones and many small, as a warehouse has. */
const SIZES = [24e6, 12e6, 6e6, ...Array.from({ length: 24 }, () => 0.2e6)];
const CACHE_BYTES = 4e9;

interface Folder {
  path: string;
  files: { name: string; size: number }[];
}

/** Folders of the same sizes, none with the bytes of another. */
async function writeFolders(root: string, count: number): Promise<Folder[]> {
  const folders: Folder[] = [];
  for (let at = 0; at < count; at += 1) {
    const path = join('warehouse', 'bench', `v${at + 1}`);
    await mkdir(join(root, path), { recursive: true });
    const files = SIZES.map((size, place) => ({ name: `f${place}.parquet`, size }));
    for (const { name, size } of files) await writeFile(join(root, path, name), randomBytes(size));
    folders.push({ path, files });
  }
  return folders;
}

async function putPlainly(store: ObjectStore, root: string, { path, files }: Folder): Promise<void> {
  for (const { name, size } of files) await store.send(`plain/${path}/${name}`, join(root, path, name), size);
}

async function getPlainly(store: ObjectStore, to: string, { path, files }: Folder): Promise<void> {
  await mkdir(join(to, path), { recursive: true });
  for (const { name } of files) {
    const found = await store.get(`plain/${path}/${name}`);
    if (!found) throw new Error(`${name} was not sent`);
    await pipeline(found.bytes, createWriteStream(join(to, path, name)));
  }
}

async function measure(store: ObjectStore, folder: string): Promise<BenchLine[]> {
  const options = (name: string) => ({ data_folder: join(folder, name), cache_bytes: CACHE_BYTES });
  const here = await openRemoteFolders(store, options('here'));
  const there = await openRemoteFolders(store, options('there'));
  const folders = await writeFolders(here.root, RUNS + 1);
  const turns = (): (() => Folder) => {
    const left = folders.values();
    return () => left.next().value ?? folders[0] ?? { path: '', files: [] };
  };
  const [published, put, opened, got] = [turns(), turns(), turns(), turns()];
  const sent = await interleave(
    RUNS,
    () => here.publish(published().path),
    () => putPlainly(store, here.root, put()),
  );
  const brought = await interleave(
    RUNS,
    async () => (await there.open(opened().path))?.release(),
    () => getPlainly(store, join(folder, 'plain'), got()),
  );
  const label = `${SIZES.length} fichiers, ${Math.round(SIZES.reduce((sum, size) => sum + size, 0) / 1e6)} Mo`;
  return [
    benchLine('store', `publier, ${label} / PUT`, sent.subject, sent.reference, 'ms', 2),
    benchLine('store', `ouvrir, ${label} / GET`, brought.subject, brought.reference, 'ms', 2),
  ];
}

export async function run(): Promise<BenchLine[]> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-bench-store-'));
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  const server = await startStore(join(folder, 'store'));
  const store = await openS3(server.settings.facts_store, server.settings.environment);
  try {
    return await measure(store, folder);
  } finally {
    store.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

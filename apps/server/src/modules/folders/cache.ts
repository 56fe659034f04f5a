import { createWriteStream } from 'node:fs';
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../config.ts';
import { LOCK_FILE, lockFolder } from '../../db/lock.ts';
import { removeWithSiblings } from './local.ts';
import { manifestSchema, type StoredFile, type StoredManifest } from './manifest.ts';

/** Processes of one machine that have a cache each. */
const MOST_PROCESSES = 64;

/** A folder of this process alone: the first one that no living process has. @throws StartError */
export function lockCache(data_folder: string): { root: string; unlock: () => void } {
  for (let place = 1; ; place += 1) {
    const root = join(data_folder, 'cache', String(place));
    try {
      return { root, unlock: lockFolder(root) };
    } catch (error) {
      if (!(error instanceof StartError) || place === MOST_PROCESSES) throw error;
    }
  }
}

/** Beside a folder that is whole, what it consists of; last used when it was last touched. */
const listAt = (root: string, path: string): string => `${join(root, path)}.stored`;

export async function rememberStored(root: string, path: string, manifest: StoredManifest): Promise<void> {
  await writeFile(listAt(root, path), JSON.stringify(manifest));
}

/** Null when there is no such list, or only the beginning of one: its process was killed. */
async function readList(at: string): Promise<StoredManifest | null> {
  const text = await readFile(at, 'utf8').catch(() => null);
  try {
    return text === null ? null : manifestSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

interface Stored {
  path: string;
  used_at: number;
  files: StoredFile[];
}

async function listStored(root: string): Promise<Stored[]> {
  const all = await readdir(root, { recursive: true }).catch(() => []);
  const found: Stored[] = [];
  for (const name of all.filter((one) => one.endsWith('.stored'))) {
    const at = join(root, name);
    const list = await readList(at);
    const times = await stat(at).catch(() => null);
    if (list && times)
      found.push({ path: name.slice(0, -'.stored'.length), used_at: times.mtimeMs, files: list.files });
  }
  return found;
}

/** Removes what a killed process left half-way, which no list names; only while nobody uses the cache. */
export async function tidyCache(root: string): Promise<void> {
  const named = new Set([LOCK_FILE]);
  for (const { path, files } of await listStored(root)) {
    named.add(`${path}.stored`);
    for (const { name } of files) named.add(join(dirname(path), name));
  }
  const all = await readdir(root, { recursive: true, withFileTypes: true });
  const places = all.map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }));
  places.sort((left, right) => right.path.length - left.path.length); // what is in a folder before the folder
  for (const { entry, path } of places) {
    if (entry.isDirectory())
      await rmdir(path).catch(() => {}); // what is in use keeps it
    else if (!named.has(relative(root, path))) await rm(path, { force: true });
  }
}

/** What a folder consists of when it is in the cache with every file; it counts as used now. */
export async function findStored(root: string, path: string): Promise<StoredManifest | null> {
  const manifest = await readList(listAt(root, path));
  if (!manifest) return null;
  for (const { name, size } of manifest.files) {
    const found = await stat(join(root, dirname(path), name)).catch(() => null);
    if (found?.size !== size) return null;
  }
  const now = new Date();
  await utimes(listAt(root, path), now, now);
  return manifest;
}

/** Brings a folder into the cache: each file checked against its name, the folder in its place once it is whole. */
export async function fetchFolder(
  root: string,
  path: string,
  manifest: StoredManifest,
  write: (file: StoredFile, to: string) => Promise<void>,
): Promise<void> {
  const parent = join(root, dirname(path));
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(join(root, '.tmp-fetch-'));
  try {
    const known = await knownFiles(parent);
    await mkdir(join(draft, basename(path)));
    for (const file of manifest.files) {
      const to = join(draft, file.name);
      await mkdir(dirname(to), { recursive: true });
      const same = known.get(file.sha256);
      const isShared =
        same !== undefined &&
        (await link(same, to).then(
          () => true,
          () => false,
        ));
      if (!isShared) await write(file, to);
    }
    await removeWithSiblings(join(root, path));
    for (const name of await readdir(draft))
      if (name !== basename(path)) await rename(join(draft, name), join(parent, name));
    await rename(join(draft, basename(path)), join(root, path));
    await rememberStored(root, path, manifest);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Where the files of other versions of the same folder are, by their content. */
async function knownFiles(parent: string): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (const name of await readdir(parent)) {
    if (!name.endsWith('.stored')) continue;
    const list = await readList(join(parent, name));
    for (const file of list?.files ?? []) known.set(file.sha256, join(parent, file.name));
  }
  return known;
}

export async function writeStream(bytes: NodeJS.ReadableStream, to: string): Promise<void> {
  await pipeline(bytes, createWriteStream(to, { mode: 0o600 }));
}

/** Removes what was used the longest time ago until the rest fits, what is in use counted first and never removed. */
export async function evict(
  root: string,
  limit: number,
  { isInUse, drop }: { isInUse: (path: string) => boolean; drop: (path: string) => Promise<void> },
): Promise<void> {
  const found = (await listStored(root)).map((stored) => ({ ...stored, used: isInUse(stored.path) }));
  found.sort((left, right) => Number(right.used) - Number(left.used) || right.used_at - left.used_at);
  const kept = new Set<string>();
  let total = 0;
  for (const { path, files, used } of found) {
    const own = files.filter(({ sha256 }) => !kept.has(sha256));
    const size = own.reduce((sum, file) => sum + file.size, 0);
    if (total + size > limit && !used) await drop(path);
    else {
      total += size;
      for (const { sha256 } of own) kept.add(sha256);
    }
  }
}

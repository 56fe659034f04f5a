import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import {
  evict,
  fetchFolder,
  findStored,
  lockCache,
  rememberStored,
  tidyCache,
  writeStream,
} from './cache.ts';
import type { FactFolders, LentFolder } from './fact-folders.ts';
import { removeWithSiblings, versionsAmong } from './local.ts';
import {
  describeFolder,
  manifestKey,
  manifestSchema,
  markKey,
  nameIn,
  type StoredFile,
  type StoredManifest,
} from './manifest.ts';
import { type ObjectStore, readText } from './object-store.ts';
import { OWNED_KINDS } from './owner.ts';

interface Options {
  data_folder: string;
  /** Bytes of the cache. */
  cache_bytes: number;
}

/** Facts in an object store, with a cache of this process's own in the data folder. */
export async function openRemoteFolders(
  store: ObjectStore,
  { data_folder, cache_bytes }: Options,
): Promise<FactFolders> {
  const { root, unlock } = lockCache(data_folder);
  await tidyCache(root);
  return new RemoteFolders(store, root, cache_bytes, unlock);
}

class RemoteFolders implements FactFolders {
  readonly root: string;
  readonly #store: ObjectStore;
  readonly #cache_bytes: number;
  readonly #unlock: () => void;
  /** How many use each folder. */
  readonly #users = new Map<string, number>();
  readonly #fetching = new Map<string, Promise<boolean>>();
  readonly #dropping = new Map<string, Promise<void>>();

  constructor(store: ObjectStore, root: string, cache_bytes: number, unlock: () => void) {
    this.root = root;
    this.#store = store;
    this.#cache_bytes = cache_bytes;
    this.#unlock = unlock;
  }

  async open(path: string): Promise<LentFolder | null> {
    const release = this.#use(path);
    try {
      if (await this.#bring(path)) return { folder: join(this.root, path), release };
      release();
      return null;
    } catch (error) {
      release();
      throw error;
    }
  }

  #use(path: string): () => void {
    this.#users.set(path, (this.#users.get(path) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#users.get(path) ?? 1) - 1;
      if (left > 0) this.#users.set(path, left);
      else this.#users.delete(path);
    };
  }

  /** Those who want a folder at once wait for the same copy of it. */
  async #bring(path: string): Promise<boolean> {
    const running = this.#fetching.get(path);
    if (running) return running;
    const task = this.#fetch(path).finally(() => this.#fetching.delete(path));
    this.#fetching.set(path, task);
    return task;
  }

  async #fetch(path: string): Promise<boolean> {
    await this.#dropping.get(path);
    if (await findStored(this.root, path)) return true;
    const manifest = await this.#manifest(path);
    if (!manifest) return false;
    await fetchFolder(this.root, path, manifest, (file, to) => this.#download(file, to));
    await this.#makeRoom();
    return true;
  }

  async #download({ key, sha256 }: StoredFile, to: string): Promise<void> {
    const found = await this.#store.get(key);
    if (!found) throw new Error(`the store has no ${key}`);
    const hash = createHash('sha256');
    const checked = new Transform({
      transform(piece: Buffer, _, done) {
        hash.update(piece);
        done(null, piece);
      },
    });
    found.bytes.on('error', (error) => checked.destroy(error));
    await writeStream(found.bytes.pipe(checked), to);
    if (hash.digest('hex') !== sha256) throw new Error(`${key} is not what was stored`);
  }

  async #manifest(path: string): Promise<StoredManifest | null> {
    const text = await readText(this.#store, manifestKey(path));
    return text === null ? null : manifestSchema.parse(JSON.parse(text));
  }

  #makeRoom(): Promise<void> {
    return evict(this.root, this.#cache_bytes, {
      isInUse: (path) => this.#users.has(path),
      drop: (path) => this.#drop(path),
    });
  }

  /** Out of the cache, unless somebody uses it. Who asks for it from now on waits, then brings it again. */
  async #drop(path: string): Promise<void> {
    if (this.#users.has(path)) return;
    const task =
      this.#dropping.get(path) ??
      removeWithSiblings(join(this.root, path)).finally(() => this.#dropping.delete(path));
    this.#dropping.set(path, task);
    await task;
  }

  async has(path: string): Promise<boolean> {
    return (await findStored(this.root, path)) !== null || this.#store.has(manifestKey(path));
  }

  async read(path: string, name: string): Promise<string | null> {
    const manifest = await this.#manifest(path);
    const file = manifest?.files.find((one) => one.name === nameIn(path, name));
    return file ? readText(this.#store, file.key) : null;
  }

  async publish(path: string, base: string | null = null): Promise<void> {
    const release = this.#use(path);
    try {
      const known = new Map<string, string>();
      const before = base === null ? null : await this.#manifest(base);
      for (const { sha256, key } of before?.files ?? []) known.set(sha256, key);
      const files: StoredFile[] = [];
      for (const { file, from } of await describeFolder(join(this.root, path), path)) {
        const key = known.get(file.sha256) ?? file.key;
        if (!known.has(file.sha256)) await this.#store.send(key, from, file.size);
        known.set(file.sha256, key);
        files.push({ ...file, key });
      }
      // Last: without it there is no folder.
      await this.#store.put(manifestKey(path), JSON.stringify({ files }));
      await rememberStored(this.root, path, { files });
      await this.#makeRoom();
    } finally {
      release();
    }
  }

  async versions(path: string): Promise<number[]> {
    const keys = await this.#store.list(`${path}/v`);
    return versionsAmong(keys.map((key) => key.slice(path.length + 1).split('/', 1)[0] ?? ''));
  }

  /** Its list goes first, the mark last; bytes that other versions share stay. */
  async remove(path: string): Promise<void> {
    const manifest = await this.#manifest(path);
    await this.#store.remove([manifestKey(path)]);
    const own = new Set(await this.#store.list(`${path}/`));
    for (const { key } of manifest?.files ?? []) own.add(key);
    if (/\/v\d+$/.test(path)) for (const key of await this.#keysOfOthers(path)) own.delete(key);
    await this.#store.remove([...own]);
    await this.#store.remove([markKey(path)]);
    await this.#drop(path);
  }

  async #keysOfOthers(path: string): Promise<string[]> {
    const lists = (await this.#store.list(`${dirname(path)}/`)).filter((key) => /\/v\d+\.files$/.test(key));
    const others = await Promise.all(lists.map((key) => this.#manifest(key.slice(0, -'.files'.length))));
    return others.flatMap((other) => other?.files.map(({ key }) => key) ?? []);
  }

  mark(path: string, owner: string): Promise<void> {
    return this.#store.put(markKey(path), owner);
  }

  ownerOf(path: string): Promise<string | null> {
    return readText(this.#store, markKey(path));
  }

  async handOver(from: string, to: string): Promise<number> {
    let count = 0;
    for (const kind of OWNED_KINDS) {
      for (const key of (await this.#store.list(`${kind}/`)).filter((one) => one.endsWith('.owner'))) {
        if ((await readText(this.#store, key)) !== from) continue;
        await this.#store.put(key, to);
        count += 1;
      }
    }
    return count;
  }

  async keepFile(path: string, source: string): Promise<void> {
    const { size } = await stat(source);
    await this.#store.send(path, source, size);
  }

  readFile(path: string) {
    return this.#store.get(path);
  }

  async close(): Promise<void> {
    this.#store.close();
    this.#unlock();
  }
}

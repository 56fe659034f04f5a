import type { ApiError } from '../../http/errors.ts';
import type { FactFolders } from '../folders/index.ts';
import { tellsOfMissingFiles } from './missing.ts';
import { type Opened, surplus } from './surplus.ts';

interface Closing {
  close(): Promise<void>;
}

interface Lending<V, T> {
  key: string;
  version: number;
  /** Of the facts. */
  path: string;
  open: (folder: string) => Promise<V>;
  work: (value: V) => Promise<T>;
  /** How many lines of decisions it holds in memory. */
  lines?: (value: V) => number;
  /** The fault when it cannot be opened because its files are gone. */
  whenGone: () => Promise<ApiError>;
}

/** Facts that are open, with the folder that they are read from. */
interface Held<V> extends Closing {
  facts: V;
}

/** Facts of one sort that this process has open, one version for each key; who uses the former version ends with it. */
export class Shelf<V extends Closing> {
  readonly #folders: Pick<FactFolders, 'open'>;
  readonly #entries = new Map<string, Opened<Held<V>>>();

  constructor(folders: Pick<FactFolders, 'open'>) {
    this.#folders = folders;
  }

  /** What the work makes of the facts, which stay open for as long as it lasts. */
  async lend<T>({ key, version, path, open, work, lines, whenGone }: Lending<V, T>): Promise<T> {
    const entry = this.#take(key, version, () => this.#open(path, open, whenGone));
    entry.users += 1;
    entry.used_at = performance.now();
    try {
      const value = await entry.value.catch(async (error: unknown) => {
        throw tellsOfMissingFiles(error) ? await whenGone() : error;
      });
      entry.lines = lines?.(value.facts) ?? 0;
      return await work(value.facts);
    } finally {
      entry.users -= 1;
      if (entry.closing && entry.users === 0) closeQuietly(entry);
    }
  }

  opened(): { count: number; lines: number } {
    const open = [...this.#entries.values()];
    return { count: open.length, lines: open.reduce((sum, { lines }) => sum + lines, 0) };
  }

  async close(): Promise<void> {
    for (const entry of this.#entries.values()) await (await entry.value.catch(() => null))?.close();
  }

  /** The folder stays on this machine for as long as its facts are open. */
  async #open(
    path: string,
    open: (folder: string) => Promise<V>,
    whenGone: () => Promise<ApiError>,
  ): Promise<Held<V>> {
    const lent = await this.#folders.open(path);
    if (!lent) throw await whenGone();
    try {
      const facts = await open(lent.folder);
      return { facts, close: () => facts.close().finally(lent.release) };
    } catch (error) {
      lent.release();
      throw error;
    }
  }

  #take(key: string, version: number, open: () => Promise<Held<V>>): Opened<Held<V>> {
    const held = this.#entries.get(key);
    // A reader that read an older version from the database is served by the newer one.
    if (held && held.version >= version) return held;
    if (held) retire(held);
    const entry = { version, value: open(), users: 0, closing: false, used_at: 0, lines: 0 };
    this.#entries.set(key, entry);
    entry.value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    this.#closeIdle();
    return entry;
  }

  #closeIdle(): void {
    for (const key of surplus(this.#entries)) {
      const entry = this.#entries.get(key);
      this.#entries.delete(key);
      if (entry) retire(entry);
    }
  }
}

function retire<V extends Closing>(entry: Opened<V>): void {
  entry.closing = true;
  if (entry.users === 0) closeQuietly(entry);
}

function closeQuietly<V extends Closing>(entry: Opened<V>): void {
  entry.value.then((value) => value.close()).catch(() => {});
}

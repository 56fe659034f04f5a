import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { codeOf } from './faults.ts';

interface Stream {
  nfd?: number;
  path?: string;
  shared: { refcount?: number };
}
interface Operations {
  write: (stream: Stream, buffer: Uint8Array, offset: number, length: number, position?: number) => number;
  fsync?: (stream: Stream) => number;
  open: (stream: Stream) => void;
  close: (stream: Stream) => void;
}
type Pglite = Parameters<NodeFS['init']>[0];
type Options = Parameters<NodeFS['init']>[1];

/**
 * The embedded database's files with real durability. PGlite leaves `fsync` out; here PostgreSQL asks
 * for it as on a server and gets it, with one difference: the write-ahead log is not synced inside the
 * commit (that would block the event loop on the disk) but by `settle()`, which the driver awaits
 * before it acknowledges a commit. Commits that arrive meanwhile share the next sync.
 * Data files are only written after the log they depend on is on the disk.
 */
export class DurableFiles extends NodeFS {
  readonly #dirtyLogs = new Set<string>();
  /** The segment synced last, kept open: most commits write where the one before did. */
  #open: { path: string; descriptor: number } | null = null;
  /** What the database itself holds open. */
  readonly #held = new Set<number>();
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  override async init(pg: Pglite, options: Options) {
    const { emscriptenOpts } = await super.init(pg, options);
    const hook = (module: { NODEFS: { stream_ops: Operations } }) => this.#patch(module.NODEFS.stream_ops);
    return {
      // biome-ignore lint/plugin: PGlite does not describe its module's file system
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook as never] },
    };
  }

  /** Resolves when every log record written before the call is on the disk. */
  async settle(): Promise<void> {
    if (this.#dirtyLogs.size === 0 && !this.#running) return;
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return this.#start();
    });
    return this.#next;
  }

  #start(): Promise<void> {
    const files = [...this.#dirtyLogs];
    this.#dirtyLogs.clear();
    this.#running = this.#sync(files).then(
      () => {
        this.#running = null;
      },
      (error) => {
        this.#running = null;
        for (const file of files) this.#dirtyLogs.add(file);
        throw error;
      },
    );
    return this.#running;
  }

  #patch(operations: Operations): void {
    const { write, open, close } = operations;
    operations.open = (stream) => {
      open(stream);
      if (stream.nfd !== undefined) this.#held.add(stream.nfd);
    };
    operations.close = (stream) => {
      close(stream);
      if (stream.nfd !== undefined && !stream.shared.refcount) this.#held.delete(stream.nfd);
    };
    operations.write = (stream, buffer, offset, length, position) => {
      if (this.#dirtyLogs.size > 0 && !isLog(stream)) this.#syncLogsNow();
      return write(stream, buffer, offset, length, position);
    };
    operations.fsync = (stream) => {
      if (isSegment(stream)) this.#dirtyLogs.add(this.#hostPath(stream));
      else if (stream.nfd !== undefined) fsyncSync(stream.nfd);
      return 0;
    };
  }

  #hostPath(stream: Stream): string {
    const path = stream.path ?? '';
    return `${this.rootDir}/pg_wal/${path.slice(path.lastIndexOf('/') + 1)}`;
  }

  async #sync(files: readonly string[]): Promise<void> {
    for (const file of files) {
      const descriptor = this.#descriptor(file);
      if (descriptor !== null) await syncData(descriptor);
    }
  }

  #syncLogsNow(): void {
    for (const file of this.#dirtyLogs) {
      try {
        const descriptor = openSync(file, 'r');
        fsyncSync(descriptor);
        closeSync(descriptor);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
    this.#dirtyLogs.clear();
  }

  /** Only one sync runs at a time, so none uses the descriptor that is closed here. */
  #descriptor(path: string): number | null {
    if (this.#open?.path === path) return this.#open.descriptor;
    this.#close();
    try {
      this.#open = { path, descriptor: openSync(path, 'r') };
      return this.#open.descriptor;
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  #close(): void {
    if (this.#open) closeSync(this.#open.descriptor);
    this.#open = null;
  }

  /** Closes what a database that has ended left open: it does not any more. */
  abandon(): void {
    this.#close();
    for (const descriptor of this.#held) closeSync(descriptor);
    this.#held.clear();
  }

  override async closeFs(): Promise<void> {
    await this.#running?.catch(() => {});
    this.#close();
    await super.closeFs();
  }
}

const isLog = (stream: Stream): boolean => stream.path?.includes('pg_wal/') ?? false;
/** A segment under its final name; one in the making is synced at once, before it is renamed. */
const isSegment = (stream: Stream): boolean => /pg_wal\/[0-9A-F]{24}$/.test(stream.path ?? '');

/** A segment that is gone was recycled by a checkpoint, which wrote all of it to the disk. */
const isGone = (error: unknown): boolean => codeOf(error) === 'ENOENT';

const syncData = promisify(fdatasync);

import { mkdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { DurableFiles } from './durable-files.ts';
import { connectPglite } from './pglite-wire.ts';

/** The embedded PostgreSQL, opened. */
export interface Engine {
  readonly client: pg.Client;
  /**
   * Whether it has ended by itself, as PostgreSQL does where the disk has no room for its log or the memory is full:
   * it answers nothing more. Opened again, it has all that it acknowledged.
   */
  hasEnded(): boolean;
  /** Resolves when what was committed so far is on the disk. */
  settle(): Promise<void>;
  close(): Promise<void>;
  /** Lets go of what one that has ended holds of the system; none of its code may run any more. */
  abandon(): void;
}

/** Opens it in a folder, or in memory when the folder is null. */
export async function openEngine(folder: string | null): Promise<Engine> {
  if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = folder === null ? null : new DurableFiles(folder);
  try {
    const pglite = await PGlite.create(
      files ? { fs: files, startParams: durableStartParams() } : { startParams: [...START_PARAMS] },
    );
    const { client, hasEnded } = await connectPglite(pglite);
    return {
      client,
      hasEnded,
      settle: async () => files?.settle(),
      async close() {
        if (hasEnded()) return files?.abandon();
        await client.end();
        await pglite.close();
      },
      abandon: () => files?.abandon(),
    };
  } catch (error) {
    files?.abandon();
    throw error;
  }
}

/**
 * PGlite's own parameters. All of its buffers are written over when it opens: the usual 128 MB are a third of that time, and edits
 * of 60,000 lines are no slower with 32.
 */
const START_PARAMS: readonly string[] = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** The same without `-F` (fsync off); the log by `fsync`, the call that its files offer. */
function durableStartParams(): string[] {
  return [...START_PARAMS.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'];
}

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openConnections } from './connections.ts';
import { registerExpectedSales } from './expected-sales.ts';
import type { Row } from './read-rows.ts';
import { type Session, sessionOf } from './session.ts';
import { quoteText, type Sql } from './sql.ts';

export interface Database {
  /** One free connection for the time of the work; waits when all are busy. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>;
  rows<T extends object = Row>(query: Sql | string): Promise<T[]>;
  /**
   * Rows of a statement that comes again word for word: each connection plans it once an `edition` of what it reads,
   * which is another after every change.
   */
  recurring<T extends object = Row>(query: Sql, edition: number): Promise<T[]>;
  /** To be called when tables come or go: plans are made again, and those tables are let go. */
  forgetPlans(): void;
  run(query: Sql | string): Promise<void>;
  stream<T extends object = Row>(query: Sql | string): AsyncGenerator<T[]>;
  /** Stops what runs; the running statements reject with `CancelledError`. */
  interrupt(): void;
  close(): void;
}

export interface DatabaseOptions {
  /** A database file, or memory when left out. */
  path?: string;
  temp_folder: string;
  memory_limit: string;
  threads?: number;
  connections?: number;
  /** Of few rows: a new file's blocks are small, since each column takes one of its own to be written. */
  few_rows?: boolean;
  /** The only folders whose files its statements may open, beside the one where it spills; any when left out. */
  folders?: readonly string[];
}

/** Share of the memory that plans and running statements may hold before the plans are let go. */
const PLANS_SHARE = 0.2;

/** Bytes that plans kept and statements under way hold, of all connections. */
async function heldByStatements(session: Session): Promise<number> {
  const [held] = await session.rows<{ bytes: number }>(
    `SELECT memory_usage_bytes AS bytes FROM duckdb_memory() WHERE tag = 'ALLOCATOR'`,
  );
  return held?.bytes ?? 0;
}

/** Bytes of the smallest block that DuckDB takes; a sixteenth of the usual one. */
const SMALL_BLOCK = '16384';

const UNITS: Readonly<Record<string, number>> = { KB: 1e3, MB: 1e6, GB: 1e9 };

/** Bytes of a size as DuckDB takes it (`800MB`). @throws when it is written otherwise */
function bytesOf(size: string): number {
  const [, amount, unit = ''] = /^(\d+) ?([KMG]B)$/.exec(size) ?? [];
  const bytes = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (Number.isNaN(bytes)) throw new Error(`a size such as 800MB is expected, not ${size}`);
  return bytes;
}

/** DuckDB by itself, and the folder where it spills: never shared, or two would overwrite each other's rows. */
async function openInstance(options: DatabaseOptions): Promise<{ instance: DuckDBInstance; spill: string }> {
  await mkdir(options.temp_folder, { recursive: true });
  const spill = join(options.temp_folder, `spill-${randomBytes(8).toString('hex')}`);
  const instance = await DuckDBInstance.create(options.path ?? ':memory:', {
    memory_limit: options.memory_limit,
    temp_directory: spill,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    // A sorted page is asked of its two or three columns, and its wide rows are looked up after: DuckDB, which would
    // read the columns twice to spare wide rows, has none to spare.
    late_materialization_max_rows: '0',
    ...(options.few_rows ? { default_block_size: SMALL_BLOCK } : {}),
    ...(options.threads ? { threads: String(options.threads) } : {}),
  });
  const first = await instance.connect();
  registerExpectedSales(first);
  first.closeSync();
  if (options.folders) await shutIn(instance, [...options.folders, options.temp_folder]);
  return { instance, spill };
}

/** From here on no statement opens a file elsewhere, whatever it says; an instance cannot be let out again. */
async function shutIn(instance: DuckDBInstance, folders: readonly string[]): Promise<void> {
  const connection = await instance.connect();
  await connection.run(`SET allowed_directories = [${folders.map(quoteText).join(', ')}]`);
  await connection.run('SET enable_external_access = false');
  connection.closeSync();
}

/**
 * Opens DuckDB with a ceiling on its memory; what does not fit spills to a folder of its own in `temp_folder`.
 * No extension is ever downloaded and no file outside what we name is read on a query's behalf.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { instance, spill } = await openInstance(options);
  const connections = openConnections(
    async () => sessionOf(await instance.connect()),
    options.connections ?? 4,
  );
  const ceiling = PLANS_SHARE * bytesOf(options.memory_limit);
  return {
    session: (work) => connections.lend(work),
    recurring: <T extends object>(query: Sql, edition: number) =>
      connections.lend(async (session) => {
        const planned = session.plans.has(query.text);
        const rows = await session.recurring<T>(query, edition);
        if (!planned && (await heldByStatements(session)) > ceiling) connections.forgetPlans();
        return rows;
      }, query.text),
    forgetPlans: () => connections.forgetPlans(),
    rows: <T extends object>(query: Sql | string) => connections.lend((session) => session.rows<T>(query)),
    run: (query) => connections.lend((session) => session.run(query)),
    async *stream<T extends object>(query: Sql | string) {
      const session = await connections.acquire();
      try {
        yield* session.stream<T>(query);
      } finally {
        connections.release(session);
      }
    },
    interrupt: () => {
      for (const session of connections.all) session.connection.interrupt();
    },
    close: () => {
      for (const session of connections.all) session.connection.closeSync();
      instance.closeSync();
      rmSync(spill, { recursive: true, force: true });
    },
  };
}

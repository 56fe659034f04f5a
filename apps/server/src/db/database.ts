import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { StartError } from '../config.ts';
import { KEEP_ALIVE, type Listener, PostgresBus } from './bus.ts';
import { keepLongActs, LongActs } from './long-acts.ts';
import { PgliteSession, pgliteDialect } from './pglite-dialect.ts';
import { openEngine } from './pglite-engine.ts';
import { rowsOf, VALUE_TYPES } from './rows.ts';
import type { Tables } from './tables/tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** A database or a transaction: for reads that do not mind. */
export type DbOrTx = Db | Tx;

export interface Connections {
  idle: number;
  busy: number;
  /** Requests that wait for a connection. */
  waiting: number;
}

/** The decisions' store: PostgreSQL by address, or embedded in the data folder or in memory. */
export interface Database {
  readonly kind: 'postgres' | 'pglite';
  readonly db: Db;
  /** The same database by connections that the work of those signed in does not take: for sign-in and health. */
  readonly reserved: Db;
  /** Raw SQL for pg-boss: one statement with values, or several without. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /**
   * Messages between processes (PostgreSQL) or inside this one (embedded). At most 7,900 bytes each; one said while the
   * database is away is told once it is back.
   */
  notify(channel: string, payload: string): Promise<void>;
  /** `onMissed` is called when messages may not have been heard for a moment. */
  listen(channel: string, listener: Listener, onMissed?: () => void): Promise<() => Promise<void>>;
  /** Connections of this process by state; null for the embedded database, which has one. */
  connections(): Connections | null;
  close(): Promise<void>;
}

/** Opens the embedded database in a folder, or in memory when the folder is null. */
export async function openPglite(folder: string | null): Promise<Database> {
  const acts = new LongActs();
  const open = () => openEngine(folder);
  // In memory there is nothing to open again.
  const session = new PgliteSession(await open(), acts, folder === null ? null : open);
  const db = new Kysely<Tables>({ dialect: pgliteDialect(session) });
  keepLongActs(db, acts);
  const listeners = new Map<string, Set<Listener>>();
  return {
    kind: 'pglite',
    db,
    reserved: db,
    executeSql: (text, values) => session.executeSql(text, values),
    async notify(channel, payload) {
      for (const listener of listeners.get(channel) ?? []) queueMicrotask(() => listener(payload));
    },
    async listen(channel, listener) {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set.add(listener));
      return async () => {
        set.delete(listener);
      };
    },
    connections: () => null,
    close: () => session.close(),
  };
}

/** Opened when they are needed: somebody who signs in, or a proxy that asks whether the process is ready. */
const RESERVED_CONNECTIONS = 2;

interface PostgresLimits {
  pool_size?: number;
  /** The longest that one statement, or a transaction that asks nothing, may last: a process that hangs frees its locks. */
  statement_seconds?: number;
}

/** Connects to a PostgreSQL server, by as many connections at most. */
export async function openPostgres(
  url: string,
  { pool_size = 20, statement_seconds }: PostgresLimits = {},
): Promise<Database> {
  const limit_ms = statement_seconds && statement_seconds * 1000;
  const settings = {
    connectionString: url,
    types: VALUE_TYPES,
    ...(limit_ms && { statement_timeout: limit_ms, idle_in_transaction_session_timeout: limit_ms }),
  };
  const pool = openPool({ ...settings, max: pool_size });
  try {
    await pool.query('select 1');
  } catch (cause) {
    await pool.end();
    throw new StartError('La base de données de DATABASE_URL ne répond pas.', { cause });
  }
  const bus = new PostgresBus(url, pool);
  const reserved = openPool({ ...settings, max: RESERVED_CONNECTIONS });
  return {
    kind: 'postgres',
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    reserved: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: reserved }) }),
    async executeSql(text, values) {
      return { rows: rowsOf(await (values?.length ? pool.query(text, values) : pool.query(text))) };
    },
    notify: (channel, payload) => bus.notify(channel, payload),
    listen: (channel, listener, onMissed) => bus.listen(channel, listener, onMissed),
    connections: () => ({
      idle: pool.idleCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await bus.close();
      await reserved.end();
      await pool.end();
    },
  };
}

/**
 * Connections that may break at any moment: an idle one is replaced at the next query, and what a transaction asks of its
 * own rejects. Without a listener, one that breaks between two statements of a transaction would end the process.
 */
function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...settings, ...KEEP_ALIVE });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { FrequentStatements } from './frequent-statements.ts';
import { type LongActs, ProjectBusy } from './long-acts.ts';
import type { Engine } from './pglite-engine.ts';
import { EngineEnded } from './pglite-wire.ts';
import { rowsOf } from './rows.ts';

/** The commands whose count is of rows that they changed. */
const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** How often opening a database that ended is tried: each try reads all that its log has. */
const REOPEN_MS = 5000;

/**
 * The one session of an embedded PostgreSQL, lent to one user at a time: a statement or a whole
 * transaction. Kysely's own PGlite driver would let a statement from outside join a running transaction.
 */
export class PgliteSession {
  readonly acts: LongActs;
  readonly statements = new FrequentStatements();
  readonly #open: (() => Promise<Engine>) | null;
  #engine: Engine;
  /** Of `performance.now()`: before then, opening again is not tried. */
  #next_try = 0;
  #queue: Promise<void> = Promise.resolve();
  #is_closed = false;

  /** @param open opens the database again once it has ended by itself; null where that cannot be */
  constructor(engine: Engine, acts: LongActs, open: (() => Promise<Engine>) | null) {
    this.#engine = engine;
    this.acts = acts;
    this.#open = open;
  }

  get client(): pg.Client {
    return this.#engine.client;
  }

  /**
   * Waits for the session; the answer gives it back. @throws EngineEnded while the database cannot be opened again, and
   * for good once it was closed
   */
  async acquire(): Promise<() => void> {
    const release = await this.#turn();
    try {
      // It has ended then too, but another process may have its folder by now: two would write over each other's log.
      if (this.#is_closed) throw new EngineEnded('the embedded database is closed');
      if (this.#engine.hasEnded()) await this.#reopen();
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #turn(): Promise<() => void> {
    let release = () => {};
    const before = this.#queue;
    this.#queue = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }

  async #reopen(): Promise<void> {
    if (!this.#open || performance.now() < this.#next_try) throw new EngineEnded('not opened again yet');
    try {
      await this.#engine.settle();
      this.#engine.abandon();
      this.#engine = await this.#open();
    } catch (cause) {
      this.#next_try = performance.now() + REOPEN_MS;
      throw new EngineEnded('not opened again', { cause });
    }
  }

  async close(): Promise<void> {
    const release = await this.#turn();
    try {
      if (!this.#is_closed) await this.#engine.close();
    } finally {
      this.#is_closed = true;
      release();
    }
  }

  /** Waits for the session until nothing that a large act has under way is in a statement's way. */
  async acquireFor(text: string, values: readonly unknown[]): Promise<() => void> {
    for (;;) {
      const release = await this.acquire();
      const ended = this.acts.obstacle(text, values);
      if (ended === null) return release;
      release();
      await ended;
    }
  }

  hasEnded(): boolean {
    return this.#engine.hasEnded();
  }

  /** Waits until what was committed so far is on the disk; commits that wait together share one sync. */
  settle(): Promise<void> {
    return this.#engine.settle();
  }

  /** One statement, or several without values, on their own; durable when it resolves. */
  async executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    const release = await this.acquireFor(text, values ?? []);
    let rows: unknown[];
    try {
      const name = values?.length ? this.statements.nameOf(text) : undefined;
      rows = rowsOf(await this.client.query({ name, text, values: values?.length ? values : undefined }));
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => {});
      throw error;
    } finally {
      release();
    }
    await this.settle();
    return { rows };
  }
}

class PgliteConnection implements DatabaseConnection {
  readonly session: PgliteSession;
  release: () => void = () => {};
  in_transaction = false;

  constructor(session: PgliteSession) {
    this.session = session;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { client, acts, statements } = this.session;
    const ended = acts.obstacle(query.sql, query.parameters);
    if (ended !== null) {
      if (this.in_transaction) throw new ProjectBusy(ended);
      this.release();
      this.release = await this.session.acquireFor(query.sql, query.parameters);
    }
    const { command, rowCount, rows } = await client.query({
      name: statements.nameOf(query.sql),
      text: query.sql,
      values: [...query.parameters],
    });
    return { rows, numAffectedRows: CHANGES.has(command) ? BigInt(rowCount ?? 0) : undefined };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

class PgliteDriver implements Driver {
  readonly #session: PgliteSession;

  constructor(session: PgliteSession) {
    this.#session = session;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const release = await this.#session.acquire();
    const connection = new PgliteConnection(this.#session);
    connection.release = release;
    return connection;
  }

  async beginTransaction(connection: PgliteConnection): Promise<void> {
    await connection.session.client.query('BEGIN');
    connection.in_transaction = true;
  }

  async commitTransaction(connection: PgliteConnection): Promise<void> {
    const { command } = await connection.session.client.query('COMMIT');
    connection.in_transaction = false;
    if (command === 'ROLLBACK') throw new AbortedTransactionError(); // a fault in it was passed over
    // The next transaction may start while this one waits for the disk.
    connection.release();
    await this.#session.settle();
  }

  async rollbackTransaction(connection: PgliteConnection): Promise<void> {
    if (!connection.in_transaction) return;
    connection.in_transaction = false;
    if (this.#session.hasEnded()) return; // nothing of it is left
    await connection.session.client.query('ROLLBACK');
  }

  async releaseConnection(connection: PgliteConnection): Promise<void> {
    connection.release();
    await this.#session.settle();
  }

  async destroy(): Promise<void> {}
}

/** Kysely's dialect on an embedded PostgreSQL session. */
export function pgliteDialect(session: PgliteSession): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PgliteDriver(session) as Driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { VALUE_TYPES } from './rows.ts';

/** What the embedded database calls itself and whoever speaks to it. */
const NAME = 'postgres';

/**
 * The embedded database as the connection that PostgreSQL's own client speaks over: what the client writes at once is
 * one exchange, answered before the write returns. PGlite's own `query` makes five exchanges of a statement, each
 * through a lock of its own.
 */
class PgliteWire extends Duplex {
  readonly #pglite: PGlite;
  #has_ended = false;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  // What the client asks of a socket.
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#exchange(bytes, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#exchange(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /**
   * Collects what the database answers: it is read once the database has done. A fault that PostgreSQL itself does not
   * answer, as of a memory that is full, or after which it ends, as of a disk without room for its log, ends the connection.
   */
  #exchange(bytes: Buffer, done: (error?: Error | null) => void): void {
    const answer: Uint8Array[] = [];
    // A part of the database's memory, which it writes over.
    const onRawData = (part: Uint8Array) => answer.push(part.slice());
    const exchanged = this.#pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData });
    const end = (error: Error) => {
      this.#has_ended = true;
      setImmediate(() => done(error)); // once what it said is heard
    };
    exchanged.then(() => {
      const said = Buffer.concat(answer);
      const fault = isReady(said) ? null : new EngineEnded('the embedded database has ended');
      if (fault) end(fault);
      if (said.length > 0) this.push(said);
      if (!fault) done();
    }, end);
  }

  get hasEnded(): boolean {
    return this.#has_ended;
  }
}

/** Said to whoever asks, or had asked, when the embedded database has ended. Known as an outage. */
export class EngineEnded extends Error {
  readonly code = '57P02';
}

const READY_FOR_QUERY = 0x5a;
/** Its letter, its length, the state of the transaction. */
const READY_BYTES = 6;

/** Whether an answer ends with the word that the next statement may come: each does, as long as PostgreSQL goes on. */
const isReady = (answer: Buffer): boolean =>
  answer.length >= READY_BYTES && answer[answer.length - READY_BYTES] === READY_FOR_QUERY;

/** Connects PostgreSQL's client to an embedded database that is ready, its one session; it is the only one to use it. */
export async function connectPglite(pglite: PGlite): Promise<{ client: pg.Client; hasEnded: () => boolean }> {
  const wire = new PgliteWire(pglite);
  const stream = () => wire;
  const client = new pg.Client({ stream, types: VALUE_TYPES, user: NAME, database: NAME, ssl: false });
  client.on('error', () => {}); // each statement under way or asked later rejects with it
  await client.connect();
  return { client, hasEnded: () => wire.hasEnded };
}

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
   * answer, as of a memory that is full, ends the connection.
   */
  #exchange(bytes: Buffer, done: (error?: Error | null) => void): void {
    const answer: Uint8Array[] = [];
    // A part of the database's memory, which it writes over.
    const onRawData = (part: Uint8Array) => answer.push(part.slice());
    const exchanged = this.#pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData });
    exchanged.then(() => {
      if (answer.length > 0) this.push(Buffer.concat(answer));
      done();
    }, done);
  }
}

/** Connects PostgreSQL's client to an embedded database that is ready, its one session; it is the only one to use it. */
export async function connectPglite(pglite: PGlite): Promise<pg.Client> {
  const stream = () => new PgliteWire(pglite);
  const client = new pg.Client({ stream, types: VALUE_TYPES, user: NAME, database: NAME, ssl: false });
  client.on('error', () => {}); // each statement under way or asked later rejects with it
  await client.connect();
  return client;
}

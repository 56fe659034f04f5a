import pg from 'pg';
import { isOutage } from './faults.ts';

export type Listener = (payload: string) => void;

interface Ear {
  listener: Listener;
  onMissed: () => void;
}
interface Connection {
  client: pg.Client;
  ready: Promise<void>;
}

const RETRY_MS = 1000;
/** A peer that is gone without saying so is known after this, and ten seconds of probes. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** Messages kept at most while the database is away. */
const MAX_UNSENT = 1000;

/** LISTEN on one connection of its own, opened again when it breaks; NOTIFY by any of the pool. */
export class PostgresBus {
  readonly #url: string;
  readonly #pool: pg.Pool;
  readonly #ears = new Map<string, Set<Ear>>();
  readonly #unsent: [channel: string, payload: string][] = [];
  #current: Connection | null = null;
  #isSending = false;
  #closed = false;

  constructor(url: string, pool: pg.Pool) {
    this.#url = url;
    this.#pool = pool;
  }

  /** `onMissed`: the connection broke, and messages that were said until now may not have been heard. */
  async listen(channel: string, listener: Listener, onMissed = () => {}): Promise<() => Promise<void>> {
    const ear = { listener, onMissed };
    const ears = this.#ears.get(channel) ?? new Set();
    this.#ears.set(channel, ears.add(ear));
    const { client, ready } = this.#connected();
    await ready;
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return async () => {
      ears.delete(ear);
    };
  }

  /** What a message speaks of is done already: while the database is away it is kept, and said once it is back. */
  async notify(channel: string, payload: string): Promise<void> {
    if (this.#unsent.length === 0) {
      try {
        return await this.#say(channel, payload);
      } catch (error) {
        if (!isOutage(error)) throw error;
      }
    }
    if (this.#unsent.length < MAX_UNSENT) this.#unsent.push([channel, payload]);
    this.#sendLater();
  }

  async #say(channel: string, payload: string): Promise<void> {
    await this.#pool.query('select pg_notify($1, $2)', [channel, payload]);
  }

  #sendLater(): void {
    if (this.#isSending || this.#closed) return;
    this.#isSending = true;
    setTimeout(() => void this.#sendKept(), RETRY_MS).unref();
  }

  async #sendKept(): Promise<void> {
    try {
      for (let first = this.#unsent[0]; first && !this.#closed; first = this.#unsent[0]) {
        await this.#say(...first);
        this.#unsent.shift();
      }
    } catch (error) {
      // One that the database refuses keeps the others no longer.
      if (!isOutage(error)) this.#unsent.shift();
    }
    this.#isSending = false;
    if (this.#unsent.length > 0) this.#sendLater();
  }

  #connected(): Connection {
    this.#current ??= this.#connect();
    return this.#current;
  }

  #connect(): Connection {
    const client = new pg.Client({ connectionString: this.#url, ...KEEP_ALIVE });
    client.on('notification', ({ channel, payload }) => {
      for (const { listener } of this.#ears.get(channel) ?? []) listener(payload ?? '');
    });
    const connection = { client, ready: this.#open(client) };
    const onLost = () => this.#replace(connection);
    client.on('error', onLost);
    client.on('end', onLost);
    connection.ready.catch(onLost);
    return connection;
  }

  async #open(client: pg.Client): Promise<void> {
    await client.connect();
    for (const channel of this.#ears.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  /** A connection that breaks says so several times: it is replaced once. */
  #replace(connection: Connection): void {
    if (this.#current !== connection) return;
    this.#current = null;
    connection.client.end().catch(() => {});
    if (this.#closed) return;
    setTimeout(() => void this.#hearAgain(), RETRY_MS).unref();
  }

  async #hearAgain(): Promise<void> {
    if (this.#closed) return;
    const isBack = await this.#connected().ready.then(
      () => true,
      () => false, // replaced again
    );
    if (!isBack) return;
    for (const ears of this.#ears.values()) for (const { onMissed } of ears) onMissed();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const connection = this.#current;
    await connection?.ready.catch(() => {});
    await connection?.client.end().catch(() => {});
  }
}

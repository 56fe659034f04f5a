import { cancelled } from '../errors.ts';
import type { Session } from './session.ts';
import { timeSignal } from './time-limit.ts';

/** The connections of one database, each lent to one work at a time. */
export interface Connections {
  readonly all: readonly Session[];
  /**
   * Lends a free connection, the one that has planned the statement `text` when there is one; waits when all are
   * busy. Beyond the time of the work, what it runs is interrupted and what it waits for is given up.
   */
  lend<T>(work: (session: Session) => Promise<T>, text?: string): Promise<T>;
  acquire(text?: string): Promise<Session>;
  release(session: Session): void;
  /** Plans are made again, at once where a connection is free, else when it comes back. */
  forgetPlans(): void;
}

export function openConnections(connect: () => Promise<Session>, limit: number): Connections {
  return new ConnectionPool(connect, limit);
}

class ConnectionPool implements Connections {
  readonly #connect: () => Promise<Session>;
  readonly #limit: number;
  readonly all: Session[] = [];
  readonly #free: Session[] = [];
  readonly #waiting: ((session: Session) => void)[] = [];
  #opened = 0;
  #forgotten = 0;
  /** How much of what was forgotten each connection knows of. */
  readonly #upToDate = new WeakMap<Session, number>();

  constructor(connect: () => Promise<Session>, limit: number) {
    this.#connect = connect;
    this.#limit = limit;
  }

  async lend<T>(work: (session: Session) => Promise<T>, text?: string): Promise<T> {
    const session = await this.acquire(text);
    const interrupt = (): void => session.connection.interrupt();
    const signal = timeSignal();
    signal?.addEventListener('abort', interrupt, { once: true });
    try {
      return await work(session);
    } finally {
      signal?.removeEventListener('abort', interrupt);
      this.release(session);
    }
  }

  async acquire(text?: string): Promise<Session> {
    const known = text === undefined ? -1 : this.#free.findLastIndex(({ plans }) => plans.has(text));
    const ready = known < 0 ? this.#free.pop() : this.#free.splice(known, 1)[0];
    if (ready) return ready;
    if (this.#opened >= this.#limit) return this.#waitForOne();
    this.#opened += 1;
    const session = await this.#connect();
    this.all.push(session);
    return session;
  }

  #waitForOne(): Promise<Session> {
    return new Promise((resolve, reject) => {
      const signal = timeSignal();
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(cancelled());
      };
      const take = (session: Session): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(session);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(take);
    });
  }

  release(session: Session): void {
    this.#forget(session);
    const next = this.#waiting.shift();
    if (next) next(session);
    else this.#free.push(session);
  }

  forgetPlans(): void {
    this.#forgotten += 1;
    for (const session of this.#free) this.#forget(session);
  }

  #forget(session: Session): void {
    if (this.#upToDate.get(session) !== this.#forgotten) session.plans.clear();
    this.#upToDate.set(session, this.#forgotten);
  }
}

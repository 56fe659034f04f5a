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

/** Works that may go before the one that waits longest, where the connection that comes free has planned theirs. */
const PASSED = 8;

interface Waiting {
  text: string | undefined;
  take: (session: Session) => void;
  /** How many went before it. */
  passed: number;
}

export function openConnections(connect: () => Promise<Session>, limit: number): Connections {
  return new ConnectionPool(connect, limit);
}

class ConnectionPool implements Connections {
  readonly #connect: () => Promise<Session>;
  readonly #limit: number;
  readonly all: Session[] = [];
  readonly #free: Session[] = [];
  readonly #waiting: Waiting[] = [];
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
    if (this.#opened >= this.#limit) return this.#waitForOne(text);
    this.#opened += 1;
    const session = await this.#connect();
    this.#upToDate.set(session, this.#forgotten);
    this.all.push(session);
    return session;
  }

  #waitForOne(text: string | undefined): Promise<Session> {
    return new Promise((resolve, reject) => {
      const signal = timeSignal();
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(cancelled());
      };
      const take = (session: Session): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(session);
      };
      const waiting: Waiting = { text, take, passed: 0 };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiting);
    });
  }

  /** Who has a connection next: the first whose statement it has planned, as long as nobody is kept waiting by it. */
  #next({ plans }: Session): Waiting | undefined {
    const [oldest] = this.#waiting;
    if (!oldest) return undefined;
    const known =
      oldest.passed < PASSED
        ? this.#waiting.findIndex(({ text }) => text !== undefined && plans.has(text))
        : 0;
    if (known > 0) oldest.passed += 1;
    return this.#waiting.splice(Math.max(0, known), 1)[0];
  }

  release(session: Session): void {
    this.#forget(session);
    const next = this.#next(session);
    if (next) next.take(session);
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

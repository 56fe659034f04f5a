import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';

/** A state of @fastify/rate-limit: calls of the running window, and how long it still lasts. */
interface WindowState {
  current: number;
  ttl: number;
}
type Reply = (error: Error | null, state: WindowState) => void;

interface Report {
  from: string;
  /** Which window of the clock the calls are of. */
  window: number;
  counts: [caller: string, calls: number][];
}

const CHANNEL = 'palier_calls';
const REPORT_EVERY_MS = 1000;
/** A caller with fewer calls in a window than this share of her limit is not worth a message. */
const WORTH_REPORTING = 0.05;
/** A message has 7,900 bytes at most; a caller takes 40 or less. */
const CALLERS_A_MESSAGE = 150;
/** Beyond, the callers seen first are forgotten: an attacker with many addresses must not fill the memory. */
const MAX_CALLERS = 20_000;

/**
 * Calls counted by windows of the clock, those of the other processes included: each reports its heavy callers once a
 * second. So a limit lets through what it says, and what one process answers in a second times their number.
 */
export class SharedCounts {
  readonly #database: Pick<Database, 'notify' | 'listen'>;
  readonly #now: () => number;
  readonly #name = randomUUID();
  #window = 0;
  /** Own calls of each caller in this window, and how many of them the others know of. */
  #own = new Map<string, { calls: number; reported: number }>();
  /** Calls that the others reported, by the caller's digest. */
  #others = new Map<string, number>();
  #heavy = new Set<string>();

  constructor(database: Pick<Database, 'notify' | 'listen'>, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  /** Takes part with the other processes. @returns what ends it */
  async join(): Promise<() => Promise<void>> {
    const leave = await this.#database.listen(CHANNEL, (text) => this.#hear(JSON.parse(text)));
    const timer = setInterval(() => this.report().catch(() => {}), REPORT_EVERY_MS).unref();
    return async () => {
      clearInterval(timer);
      await leave();
    };
  }

  /** Counts a call. Called by @fastify/rate-limit. */
  incr(caller: string, reply: Reply, window_ms: number, max: number): void {
    this.#turn(window_ms);
    const own = this.#own.get(caller) ?? { calls: 0, reported: 0 };
    own.calls += 1;
    this.#own.set(caller, own);
    if (own.calls >= max * WORTH_REPORTING) this.#heavy.add(caller);
    forgetOldest(this.#own);
    this.read(caller, reply, window_ms);
  }

  read(caller: string, reply: Reply, window_ms: number): void {
    this.#turn(window_ms);
    const current = (this.#own.get(caller)?.calls ?? 0) + (this.#others.get(digest(caller)) ?? 0);
    reply(null, { current, ttl: window_ms - (this.#now() % window_ms) });
  }

  /** Tells the other processes the calls of heavy callers that they do not know of. */
  async report(): Promise<void> {
    const counts: Report['counts'] = [];
    for (const caller of this.#heavy) {
      const own = this.#own.get(caller);
      if (!own || own.calls === own.reported) continue;
      counts.push([digest(caller), own.calls - own.reported]);
      own.reported = own.calls;
    }
    const window = this.#window;
    for (let start = 0; start < counts.length; start += CALLERS_A_MESSAGE) {
      const report: Report = {
        from: this.#name,
        window,
        counts: counts.slice(start, start + CALLERS_A_MESSAGE),
      };
      await this.#database.notify(CHANNEL, JSON.stringify(report));
    }
  }

  #hear({ from, window, counts }: Report): void {
    if (from === this.#name || window < this.#window) return;
    if (window > this.#window) this.#start(window);
    for (const [caller, calls] of counts) this.#others.set(caller, (this.#others.get(caller) ?? 0) + calls);
    forgetOldest(this.#others);
  }

  #turn(window_ms: number): void {
    const window = Math.floor(this.#now() / window_ms);
    if (window > this.#window) this.#start(window);
  }

  #start(window: number): void {
    this.#window = window;
    this.#own = new Map();
    this.#others = new Map();
    this.#heavy = new Set();
  }
}

function forgetOldest(callers: Map<string, unknown>): void {
  if (callers.size <= MAX_CALLERS) return;
  const [oldest] = callers.keys();
  if (oldest !== undefined) callers.delete(oldest);
}

/** Short, and no address or name in what PostgreSQL may log. */
const digest = (caller: string): string =>
  createHash('sha256').update(caller).digest('base64url').slice(0, 22);

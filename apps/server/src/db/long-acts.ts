import { AsyncLocalStorage } from 'node:async_hooks';

// The embedded database has one session: while a transaction is open, everybody waits. An act on very many lines of a
// project is therefore made of short ones, and what would see or disturb a half of it waits until it is whole
// (docs/mechanisms/long-acts.md). Other projects go on between two of them.

/** Statements that an act's lines must not change under: what writes decisions takes the project's next version first. */
const WRITES = /\b(?:update|into|delete\s+from)\s+"?(?:project|discount)\b/i;
/** Statements that may see lines of which half is changed. */
const READS = /\bdiscount\b/i;
/** The projects that a statement names, each by the place of its value. */
const NAMED = /\bproject_id"?\s*=\s*\$(\d+)/gi;

/** In place of the project that an act's own statements are about. */
const ANY_PROJECT = '*';

interface LongAct {
  /** Its lines are being changed: until it ends, nobody reads them. */
  applying: boolean;
  ended: Promise<void>;
}

/** A transaction that met a project's unfinished act: it is undone, and tried again once that has ended. */
export class ProjectBusy extends Error {
  readonly ended: Promise<void>;

  constructor(ended: Promise<void>) {
    super('a large act on this project is under way');
    this.ended = ended;
  }
}

/** Said to whoever waits for an act that the database did not let end; the next start ends it. Known as an outage. */
class ActNotEnded extends Error {
  readonly code = '57P03';
}

/** The acts under way that are made of several transactions, one at most for each project. */
export class LongActs {
  readonly #acts = new Map<string, LongAct>();
  readonly #own = new AsyncLocalStorage<string>();

  /**
   * Runs an act that nobody else's statement on the project's decisions may interleave. It says when its lines begin
   * to change: if it fails after that, the project stays closed until the next start, which ends it.
   */
  async run<T>(project: string, work: (beginApplying: () => void) => Promise<T>): Promise<T> {
    const project_id = project.toLowerCase();
    for (let other = this.#acts.get(project_id); other; other = this.#acts.get(project_id)) await other.ended;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => {}); // nobody may be waiting
    const act: LongAct = { applying: false, ended: promise };
    this.#acts.set(project_id, act);
    const beginApplying = () => {
      act.applying = true;
    };
    try {
      const result = await this.#own.run(project_id, () => work(beginApplying));
      this.#acts.delete(project_id);
      resolve();
      return result;
    } catch (error) {
      if (act.applying)
        reject(new ActNotEnded('a large act on this project has not ended', { cause: error }));
      else {
        this.#acts.delete(project_id);
        resolve();
      }
      throw error;
    }
  }

  /** Runs statements that read nothing that an act changes: they wait for none. */
  reading<T>(work: () => Promise<T>): Promise<T> {
    return this.#own.run(ANY_PROJECT, work);
  }

  /** What a statement must wait for before it may run; null almost always. */
  obstacle(text: string, values: readonly unknown[]): Promise<void> | null {
    if (this.#acts.size === 0) return null;
    const own = this.#own.getStore();
    if (own === ANY_PROJECT) return null;
    for (const [project_id, act] of this.#acts) {
      if (own === project_id) continue;
      const concerned = WRITES.test(text) || (act.applying && READS.test(text));
      if (concerned && !namesOthersAlone(text, values, project_id)) return act.ended;
    }
    return null;
  }
}

/** Whether a statement says which projects it is about, and not this one. */
function namesOthersAlone(text: string, values: readonly unknown[], project_id: string): boolean {
  const named = [...text.matchAll(NAMED)].map(([, place]) => String(values[Number(place) - 1]).toLowerCase());
  return named.length > 0 && !named.includes(project_id);
}

/** By the database that statements are given to. */
const actsByDatabase = new WeakMap<object, LongActs>();

/** Called once, where a database of one session is opened. */
export function keepLongActs(db: object, acts: LongActs): void {
  actsByDatabase.set(db, acts);
}

/** Reads which project a line is of, or the like: what no act changes, and what those of other projects ask at each call. */
export function readingKeys<T>(db: object, work: () => Promise<T>): Promise<T> {
  const acts = actsByDatabase.get(db);
  return acts ? acts.reading(work) : work();
}

/** Where an act on very many lines must be made of short transactions; undefined: a long one keeps nobody waiting. */
export function longActsOf(db: object): LongActs | undefined {
  return actsByDatabase.get(db);
}

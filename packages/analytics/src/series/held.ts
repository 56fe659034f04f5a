import type { Database } from '../database/database.ts';
import { fileOf, isCountedWhole, lineSelect } from './line-figures.ts';
import { LINE_FILE } from './record.ts';
import type { CountedSerie, HeldSeries } from './types.ts';

/** Facts whose lines the series are held beside. */
interface Facts {
  /** Name of this opening: facts opened twice hold their own series. */
  opening: string;
  /** Schema of the facts. */
  facts: string;
  line_count: number;
}

/** A series as a report counts it, in memory. */
interface Held {
  name: string;
  opening: string;
  rows: number;
  users: number;
  made: Promise<void>;
}

/** Rows kept of all series, some 80 bytes each; those of a question under way are kept whatever they hold. */
const MOST_ROWS = 2_000_000;

/**
 * Series as reports count them: for each, a table with a row for every line of the project in the order of its facts,
 * so that a report reads facts, decisions and series side by side and joins nothing. Made from the series' files when
 * one is first asked for, shared by the questions that follow (other dimensions, another filter, another reader), and
 * given up when others need the room: the one that was not asked for the longest first.
 */
export class SerieTables {
  readonly #database: Database;
  readonly #most_rows: number;
  readonly #held = new Map<string, Held>();
  #made = 0;

  constructor(database: Database, mostRows = MOST_ROWS) {
    this.#database = database;
    this.#most_rows = mostRows;
  }

  /** The series held beside opened facts. */
  of(facts: Facts): HeldSeries {
    return {
      use: (series, work) => this.#use(facts, series, work),
      close: () => this.#close(facts),
    };
  }

  async #use<T>(
    facts: Facts,
    series: readonly CountedSerie[],
    work: (tables: readonly string[]) => Promise<T>,
  ): Promise<T> {
    const taken = series.map((serie) => this.#take(facts, serie));
    try {
      await Promise.all(taken.map(({ made }) => made));
      return await work(taken.map(({ name }) => name));
    } finally {
      for (const one of taken) one.users -= 1;
      await this.#trim();
    }
  }

  async #close({ opening }: Facts): Promise<void> {
    const own = [...this.#held].filter(([, held]) => held.opening === opening);
    for (const [key, held] of own) await this.#drop(key, held);
  }

  #take(facts: Facts, serie: CountedSerie): Held {
    const key = JSON.stringify([facts.opening, serie.folder, serie.spans]);
    const known = this.#held.get(key) ?? this.#make(facts, serie, key);
    known.users += 1;
    // Asked for last.
    this.#held.delete(key);
    this.#held.set(key, known);
    return known;
  }

  #make(facts: Facts, serie: CountedSerie, key: string): Held {
    this.#made += 1;
    const name = `serie_${this.#made}`;
    const made = this.#write(facts, serie, name).catch((error: unknown) => {
      // The next to ask tries again.
      if (this.#held.get(key)?.name === name) this.#held.delete(key);
      throw error;
    });
    return { name, opening: facts.opening, rows: facts.line_count, users: 0, made };
  }

  async #write({ facts, line_count }: Facts, serie: CountedSerie, name: string): Promise<void> {
    const lines =
      isCountedWhole(serie) && (await this.#isInLineOrder(facts, serie))
        ? `SELECT true AS held, * EXCLUDE (line_id) FROM (${lineSelect(serie)})`
        : `SELECT s.line_id IS NOT NULL AS held, s.* EXCLUDE (line_id)
          FROM ${facts}.line l LEFT JOIN (${lineSelect(serie)}) s ON s.line_id = l._id::UUID ORDER BY l.line_no`;
    await this.#database.run(`CREATE TABLE ${name} AS ${lines}`);
    const [found] = await this.#database.rows<{ rows: number }>(
      `SELECT count(*)::DOUBLE AS rows FROM ${name}`,
    );
    if (found?.rows === line_count) return;
    await this.#database.run(`DROP TABLE ${name}`);
    throw new Error(`a line stands twice in the series of ${serie.folder}`);
  }

  /** Whether the file has the lines of the facts, all and in their order, as when nothing joined or left since. */
  async #isInLineOrder(facts: string, serie: CountedSerie): Promise<boolean> {
    const [found] = await this.#database.rows<{ same: boolean | null }>(
      `SELECT bool_and(l._id::UUID IS NOT DISTINCT FROM s.line_id) AS same
        FROM (SELECT _id FROM ${facts}.line) l POSITIONAL JOIN (SELECT line_id FROM ${fileOf(serie, LINE_FILE)}) s`,
    );
    return found?.same === true;
  }

  async #trim(): Promise<void> {
    let rows = [...this.#held.values()].reduce((sum, held) => sum + held.rows, 0);
    for (const [key, held] of [...this.#held]) {
      if (rows <= this.#most_rows) return;
      if (held.users > 0 || this.#held.get(key) !== held) continue;
      rows -= held.rows;
      await this.#drop(key, held);
    }
  }

  async #drop(key: string, { name, made }: Held): Promise<void> {
    this.#held.delete(key);
    const isMade = await made.then(
      () => true,
      () => false,
    );
    if (!isMade) return;
    await this.#database.run(`DROP TABLE ${name}`);
    // Plans would hold on to it.
    this.#database.forgetPlans();
  }
}

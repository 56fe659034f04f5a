/** What an answer of the listing is of. */
interface Versioned {
  version?: number | undefined;
}

/** The oldest answer of those read together; where one has failed, what was shown before it still is. */
interface Reading {
  whole: boolean;
  version: number;
  failed: boolean;
}

/** Answers that are no longer true of the screen are not put on it. */
interface ReadingOptions {
  /** All that is shown, lines too; else the figures of groups and the total. */
  whole?: boolean;
  stillTrue?: () => boolean;
}

/**
 * The version of the project's decisions that a tree shows: an act on many lines carries it, so that what a colleague has
 * written since is not taken for seen. Figures are of the oldest answer that they were last read from. Lines are of the
 * last time that all were read, and of what was told since (live events) and read again: while nothing is told, as on a
 * connection that is lost, they stay of that time, whatever is read of their figures.
 */
export class ShownVersion {
  #figures: number | null = null;
  #lines: number | null = null;
  readonly #readings = new Set<Reading>();
  /** Versions that were told: the last, and those whose lines are not read again yet. */
  #told = 0;
  readonly #awaited = new Set<number>();
  /** What is asked once all that is shown has been read. */
  #whenRead: (() => void) | null = null;

  /** Reads what is shown again. */
  async reading(
    work: () => Promise<unknown>,
    { whole = false, stillTrue = () => true }: ReadingOptions = {},
  ): Promise<void> {
    const own: Reading = { whole, version: Number.POSITIVE_INFINITY, failed: false };
    this.#readings.add(own);
    try {
      await work();
    } finally {
      this.#readings.delete(own);
    }
    const { version } = own;
    if (!Number.isFinite(version)) return;
    // Of the first rows, those that came are all that is shown.
    const isShown = stillTrue() && !own.failed;
    if (isShown || this.#figures === null) this.#figures = Math.max(this.#figures ?? 0, version);
    if (!whole || !(isShown || this.#lines === null)) return;
    this.#lines = Math.max(this.#lines ?? 0, version);
    for (const one of this.#awaited) if (one <= version) this.#awaited.delete(one);
    const ask = this.#whenRead;
    this.#whenRead = null;
    ask?.();
  }

  /**
   * What others write after a version is told from now on: `onBehind` is called when the screen is of an older one, or
   * will be, by what is being read of it.
   */
  toldAfter(version: number, onBehind: () => void): void {
    const ask = (): void => {
      const shown = this.get();
      if (shown !== undefined && shown < version) onBehind();
    };
    const isReading = this.#lines === null || [...this.#readings].some(({ whole }) => whole);
    if (isReading) this.#whenRead = ask;
    else ask();
  }

  /** An answer that is put on the screen; one that fails leaves there what was. */
  async answered<T extends Versioned>(answer: Promise<T>): Promise<T> {
    try {
      const given = await answer;
      for (const one of this.#readings)
        if (given.version === undefined) one.failed = true;
        else one.version = Math.min(one.version, given.version);
      return given;
    } catch (error) {
      for (const one of this.#readings) one.failed = true;
      throw error;
    }
  }

  /** Lines were written, which are to be read again where they are shown. */
  told(version: number): void {
    this.#told = Math.max(this.#told, version);
    this.#awaited.add(version);
  }

  /** The lines of these versions are on the screen as they became, or are not on it. */
  readAgain(versions: readonly number[]): void {
    for (const version of versions) this.#awaited.delete(version);
  }

  /** undefined: nothing is known to be shown yet. */
  get(): number | undefined {
    if (this.#figures === null || this.#lines === null) {
      const first = [...this.#readings].map(({ version }) => version).filter(Number.isFinite);
      return first.length > 0 ? Math.min(...first) : undefined;
    }
    const unread = [...this.#awaited].map((version) => version - 1);
    return Math.max(0, Math.min(this.#figures, Math.max(this.#lines, this.#told), ...unread));
  }
}

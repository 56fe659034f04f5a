/** What an answer of the listing is of. */
interface Versioned {
  version?: number | undefined;
}

/** The oldest answer of those read together; where one has failed, what was shown before it still is. */
interface Reading {
  version: number;
  failed: boolean;
}

/**
 * The version of the project's decisions that the rows and figures of a tree are of: an act on many lines carries it, so
 * that what a colleague has written since is not taken for seen. It is that of the oldest answer that what is shown was
 * last read from, and older than any change that was told and is not read again yet.
 */
export class ShownVersion {
  #read: number | null = null;
  readonly #readings = new Set<Reading>();
  readonly #awaited = new Set<number>();

  /** Reads what is shown again: all of it (`whole`), or the figures of groups and the total. What `stillTrue` denies is not shown. */
  async reading(
    work: () => Promise<unknown>,
    { whole = false, stillTrue = () => true }: { whole?: boolean; stillTrue?: () => boolean } = {},
  ): Promise<void> {
    const own: Reading = { version: Number.POSITIVE_INFINITY, failed: false };
    this.#readings.add(own);
    try {
      await work();
    } finally {
      this.#readings.delete(own);
    }
    if (!Number.isFinite(own.version)) return;
    // Of the first rows, those that came are all that is shown.
    if (this.#read !== null && (own.failed || !stillTrue())) return;
    this.#read = Math.max(this.#read ?? 0, own.version);
    if (whole) for (const version of this.#awaited) if (version <= own.version) this.#awaited.delete(version);
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

  /** Lines that are shown were written, and are to be read again. */
  told(version: number): void {
    this.#awaited.add(version);
  }

  /** The lines of these versions have been read again. */
  readAgain(versions: readonly number[]): void {
    for (const version of versions) this.#awaited.delete(version);
  }

  /** undefined: nothing is known to be shown yet. */
  get(): number | undefined {
    const first = [...this.#readings].map(({ version }) => version).filter(Number.isFinite);
    const read = this.#read ?? (first.length > 0 ? Math.min(...first) : undefined);
    if (read === undefined) return undefined;
    return Math.max(0, Math.min(read, ...[...this.#awaited].map((version) => version - 1)));
  }
}

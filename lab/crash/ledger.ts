/** What a line may say: the value last acknowledged, or that of a write whose answer never came. */
interface Expected {
  acknowledged: number | null;
  unanswered: Set<number | null>;
}

/** What was acknowledged, and what may have been done without an answer: what a restarted server is held to. */
export class Ledger {
  readonly #lines = new Map<string, Expected>();
  readonly #activities = new Set<string>();
  readonly #jobs = new Map<string, string>();
  acknowledged = 0;

  /** Writes lines; those of a write that gets no answer may have either value. */
  async write(
    lines: readonly string[],
    value: number | null,
    send: () => Promise<{ activity_id: string | null }>,
  ): Promise<void> {
    for (const line of lines) this.#of(line).unanswered.add(value);
    const { activity_id } = await send();
    this.acknowledged += 1;
    if (activity_id) this.#activities.add(activity_id);
    for (const line of lines) this.#lines.set(line, { acknowledged: value, unanswered: new Set() });
  }

  /** An act of the journal that was acknowledged. */
  note(activity_id: string): void {
    this.acknowledged += 1;
    this.#activities.add(activity_id);
  }

  /** Work that was accepted: it must end. */
  accept(kind: string, id: string): void {
    this.acknowledged += 1;
    this.#jobs.set(id, kind);
  }

  /** Work not seen ended yet, by its id. */
  get accepted(): ReadonlyMap<string, string> {
    return this.#jobs;
  }

  ended(id: string): void {
    this.#jobs.delete(id);
  }

  /** Sentences about lines that say what nobody wrote; afterwards each line is what it says. */
  compare(lines: ReadonlyMap<string, number | null>): string[] {
    const faults: string[] = [];
    for (const [line, value] of lines) {
      const expected = this.#of(line);
      if (value !== expected.acknowledged && !expected.unanswered.has(value))
        faults.push(`line ${line} is ${value}, ${expected.acknowledged} was acknowledged`);
      this.#lines.set(line, { acknowledged: value, unanswered: new Set() });
    }
    for (const line of this.#lines.keys()) if (!lines.has(line)) faults.push(`line ${line} is gone`);
    return faults;
  }

  /** Acknowledged acts that the journal does not have. */
  missing(journal: ReadonlySet<string>): string[] {
    return [...this.#activities]
      .filter((id) => !journal.has(id))
      .map((id) => `act ${id} is not in the journal`);
  }

  #of(line: string): Expected {
    const known = this.#lines.get(line) ?? { acknowledged: null, unanswered: new Set() };
    this.#lines.set(line, known);
    return known;
  }
}

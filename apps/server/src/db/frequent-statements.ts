const USES_BEFORE_NAME = 20;
const MAX_NAMES = 100;
const MAX_COUNTED = 1000;

/**
 * Names for the statements that a session is asked again and again: PostgreSQL parses, analyses and, where that is as
 * good, plans a named statement once. An edit of a line is a fifth quicker. Bounded: statements whose text differs at
 * each call, as those with a list of columns chosen, are rarely asked so often.
 */
export class FrequentStatements {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** The name under which to ask this statement; undefined until it has been asked often. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size === MAX_NAMES) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < USES_BEFORE_NAME) {
      if (this.#uses.size === MAX_COUNTED) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    const given = `frequent_${this.#names.size}`;
    this.#names.set(text, given);
    return given;
  }
}

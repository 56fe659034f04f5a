import { readStored, removeStored, storageKeys, writeStored } from './storage.ts';

/** What is not sent of lines, by line. */
type Edits<Edit> = Readonly<Record<string, Edit>>;
type Kept<Edit> = Record<string, Edits<Edit>>;

function isKept<Edit>(value: unknown): value is Kept<Edit> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What one person has not sent of a project, kept in the browser: a reload or a crash loses nothing. It is hers: who
 * signs in here after her neither sees nor sends it. Another of her tabs may keep edits of the same project: each takes
 * away only what it has put, or taken over.
 */
export class KeptEdits<Edit> {
  readonly #key: string;
  #own: readonly string[] = [];

  constructor(user: string, project: string) {
    this.#key = `${project} ${user}`;
  }

  /** How many lines have some. */
  count(): number {
    return Object.keys(this.#stored()[this.#key] ?? {}).length;
  }

  read(): Edits<Edit> {
    const edits = this.#stored()[this.#key] ?? {};
    this.#own = Object.keys(edits);
    return edits;
  }

  keep(edits: Edits<Edit>): void {
    const { [this.#key]: kept = {}, ...others } = this.#stored();
    const theirs = Object.entries(kept).filter(([id]) => !this.#own.includes(id));
    const mine = { ...Object.fromEntries(theirs), ...edits };
    const next = Object.keys(mine).length > 0 ? { ...others, [this.#key]: mine } : others;
    if (Object.keys(next).length > 0) writeStored(storageKeys.pendingEdits, next);
    else removeStored(storageKeys.pendingEdits);
    this.#own = Object.keys(edits);
  }

  #stored(): Kept<Edit> {
    return readStored<Kept<Edit>>(storageKeys.pendingEdits, isKept, {});
  }
}

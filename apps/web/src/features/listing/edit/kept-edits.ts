import { readStored, removeStored, storageKeys, writeStored } from '../../../lib/storage.ts';
import type { PendingEdit } from './edit-queue.ts';

type Edits = Readonly<Record<string, PendingEdit>>;
type Kept = Record<string, Edits>;

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What one person has not sent of a project, kept in the browser: a reload or a crash loses nothing. It is hers: who
 * signs in here after her neither sees nor sends it. Another of her tabs may keep edits of the same project: each takes
 * away only what it has put, or taken over.
 */
export class KeptEdits {
  readonly #key: string;
  #own: readonly string[] = [];

  constructor(user: string, project: string) {
    this.#key = `${project} ${user}`;
  }

  read(): Edits {
    const edits = readStored<Kept>(storageKeys.pendingEdits, isKept, {})[this.#key] ?? {};
    this.#own = Object.keys(edits);
    return edits;
  }

  keep(edits: Edits): void {
    const { [this.#key]: kept = {}, ...others } = readStored<Kept>(storageKeys.pendingEdits, isKept, {});
    const theirs = Object.entries(kept).filter(([id]) => !this.#own.includes(id));
    const mine = { ...Object.fromEntries(theirs), ...edits };
    const next = Object.keys(mine).length > 0 ? { ...others, [this.#key]: mine } : others;
    if (Object.keys(next).length > 0) writeStored(storageKeys.pendingEdits, next);
    else removeStored(storageKeys.pendingEdits);
    this.#own = Object.keys(edits);
  }
}

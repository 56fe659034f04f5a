import type { BeforeFigures, Group, Line } from '../rows/row.ts';

/** Figures of a group at the checkpoint, of the whole listing without keys; null when not known. */
export type Baseline = (keys: readonly (string | null)[]) => BeforeFigures | null;

/** A row that does not say what its figures were. */
export function withoutBefore<R extends Line | Group>({ before: _, ...rest }: R): Omit<R, 'before'> {
  return rest;
}

/** What the figures were when the measure of edits began: the screen says the difference. */
export class Checkpoint {
  /** As the server tells it: it holds for any filter and over a reload. */
  baseline: Baseline = () => null;
  readonly #lines = new Map<string, BeforeFigures>();
  readonly #groups = new Map<string, BeforeFigures>();
  /** Apart from the groups': the key of a group may be any text. */
  #total: BeforeFigures | null = null;

  overLine(line: Line): Line {
    const before = this.#lines.get(line._id);
    return before ? { ...line, before } : line;
  }

  overGroup(group: Group): Group {
    const before = this.baseline(group.keys) ?? this.#groups.get(group.key);
    return before ? { ...group, before } : group;
  }

  overTotal(total: Group): Group {
    const before = this.baseline([]) ?? this.#total;
    return before ? { ...total, before } : total;
  }

  /** Keeps what a changed row says that it was. */
  keepLine({ _id, before }: Line): void {
    if (before) this.#lines.set(_id, before);
  }

  keepGroup({ key, before }: Group): void {
    if (before) this.#groups.set(key, before);
  }

  keepTotal({ before }: Group): void {
    this.#total = before ?? this.#total;
  }

  /** Figures of groups are those of a selection; those of lines hold whatever is selected. */
  forgetSelection(): void {
    this.#groups.clear();
    this.#total = null;
  }

  clear(): void {
    this.baseline = () => null;
    this.#lines.clear();
    this.forgetSelection();
  }
}

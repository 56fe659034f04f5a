/** A row as slots know it. */
interface SlottedRow {
  id: string;
  kind: string;
}

function nameOf({ kind, id }: SlottedRow): string {
  return `${kind} ${id}`;
}

function firstFreeName(kind: string, kept: ReadonlySet<string>): string {
  let number = 0;
  while (kept.has(`${kind} ${number}`)) number += 1;
  return `${kind} ${number}`;
}

/**
 * Gives each drawn row a slot that it keeps while it is drawn. A row that comes into sight takes the slot
 * of one of its kind that left: its elements are filled anew rather than made, which costs a fraction. Slots are given
 * again in the order in which rows had them: where all rows are new, each stands where the one before it stood.
 */
export class RowSlots {
  /** Slots by row. */
  #taken = new Map<string, string>();
  /** Place of each slot in the document. */
  #order = new Map<string, number>();

  /**
   * Each row (of distinct ids) with its slot. In the order given, which is what a screen reader reads; while
   * `moving`, slots keep their order instead: an element moved in the document is laid out again whole.
   */
  assign<R extends SlottedRow>(rows: readonly R[], moving: boolean): { slot: string; of: R }[] {
    const next = new Map<string, string>();
    for (const row of rows) {
      const slot = this.#taken.get(nameOf(row));
      if (slot) next.set(nameOf(row), slot);
    }
    const kept = new Set(next.values());
    const free = new Map<string, string[]>();
    for (const slot of this.#taken.values()) {
      if (kept.has(slot)) continue;
      const kind = slot.slice(0, slot.indexOf(' '));
      const list = free.get(kind);
      if (list) list.push(slot);
      else free.set(kind, [slot]);
    }
    for (const row of rows) {
      if (next.has(nameOf(row))) continue;
      const slot = free.get(row.kind)?.shift() ?? firstFreeName(row.kind, kept);
      kept.add(slot);
      next.set(nameOf(row), slot);
    }
    this.#taken = next;
    const placed = rows.map((of) => ({ slot: next.get(nameOf(of)) as string, of }));
    if (!moving) this.#order = new Map(placed.map(({ slot }, index) => [slot, index]));
    else {
      for (const { slot } of placed) if (!this.#order.has(slot)) this.#order.set(slot, this.#order.size);
      placed.sort((a, b) => (this.#order.get(a.slot) as number) - (this.#order.get(b.slot) as number));
    }
    return placed;
  }
}

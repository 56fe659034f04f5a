import type { DecisionChanges, LineChanges } from './decision-changes.ts';

/** Lines that change to the same values. */
export interface SameChanges {
  changes: DecisionChanges;
  ids: string[];
}

/** Works on each object once: lines alike share the object of their changes. */
export function onceEach<K extends object, V>(work: (one: K) => V): (one: K) => V {
  const known = new Map<K, V>();
  return (one) => {
    const before = known.get(one);
    if (before !== undefined) return before;
    const made = work(one);
    known.set(one, made);
    return made;
  };
}

/** Fewer lines than that are not worth a statement of their own. */
const FEW_ALIKE = 50;

/** The lines that change alike, together and in the order of their ids, and those that hardly any other is like. */
export function sameChanges(lines: readonly LineChanges[]): { same: SameChanges[]; apart: LineChanges[] } {
  const sets = new Map<string, SameChanges>();
  const setOf = onceEach((changes: DecisionChanges) => {
    const text = JSON.stringify(changes);
    const set = sets.get(text) ?? { changes, ids: [] };
    sets.set(text, set);
    return set;
  });
  for (const line of lines) setOf(line.changes).ids.push(line.discount_id);
  const same = [...sets.values()].filter(({ ids }) => ids.length >= FEW_ALIKE);
  for (const { ids } of same) ids.sort();
  const apart = lines.filter((line) => setOf(line.changes).ids.length < FEW_ALIKE);
  return { same, apart };
}

import { CHANGED_COLUMNS } from '@palier/domain';
import type { DecisionChanges, LineChanges } from './decision-changes.ts';

/** Lines that change the same columns. */
export interface AlikeChanges {
  columns: readonly (keyof DecisionChanges)[];
  alike: LineChanges[];
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

/** Beyond so many sets of columns, lines are changed together, each by its own document. */
const FEW_SETS = 4;

/** The lines apart by the columns that they change: those whose review is lost change more. null when they differ too much. */
export function byColumns(lines: readonly LineChanges[]): AlikeChanges[] | null {
  const parts = new Map<string, AlikeChanges>();
  const partOf = onceEach((changes: DecisionChanges) => {
    const columns = CHANGED_COLUMNS.filter((column) => changes[column] !== undefined);
    const part = parts.get(columns.join()) ?? { columns, alike: [] };
    parts.set(columns.join(), part);
    return part;
  });
  for (const line of lines) {
    partOf(line.changes).alike.push(line);
    if (parts.size > FEW_SETS) return null;
  }
  return [...parts.values()];
}

/** Lines as a statement takes them: the sets of values that they change to once each, as a JSON list, and the place there of each line's. */
export function inSets(lines: readonly LineChanges[]): { ids: string[]; places: number[]; sets: string } {
  const sets = new Map<string, number>();
  const placeOf = onceEach((changes: DecisionChanges) => {
    const text = JSON.stringify(changes);
    const place = sets.get(text) ?? sets.size;
    sets.set(text, place);
    return place;
  });
  return {
    ids: lines.map(({ discount_id }) => discount_id),
    places: lines.map(({ changes }) => placeOf(changes)),
    sets: `[${[...sets.keys()].join(',')}]`,
  };
}

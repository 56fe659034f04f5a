import { setImmediate } from 'node:timers/promises';
import type { SameChanges } from './alike-changes.ts';
import type { DecisionChanges } from './decision-changes.ts';

/** The embedded database blocks the process for a whole statement: longer lists go in several. */
const BATCH_LINES = 2500;

/** A long list of ids as one text: drivers take longer to write each of them than the database to read them all. */
export const idList = (ids: readonly string[]): string => `{${ids.join(',')}}`;

/** Items a few thousand at a time, what else the process has to do in between. */
export async function* batchesOf<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH_LINES) {
    if (items.length > BATCH_LINES) await setImmediate();
    yield items.slice(start, start + BATCH_LINES);
  }
}

/** Lines that one statement changes to the same values, and which statement of its activity it is. */
export interface Part {
  part: number;
  changes: DecisionChanges;
  ids: readonly string[];
}

/** Lines that change alike, as statements take them. */
export async function* partsOf(same: readonly SameChanges[]): AsyncGenerator<Part> {
  let part = 0;
  for (const { changes, ids } of same)
    for (let start = 0; start < ids.length; start += BATCH_LINES) {
      await setImmediate();
      yield { part: part++, changes, ids: ids.slice(start, start + BATCH_LINES) };
    }
}

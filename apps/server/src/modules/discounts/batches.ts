import { setImmediate } from 'node:timers/promises';

/** The embedded database blocks the process for a whole statement: longer lists go in several. */
const BATCH_LINES = 2500;

/** Items a few thousand at a time, what else the process has to do in between. */
export async function* batchesOf<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH_LINES) {
    if (items.length > BATCH_LINES) await setImmediate();
    yield items.slice(start, start + BATCH_LINES);
  }
}

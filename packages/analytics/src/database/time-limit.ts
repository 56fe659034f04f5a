import { AsyncLocalStorage } from 'node:async_hooks';
import { cancelled } from '../errors.ts';

const signals = new AsyncLocalStorage<AbortSignal>();

/**
 * Carries out `work` with a limit of time: beyond it, the statements that `work` runs or waits to run stop and reject
 * with `CancelledError`. Statements of others on the same database go on.
 */
export async function withinTime<T>(limit_ms: number, work: () => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limit_ms);
  try {
    return await signals.run(limit.signal, work);
  } finally {
    clearTimeout(timer);
  }
}

/** The limit that the running work has to keep, if any. */
export const timeSignal = (): AbortSignal | undefined => signals.getStore();

/** An interruption only stops the statement that runs: the next of the same work must not start. @throws CancelledError */
export function refuseBeyondTime(): void {
  if (timeSignal()?.aborted) throw cancelled();
}

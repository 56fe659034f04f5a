import { CancelledError } from '../errors.ts';

/** @throws CancelledError once the import is given up. */
export function checkCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError('Import annulé');
}

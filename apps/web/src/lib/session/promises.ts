import { SessionError } from './session-error.ts';

/** Runs when first needed; a failure is forgotten, so that the next caller tries again. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Rejects with `timeout` when the work takes longer; the work itself is not stopped. */
export function withLimit(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SessionError('timeout', 'Sign-in takes too long.')), milliseconds);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

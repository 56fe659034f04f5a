import type { Db, Tx } from './database.ts';

/** Runs `work` in one transaction; what it did is durable when this resolves, or undone when it throws. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}

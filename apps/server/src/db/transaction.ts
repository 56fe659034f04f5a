import type { Db, Tx } from './database.ts';
import { ProjectBusy } from './long-acts.ts';

/**
 * Runs `work` in one transaction; what it did is durable when this resolves, or undone when it throws. `work` runs again
 * from its beginning when it met an unfinished act of its project, so that it keeps nothing outside the transaction
 * before it has read what it needs.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!(error instanceof ProjectBusy)) throw error;
      await error.ended;
    }
  }
}

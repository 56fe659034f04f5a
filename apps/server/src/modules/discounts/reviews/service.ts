import type { WriteReceipt } from '@palier/contract';
import type { Deps } from '../../../deps.ts';
import type { ProjectScope } from '../../../scope.ts';
import { markLines } from '../service.ts';

/** Marks lines as reviewed, or takes the mark away. */
export async function reviewLines(
  { database, events }: Pick<Deps, 'database' | 'events'>,
  project: ProjectScope,
  ids: readonly string[],
  reviewed: boolean,
): Promise<WriteReceipt> {
  const stores = { db: database.db, events };
  const changes = { discount_pct_reviewed: reviewed };
  // The journal and the news tell a review from one that is taken back.
  const details = reviewed ? {} : { taken_back: true };
  const written = await markLines(stores, project, 'review', ids, changes, details);
  const { version, activity_id, discount_count } = written;
  return { version, activity_id, discount_count };
}

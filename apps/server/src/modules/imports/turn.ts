import { actTime } from '../../clock.ts';
import type { Tx } from '../../db/database.ts';
import type { Queue } from '../../queue/types.ts';
import type { Scope } from '../../scope.ts';
import { openJobs } from '../jobs/index.ts';

// A process reads one import at a time, of whichever organisation. One that asks for several does not keep the others
// waiting for all of them: each is taken as if it had been asked somewhat later for each of its own before it.

/** How much later. An import that has waited for so long comes before those that are asked then: none waits for ever. */
const SET_BACK_MINUTES = 15;

/** Asks within a transaction for an import to be read; the caller wakes the workers. @returns the job's id */
export async function addImportJob(tx: Tx, queue: Queue, scope: Scope): Promise<string> {
  const ahead = await openJobs(tx, scope, { kind: 'import' });
  const minute = Math.floor(actTime().getTime() / 60_000);
  return queue.add(tx, scope, { kind: 'import', priority: -(minute + SET_BACK_MINUTES * ahead) });
}

import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { Queue } from '../../queue/types.ts';
import type { ProjectScope } from '../../scope.ts';
import { askAgain, isRecordingAsked } from './repository.ts';

/** Asks within a transaction for the series of a project to be recorded; the caller wakes the workers. */
export async function addSeriesJob(tx: Tx, queue: Queue, project: ProjectScope): Promise<void> {
  if (await isRecordingAsked(tx, project)) return;
  await queue.add(tx, project, { kind: 'series', project_id: project.project_id });
}

export async function requestSeries(
  { database, queue }: Pick<Deps, 'database' | 'queue'>,
  project: ProjectScope,
): Promise<void> {
  await inTransaction(database.db, (tx) => addSeriesJob(tx, queue, project));
  await queue.wake('series');
}

/** Has a run that just ended recorded, in the transaction that says so; the caller wakes the workers. */
export async function addRun(tx: Tx, queue: Queue, project: ProjectScope): Promise<void> {
  await askAgain(tx, project);
  await addSeriesJob(tx, queue, project);
}

import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { followId } from '../../ids.ts';
import type { JobKey } from '../../queue/job-rows.ts';
import { type Scope, systemScope } from '../../scope.ts';
import { presentJobEvent } from './present.ts';
import { findJob, openJobs, type WhichJobs } from './repository.ts';

/** Notifies browsers of every job of this process that moves on, in the order in which they do. */
export function announceJobs({
  database,
  queue,
  events,
  log,
}: Pick<Deps, 'database' | 'queue' | 'events' | 'log'>): void {
  let last = Promise.resolve();
  const announce = async ({ organization_id, job_id }: JobKey): Promise<void> => {
    try {
      const row = await findJob(database.db, systemScope(organization_id), job_id);
      if (!row || row.kind === 'rules' || row.kind === 'series') return;
      await events.publish({
        type: row.kind,
        organization_id,
        project_id: row.project_id,
        data: presentJobEvent(row),
      });
    } catch (error) {
      log.warn({ err: error, job_id }, 'job not announced');
    }
  };
  queue.onChange((change) => {
    last = last.then(() => announce(change));
  });
}

/** Jobs asked for from now on come after those there, be the clock put back: the latest of a project is the one that counts. */
export async function followJobs(db: Db): Promise<void> {
  const row = await db
    .selectFrom('job')
    .select('job_id')
    .orderBy('job_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row) followId(row.job_id);
}

const LOOK_AGAIN_MS = 200;

/** Resolves when the organisation has no job left to run, but those that nobody waits for where they are said. */
export async function waitForJobs(db: Db, scope: Scope, which: WhichJobs = {}): Promise<void> {
  while ((await openJobs(db, scope, which)) > 0)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
}

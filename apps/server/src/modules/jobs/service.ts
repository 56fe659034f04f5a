import type { Deps } from '../../deps.ts';
import { systemScope } from '../../scope.ts';
import { presentJobEvent } from './present.ts';
import { findJob } from './repository.ts';

/** Tells the browsers about every job of this process that moves on. */
export function announceJobs({
  database,
  queue,
  events,
  log,
}: Pick<Deps, 'database' | 'queue' | 'events' | 'log'>): void {
  queue.onChange(async ({ organization_id, job_id }) => {
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
  });
}

import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { presentJob } from './present.ts';
import { listJobs } from './repository.ts';

export function jobRoutes({ database }: Pick<Deps, 'database'>): Handlers {
  return {
    'jobs.list': async ({ scope }) => ({ data: (await listJobs(database.db, scope)).map(presentJob) }),
  };
}

import type { Job } from '@palier/contract';
import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** Whether a job is still to be followed. */
export function isJobRunning(job: Pick<Job, 'status'>): boolean {
  return job.status === 'requested' || job.status === 'running';
}

/** Period of polling while something runs, in ms. */
export const pollingPeriod = 5_000;

/** The organisation's long tasks, running or recent; asked again every 5 s while one runs. */
export function listJobs() {
  return queryOptions({
    queryKey: ['jobs'],
    queryFn: ({ signal }) => quietApi.call('jobs.list', {}, signal),
    select: (answer) => answer.data,
    refetchInterval: (query) => (query.state.data?.data.some(isJobRunning) ? pollingPeriod : false),
  });
}

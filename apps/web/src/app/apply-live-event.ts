import type { EventData, EventName } from '@palier/contract';
import type { QueryClient } from '@tanstack/react-query';
import { listJobs } from '../lib/calls/list-jobs.ts';
import { listProjects } from '../lib/calls/list-projects.ts';
import { listNews } from '../lib/calls/news.ts';
import type { LiveEvent } from '../lib/live/connection.ts';

const over: readonly string[] = ['completed', 'cancelled', 'failed'];

/** What screens ask of the warehouse itself: an import may change each of them. */
const ofWarehouse = [
  'items',
  'item-fields',
  'inventories',
  'sales-locations',
  'price-lists',
  'warehouse-versions',
];

type JobEvent = EventData<'import'>;

/** Moves a job's progress in the cache; asks for the list again when the job is new or over. */
function moveJob(queryClient: QueryClient, event: JobEvent): void {
  const { queryKey } = listJobs();
  const known = queryClient
    .getQueryData(queryKey)
    ?.data.some(({ _id, subject_id }) => [_id, subject_id].includes(event._id));
  if (!known || over.includes(event.status)) {
    void queryClient.invalidateQueries({ queryKey });
    return;
  }
  queryClient.setQueryData(
    queryKey,
    (answer) =>
      answer && {
        data: answer.data.map((job) =>
          job._id === event._id || job.subject_id === event._id
            ? { ...job, status: event.status, progress: event.progress, stage: event.stage ?? job.stage }
            : job,
        ),
      },
  );
}

/** Whether the bell asks to sign something of a project, which is no longer asked once somebody else has. */
function isAskedToSign(queryClient: QueryClient, project_id: string): boolean {
  const known = queryClient.getQueryData(listNews().queryKey);
  return known?.data.some((one) => one.kind === 'submitted' && one.project_id === project_id) ?? false;
}

type Handlers = { [N in EventName]: (data: EventData<N>) => unknown };

function handlers(queryClient: QueryClient): Handlers {
  const refresh = (...queryKey: unknown[]) => queryClient.invalidateQueries({ queryKey });
  const follow = (event: JobEvent, key: string) => {
    moveJob(queryClient, event);
    void refresh(key);
    if (over.includes(event.status)) void refresh('projects');
  };
  const figuresOf = (project_id: string) =>
    Promise.all([
      ...['stats', 'summary', 'activity'].map((part) => refresh('projects', project_id, part)),
      // What plans are compared with, and what a sending would change, is the plan in force now.
      ...['comparison', 'differences', 'preview'].map((part) => refresh('optimizations', part)),
    ]);
  return {
    // What was written between the first reading and the stream was told to nobody here.
    opened: ({ project_id, version }) => {
      const { queryKey } = listProjects();
      const known = queryClient.getQueryData(queryKey)?.data.find(({ _id }) => _id === project_id);
      if ((known?.version ?? version) >= version) return;
      void queryClient.invalidateQueries({ queryKey, exact: true });
      return figuresOf(project_id);
    },
    discounts: ({ project_id }) => figuresOf(project_id),
    project: ({ project_id }) => {
      void refresh('projects');
      if (isAskedToSign(queryClient, project_id)) void refresh('news');
    },
    news: () => void refresh('news'),
    act: () => undefined, // shown where it is waited for
    import: (event) => {
      follow(event, 'imports');
      if (over.includes(event.status)) for (const key of ofWarehouse) void refresh(key);
    },
    snapshot: (event) => follow(event, 'snapshots'),
    optimization: (event) => follow(event, 'optimizations'),
  };
}

/** Refreshes what an event of the server says has changed, and nothing more; waits for the figures of discounts. */
export async function applyLiveEvent(queryClient: QueryClient, { type, data }: LiveEvent): Promise<void> {
  const known = handlers(queryClient) as Record<string, ((data: unknown) => unknown) | undefined>;
  await known[type]?.(data);
}

import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { addGauge } from '../../../metrics/metrics.ts';
import type { ProjectScope } from '../../../scope.ts';
import { openReached, readProject } from '../../projects/index.ts';
import { narrowEvent } from './narrow.ts';
import { openStreams, STREAM_HEAD } from './streams.ts';

/** Server-sent events of the caller's organisation, of one project when asked. */
export function eventRoutes(
  deps: Pick<Deps, 'database' | 'events' | 'facts' | 'metrics' | 'stopping'>,
): Handlers {
  const streams = openStreams(deps.events, deps.stopping, (scope, event) => narrowEvent(deps, scope, event));
  addGauge(deps.metrics, 'palier_event_streams', 'Screens that follow events here', () => streams.count());
  return {
    'events.stream': async ({ scope, token_expires_at, isOver, query, request, reply }) => {
      const { project_id = null } = query;
      const project = project_id === null ? null : await openReached(deps, scope, project_id);
      // The head alone, at once, as at every other address.
      if (request.method === 'HEAD') return reply.headers(STREAM_HEAD).send();
      const stream = streams.open({ scope, project_id, token_expires_at, isOver }, request.raw, reply.raw);
      reply.hijack();
      if (project) await tellVersion(deps, project, stream);
    },
  };
}

/** What is written from now on is told: a screen that has read an older version reads again. */
async function tellVersion(
  { database: { db } }: Pick<Deps, 'database'>,
  project: ProjectScope,
  stream: ReturnType<ReturnType<typeof openStreams>['open']>,
): Promise<void> {
  try {
    const { version } = await readProject(db, project, project.project_id);
    stream.tell('opened', { project_id: project.project_id, version });
  } catch {
    // The browser opens another, and reads again what it shows.
    stream.end();
  }
}

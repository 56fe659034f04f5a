import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { addGauge } from '../../../metrics/metrics.ts';
import { openReached } from '../../projects/index.ts';
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
      if (project_id) await openReached(deps, scope, project_id);
      // The head alone, at once, as at every other address.
      if (request.method === 'HEAD') return reply.headers(STREAM_HEAD).send();
      streams.open({ scope, project_id, token_expires_at, isOver }, request.raw, reply.raw);
      reply.hijack();
    },
  };
}

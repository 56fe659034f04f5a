import type { Deps } from '../../deps.ts';
import type { AppEvent } from '../../events/events.ts';
import type { Handlers } from '../../http/handlers.ts';
import { openProject } from '../projects/index.ts';

const HEARTBEAT_MS = 25_000;

/** Server-sent events of the caller's organisation, of one project when asked. */
export function eventRoutes({
  database,
  events,
  stopping,
}: Pick<Deps, 'database' | 'events' | 'stopping'>): Handlers {
  return {
    'events.stream': async ({ scope, query, request, reply }) => {
      if (query.project_id) await openProject(database.db, scope, query.project_id);
      const concerns = (event: AppEvent) =>
        event.organization_id === scope.organization_id &&
        (!query.project_id || event.project_id === null || event.project_id === query.project_id);
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      raw.write('retry: 2000\n\n');
      const unsubscribe = events.subscribe((event) => {
        if (concerns(event)) raw.write(`event: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`);
      });
      const heartbeat = setInterval(() => raw.write(': \n\n'), HEARTBEAT_MS);
      // The browser finds another process, or this one again, by itself.
      const end = () => raw.end();
      stopping.addEventListener('abort', end, { once: true });
      request.raw.on('close', () => {
        clearInterval(heartbeat);
        unsubscribe();
        stopping.removeEventListener('abort', end);
      });
    },
  };
}

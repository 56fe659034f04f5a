import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/errors.ts';

/** What those who watch the process may still ask: that it lives, and what it counts. */
const STILL_ANSWERED = /^\/(health\/live|metrics)(\?|$)/;

/** Once the process was asked to stop, a new request is answered 503 and its connection closed. */
export function refuseWhenStopping(app: FastifyInstance, stopping: AbortSignal): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!stopping.aborted) return;
    reply.header('connection', 'close');
    if (!STILL_ANSWERED.test(request.url))
      throw new ApiError('unavailable', 'Palier redémarre : réessayez dans un instant.');
  });
}

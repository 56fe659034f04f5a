import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/errors.ts';

/** What those who watch the process may still ask: that it lives, and what it counts. */
const STILL_ANSWERED = /^\/(health\/live|metrics)(\?|$)/;

/**
 * From the moment that the process was asked to stop, each answer closes its connection; once it has left time to those
 * who send it requests, a new one is answered 503.
 */
export function refuseWhenStopping(
  app: FastifyInstance,
  { leaving, stopping }: Pick<Deps, 'leaving' | 'stopping'>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!leaving.aborted) return;
    reply.header('connection', 'close');
    if (stopping.aborted && !STILL_ANSWERED.test(request.url))
      throw new ApiError('unavailable', 'Palier redémarre : réessayez dans un instant.');
  });
}

import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { explainUnready, mayReadMetrics } from '../../../metrics/health.ts';

export function healthRoutes(
  deps: Pick<Deps, 'config' | 'data_owner' | 'database' | 'leaving' | 'metrics' | 'log'>,
): Handlers {
  return {
    'health.live': async () => ({ status: 'ok' }),
    'health.ready': async () => {
      const fault = await explainUnready(deps);
      if (fault !== null) throw new ApiError('unavailable', fault || undefined);
      return { status: 'ok' };
    },
    'metrics.get': async ({ request: { ip, headers, socket }, reply }) => {
      const caller = { headers, addresses: [ip, socket.remoteAddress] };
      if (!mayReadMetrics(deps.config.metrics_token, caller)) throw new ApiError('not_found');
      return reply.type(deps.metrics.contentType).send(await deps.metrics.metrics());
    },
  };
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Handlers } from '../../../http/handlers.ts';
import type { Metrics } from '../../../plugins/metrics.ts';
import { explainDataFolder } from '../../folders/index.ts';

export function healthRoutes(
  { config, data_owner, database }: Pick<Deps, 'config' | 'data_owner' | 'database'>,
  metrics: Metrics,
): Handlers {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  return {
    'health.live': async () => ({ status: 'ok' }),
    'health.ready': async () => {
      await database.executeSql('select 1 as ready', []).catch(() => {
        throw new ApiError('unavailable');
      });
      const fault = await explainDataFolder(config.data_folder, data_owner);
      if (fault) throw new ApiError('unavailable', fault);
      return { status: 'ok' };
    },
    'metrics.get': async ({ request, reply }) => {
      if (!mayReadMetrics(config.metrics_token, request)) throw new ApiError('not_found');
      const delay = loop.percentile(99) / 1e9;
      loop.reset();
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.render(delay));
    },
  };
}

/** Whoever brings the token; without one, this machine alone, and not through a proxy. */
function mayReadMetrics(token: string | null, { ip, headers, socket }: FastifyRequest): boolean {
  if (token === null)
    return isLoopback(ip) && isLoopback(socket.remoteAddress) && !headers['x-forwarded-for'];
  const given = digest(headers.authorization?.replace(/^bearer /i, '') ?? '');
  return timingSafeEqual(given, digest(token));
}

const isLoopback = (address = ''): boolean => /^(::ffff:)?127\.|^::1$/.test(address);
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

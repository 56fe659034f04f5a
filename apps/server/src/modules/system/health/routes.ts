import { monitorEventLoopDelay } from 'node:perf_hooks';
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
    'metrics.get': async ({ reply }) => {
      const delay = loop.percentile(99) / 1e9;
      loop.reset();
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.render(delay));
    },
  };
}

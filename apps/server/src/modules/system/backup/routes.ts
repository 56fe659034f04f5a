import { Readable } from 'node:stream';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { bears, isThisMachine } from '../../../metrics/health.ts';
import { operatorKey } from './key.ts';
import { backup } from './save.ts';

export function backupRoutes(
  deps: Pick<Deps, 'config' | 'data_owner' | 'database' | 'log' | 'scratch'>,
): Handlers {
  const state = { isBusy: false };
  return {
    'backup.get': async ({ request: { ip, headers, socket }, reply }) => {
      const caller = { headers, addresses: [ip, socket.remoteAddress] };
      const key = await operatorKey(deps.config.data_folder);
      if (!isThisMachine(caller) || !bears(caller, key)) throw new ApiError('not_found');
      if (state.isBusy) throw new ApiError('conflict', 'Une sauvegarde est déjà en cours.');
      state.isBusy = true;
      const sent = Readable.from(backup(deps), { objectMode: false });
      sent.once('close', () => {
        state.isBusy = false;
      });
      sent.once('error', (error) => deps.log.error({ err: error }, 'backup not finished'));
      return reply.type('application/octet-stream').header('content-encoding', 'identity').send(sent);
    },
  };
}

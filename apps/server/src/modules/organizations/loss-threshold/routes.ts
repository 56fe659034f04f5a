import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { lossThreshold, setLossThreshold } from './service.ts';

export function lossThresholdRoutes({ database: { db } }: Pick<Deps, 'database'>): Handlers {
  return {
    'loss_threshold.get': async ({ scope }) => ({ threshold_pct: await lossThreshold(db, scope) }),
    'loss_threshold.set': async ({ scope, body }) => ({
      threshold_pct: await setLossThreshold(db, scope, body.threshold_pct, body.seen),
    }),
  };
}

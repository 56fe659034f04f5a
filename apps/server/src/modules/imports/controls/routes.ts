import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readAllControls, setControls } from './service.ts';

export function controlRoutes(deps: Deps): Handlers {
  return {
    'controls.get': ({ scope }) => readAllControls(deps, scope),
    'controls.set': async ({ scope, body }) => {
      await setControls(deps, scope, body.totals, body.seen);
      return readAllControls(deps, scope);
    },
  };
}

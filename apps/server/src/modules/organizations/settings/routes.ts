import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { changeSettings, readSettings } from './service.ts';

export function settingsRoutes({ database }: Pick<Deps, 'database'>): Handlers {
  return {
    'settings.get': ({ scope }) => readSettings(database.db, scope),
    'settings.update': ({ scope, body: { seen, ...changes } }) =>
      changeSettings(database.db, scope, changes, seen),
  };
}

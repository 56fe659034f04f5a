import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readImportSettings, saveImportSettings } from './service.ts';

export function importSettingsRoutes({ database }: Pick<Deps, 'database'>): Handlers {
  return {
    'import_settings.get': ({ scope }) => readImportSettings(database.db, scope),
    'import_settings.set': ({ scope, body: { seen, ...settings } }) =>
      saveImportSettings(database.db, scope, settings, seen),
  };
}

import { rm } from 'node:fs/promises';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { newStagingId, stageForm, stagingFolder } from '../staging.ts';
import { importControls, readAllControls, setControls } from './service.ts';

export function controlRoutes(deps: Deps): Handlers {
  return {
    'controls.get': ({ scope }) => readAllControls(deps, scope),
    'controls.set': async ({ scope, body }) => {
      await setControls(deps, scope, body.totals);
      return readAllControls(deps, scope);
    },
    'controls.import': async ({ scope, request }) => {
      const folder = stagingFolder(deps.scratch.folder, newStagingId());
      try {
        const errors = await importControls(deps, scope, await stageForm(request, folder));
        return readAllControls(deps, scope, errors);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

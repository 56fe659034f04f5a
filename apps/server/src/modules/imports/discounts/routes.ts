import { rm } from 'node:fs/promises';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { newStagingId, stageForm, stagingFolder } from '../staging.ts';
import { importDiscounts, rehearseImport } from './service.ts';

export function discountImportRoutes(deps: Deps): Handlers {
  return {
    'projects.import_discounts': async ({ project, request, query }) => {
      const folder = stagingFolder(deps.scratch.folder, newStagingId());
      try {
        const { files } = await stageForm(request, folder);
        if (query.dry_run) return await rehearseImport(deps, project, files);
        return await importDiscounts(deps, project, files, query.seen);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

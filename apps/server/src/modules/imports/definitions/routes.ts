import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { reserveUpload } from '../../folders/index.ts';
import type { PresentProjects } from '../../projects/index.ts';
import { newStagingId, stageForm, stagingFolder } from '../staging.ts';
import { importProjects } from './service.ts';

export function definitionRoutes(deps: Deps, present: PresentProjects): Handlers {
  return {
    'projects.import': async ({ scope, request }) => {
      const folder = stagingFolder(deps.config.data_folder, newStagingId());
      await reserveUpload(deps, scope, folder);
      const form = await stageForm(request, folder);
      const { projects, ...report } = await importProjects(deps, scope, form);
      return { ...report, data: await present(scope, projects) };
    },
  };
}

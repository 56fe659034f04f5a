import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { reserveUpload, stagingPath } from '../../folders/index.ts';
import type { PresentProjects } from '../../projects/index.ts';
import { newStagingId, stageForm, stagingFolder } from '../staging.ts';
import { importProjects } from './service.ts';

export function definitionRoutes(deps: Deps, present: PresentProjects): Handlers {
  return {
    'projects.import': async ({ scope, request }) => {
      const id = newStagingId();
      const folder = stagingFolder(deps.folders.root, id);
      await reserveUpload(deps, scope, stagingPath(id));
      const form = await stageForm(request, folder);
      const { projects, ...report } = await importProjects(deps, scope, form);
      return { ...report, data: await present(scope, projects) };
    },
  };
}

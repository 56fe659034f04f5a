import type { Deps } from '../../../deps.ts';
import { refused } from '../../../http/errors.ts';
import type { Handlers } from '../../../http/handlers.ts';
import type { Listing } from '../../listing/index.ts';
import { simulateObjective } from './service.ts';
import { whatIf } from './what-if.ts';

export function simulationRoutes(deps: Deps, listing: Listing): Handlers {
  return {
    'projects.simulate': ({ project, body }) => {
      if (body._id !== undefined && body._id !== project.project_id)
        throw refused(`L’objectif à simuler est celui d’un autre projet (_id : ${body._id}).`, {
          field: '_id',
        });
      return simulateObjective(deps, project, body.objective);
    },
    'projects.what_if': ({ project, body }) => whatIf(deps, listing, project, body.edits),
  };
}

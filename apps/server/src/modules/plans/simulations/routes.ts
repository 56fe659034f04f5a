import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import type { Listing } from '../../listing/index.ts';
import { simulateObjective } from './service.ts';
import { whatIf } from './what-if.ts';

export function simulationRoutes(deps: Deps, listing: Listing): Handlers {
  return {
    'projects.simulate': ({ project, body }) => simulateObjective(deps, project, body.objective),
    'projects.what_if': ({ project, body }) => whatIf(deps, listing, project, body.edits),
  };
}

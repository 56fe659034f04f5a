import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { simulateObjective } from './service.ts';

export function simulationRoutes(deps: Deps): Handlers {
  return { 'projects.simulate': ({ project, body }) => simulateObjective(deps, project, body.objective) };
}

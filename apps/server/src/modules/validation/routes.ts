import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { readChecks } from './service.ts';

export function validationRoutes(deps: Deps): Handlers {
  return { 'projects.checks': ({ project }) => readChecks(deps, project) };
}

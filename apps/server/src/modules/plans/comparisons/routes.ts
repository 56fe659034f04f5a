import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { compareRuns } from './service.ts';

export function comparisonRoutes(deps: Deps): Handlers {
  return {
    'optimizations.compare': ({ scope, query }) => compareRuns(deps, scope, query),
  };
}

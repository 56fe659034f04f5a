import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { listSets } from './repository.ts';
import { forgetSet, keepSet, presentSet } from './service.ts';

/** Rules kept by the organisation for its next projects. */
export function ruleSetRoutes({ database }: Pick<Deps, 'database'>): Handlers {
  return {
    'rule_sets.list': async ({ scope }) => ({ data: (await listSets(database.db, scope)).map(presentSet) }),
    'rule_sets.create': ({ scope, body }) => keepSet(database, scope, body),
    'rule_sets.delete': ({ scope, params }) => forgetSet(database, scope, params.id),
  };
}

import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { organizationRule, setOrganizationRule } from './service.ts';

export function residualValueRoutes({ database: { db } }: Pick<Deps, 'database'>): Handlers {
  return {
    'residual_value.get': ({ scope }) => organizationRule(db, scope),
    'residual_value.set': ({ scope, body: { seen, ...rule } }) => setOrganizationRule(db, scope, rule, seen),
  };
}

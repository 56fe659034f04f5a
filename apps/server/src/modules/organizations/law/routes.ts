import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { organizationLaw, setOrganizationLaw } from './service.ts';

export function lawRoutes({ database: { db } }: Pick<Deps, 'database'>): Handlers {
  return {
    'law.get': ({ scope }) => organizationLaw(db, scope),
    'law.set': ({ scope, body: { seen, ...law } }) => setOrganizationLaw(db, scope, law, seen),
  };
}

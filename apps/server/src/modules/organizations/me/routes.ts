import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readUser } from '../service.ts';

export function meRoutes({ database }: Pick<Deps, 'database'>): Handlers {
  return {
    'me.get': async ({ scope }) => {
      const user = await readUser(database.db, scope);
      return {
        user_id: scope.user_id,
        permissions: scope.permissions,
        role: user?.role,
        perimeter: scope.perimeter ?? null,
        name: scope.user_name,
        email: user?.email ?? null,
        organization: { _id: scope.organization_id, name: user?.organization_name ?? scope.organization_id },
      };
    },
  };
}

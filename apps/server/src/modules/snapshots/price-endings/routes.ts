import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { organizationEndings } from '../../organizations/index.ts';
import { setOrganizationEndings } from './service.ts';

export function priceEndingRoutes(deps: Pick<Deps, 'database' | 'events' | 'queue'>): Handlers {
  return {
    'price_endings.get': async ({ scope }) => ({ rules: await organizationEndings(deps.database.db, scope) }),
    'price_endings.set': async ({ scope, body }) => ({
      rules: [...(await setOrganizationEndings(deps, scope, body.rules, body.seen))],
    }),
  };
}

import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { Listing } from '../listing/index.ts';
import { readReferences } from './service.ts';

export function referenceRoutes(deps: Deps, listing: Listing): Handlers {
  return {
    'discounts.references': async ({ project, query }) => {
      const selection = await listing.selection(project, query);
      return readReferences(deps, project, selection, { by: query.by ?? [], since: query.since ?? null });
    },
  };
}

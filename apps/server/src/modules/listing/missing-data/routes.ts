import type { Handlers } from '../../../http/handlers.ts';
import type { Listing } from '../service.ts';
import { readMissingData } from './service.ts';

export function missingDataRoutes(listing: Listing): Handlers {
  return {
    'discounts.missing_data': async ({ project, query }) => {
      const selection = await listing.selection(project, query);
      return { data: await listing.query(project, (facts) => readMissingData(facts, selection)) };
    },
  };
}

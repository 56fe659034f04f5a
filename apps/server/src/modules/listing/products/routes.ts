import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import type { Listing } from '../service.ts';
import { readProduct } from './service.ts';

export function productRoutes(deps: Deps, listing: Listing): Handlers {
  return {
    'products.get': ({ project, params }) => readProduct(deps, listing, project, params.itemGroupId),
  };
}

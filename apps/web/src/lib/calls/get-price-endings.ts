import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** How the organisation's prices end, by price list and band. */
export function getPriceEndings() {
  return queryOptions({
    queryKey: ['price-endings'],
    queryFn: ({ signal }) => quietApi.call('price_endings.get', {}, signal),
  });
}

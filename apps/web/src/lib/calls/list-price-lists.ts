import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** Price lists of the organisation. */
export function listPriceLists() {
  return queryOptions({
    queryKey: ['price-lists'],
    queryFn: ({ signal }) => quietApi.call('price_lists.list', {}, signal),
    select: (answer) => answer.data,
    staleTime: 5 * 60_000,
  });
}

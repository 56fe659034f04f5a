import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../../../lib/api/client.ts';

/** How many products the organisation has imported. */
export function countProducts() {
  return queryOptions({
    queryKey: ['items', 'count', null],
    queryFn: ({ signal }) => quietApi.call('items.count', { query: {} }, signal),
    select: ({ item_group_count }) => item_group_count,
    // An import changes it.
    staleTime: 0,
  });
}

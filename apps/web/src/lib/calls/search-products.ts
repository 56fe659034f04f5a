import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** Products of a project whose name or code contains what was typed; at most 8. */
export function searchProducts(projectId: string, typed: string) {
  const q = typed.trim();
  return queryOptions({
    queryKey: ['projects', projectId, 'product-search', q],
    queryFn: ({ signal }) =>
      quietApi.call(
        'discounts.list',
        { params: { id: projectId }, query: { q, size: 8, fields: ['item_group_id', 'title', 'brand'] } },
        signal,
      ),
    enabled: q.length >= 2,
    staleTime: 60_000,
  });
}

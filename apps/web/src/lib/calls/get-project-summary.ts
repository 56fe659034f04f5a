import type { QueryTree } from '@palier/domain';
import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** The total of a project's included lines, or of those that a filter keeps: counts and every metric of a group. */
export function getProjectSummary(projectId: string, filter: QueryTree | null = null) {
  return queryOptions({
    queryKey: ['projects', projectId, 'summary', filter],
    queryFn: async ({ signal }) => {
      const { summary, discount_count } = await quietApi.call(
        'discounts.list',
        {
          params: { id: projectId },
          query: {
            summary: true,
            size: 1,
            included: true,
            fields: ['item_group_id'],
            ...(filter && { filter }),
          },
        },
        signal,
      );
      return { summary: summary ?? null, discount_count };
    },
  });
}

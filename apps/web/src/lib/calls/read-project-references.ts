import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** What the figures of a project's included lines are read against, the same as in its listing; nearly still. */
export function readProjectReferences(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'references', 'included'],
    queryFn: async ({ signal }) => {
      const { data, mean_residual_value, last_year } = await quietApi.call(
        'discounts.references',
        { params: { id: projectId }, query: { included: true, by: [] } },
        signal,
      );
      return { whole: data[0] ?? null, mean_residual_value, last_year };
    },
    staleTime: 5 * 60_000,
    retry: false,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** The figures of a project's included lines and the distribution of their discounts: the set of every key figure. */
export function getProjectStats(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'stats'],
    queryFn: ({ signal }) =>
      quietApi.call('discounts.stats', { params: { id: projectId }, query: { included: true } }, signal),
  });
}

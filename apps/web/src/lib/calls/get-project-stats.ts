import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** A project's figures and the distribution of its discounts. */
export function getProjectStats(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'stats'],
    queryFn: ({ signal }) => quietApi.call('discounts.stats', { params: { id: projectId } }, signal),
  });
}

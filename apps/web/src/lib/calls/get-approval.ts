import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** The signature of a project's worked phase: it moves with every decision, as its checks do. */
export function getApproval(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'stats', 'approval'],
    queryFn: ({ signal }) => quietApi.call('approval.get', { params: { id: projectId } }, signal),
    staleTime: 0,
  });
}

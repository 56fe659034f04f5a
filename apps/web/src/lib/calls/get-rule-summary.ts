import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** What each rule of a project does as it stands: products, cost, conflicts. */
export function getRuleSummary(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'rules', 'summary'],
    queryFn: ({ signal }) => quietApi.call('rules.summary', { params: { id: projectId } }, signal),
    retry: false,
  });
}

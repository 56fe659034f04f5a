import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** The goals a project's lines may have, how many have each, and what each would give. */
export function getProjectGoals(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'stats', 'goals'],
    queryFn: ({ signal }) => quietApi.call('goals.get_group', { params: { id: projectId } }, signal),
  });
}

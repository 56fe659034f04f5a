import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** What the server says before a project's worked phase is validated; it moves with every decision. */
export function getChecks(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'stats', 'checks'],
    queryFn: ({ signal }) => quietApi.call('projects.checks', { params: { id: projectId } }, signal),
    staleTime: 0,
    // What was said of an older plan is never shown while the new one is asked for: a phase is signed on it.
    gcTime: 0,
  });
}

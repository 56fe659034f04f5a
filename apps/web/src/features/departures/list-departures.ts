import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../../lib/api/client.ts';

/** The decided products that left a project with new figures. */
export function listDepartures(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'stats', 'departures'],
    queryFn: ({ signal }) => quietApi.call('projects.departures', { params: { id: projectId } }, signal),
    staleTime: 0,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** The user's projects, all of them. */
export function listProjects() {
  return queryOptions({
    queryKey: ['projects'],
    queryFn: ({ signal }) => quietApi.call('projects.list', {}, signal),
    select: (answer) => answer.data,
  });
}

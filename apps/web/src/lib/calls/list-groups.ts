import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** Groups of projects, with who leads each. */
export function listGroups() {
  return queryOptions({
    queryKey: ['projects', 'groups'],
    queryFn: ({ signal }) => quietApi.call('project_groups.list', {}, signal),
    select: (answer) => answer.data,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** The fields of a project: the catalogue's and the retailer's own. */
export function listFields(project: string) {
  return queryOptions({
    queryKey: ['projects', project, 'fields'],
    queryFn: ({ signal }) => quietApi.call('fields.list', { params: { id: project } }, signal),
    select: (answer) => answer.data,
    staleTime: 5 * 60_000,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../../../lib/api/client.ts';

/** What a project planned and earned over its past phases, also by the values of a field. */
export function getResults(projectId: string, by: string | null) {
  return queryOptions({
    queryKey: ['projects', projectId, 'results', by],
    queryFn: ({ signal }) =>
      quietApi.call(
        'projects.results',
        { params: { id: projectId }, query: by === null ? {} : { by } },
        signal,
      ),
  });
}

import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/**
 * What a project planned and earned over its past phases, also by the values of a field.
 *
 * @param phaseCount the first phases only
 */
export function getResults(projectId: string, by: string | null, phaseCount?: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'results', by, phaseCount ?? null],
    queryFn: ({ signal }) =>
      quietApi.call(
        'projects.results',
        {
          params: { id: projectId },
          query: { ...(by !== null && { by }), ...(phaseCount !== undefined && { phase_count: phaseCount }) },
        },
        signal,
      ),
  });
}

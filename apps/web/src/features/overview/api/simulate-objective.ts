import type { Project } from '@palier/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { quietApi } from '../../../lib/api/client.ts';

export type Objective = NonNullable<Project['objective']>;

/** Stats of the plan that an objective would give; nothing is stored. */
export function simulateObjective(
  projectId: string,
  version: number | undefined,
  objective: Objective | null,
) {
  return queryOptions({
    queryKey: ['projects', projectId, 'simulation', version, objective],
    queryFn: ({ signal }) =>
      quietApi.call(
        'projects.simulate',
        { params: { id: projectId }, body: { _id: projectId, objective: objective ?? {} } },
        signal,
      ),
    enabled: objective !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** The latest entries of a project's journal, newest first. */
export function listActivity(projectId: string, size: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'activity', size],
    queryFn: ({ signal }) =>
      quietApi.call('activity.list', { params: { id: projectId }, query: { size } }, signal),
    select: (answer) => answer.data,
  });
}

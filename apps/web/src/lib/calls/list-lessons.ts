import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** What was learnt from the organisation's operations, the last first. */
export function listLessons() {
  return queryOptions({
    queryKey: ['lessons'],
    queryFn: ({ signal }) => quietApi.call('lessons.list', {}, signal),
    select: (answer) => answer.data,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** What the organisation has set: columns, featured fields, exports. */
export function getSettings() {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => quietApi.call('settings.get', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

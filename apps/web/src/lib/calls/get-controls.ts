import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** The till's totals, and those that the data in place do not have. */
export function getControls() {
  return queryOptions({
    queryKey: ['controls'],
    queryFn: ({ signal }) => quietApi.call('controls.get', {}, signal),
    // An import changes the gaps.
    staleTime: 0,
  });
}

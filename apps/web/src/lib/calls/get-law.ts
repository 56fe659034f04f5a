import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** What each rule of the law does to a validation, as the organisation chose. */
export function getLaw() {
  return queryOptions({
    queryKey: ['law'],
    queryFn: ({ signal }) => quietApi.call('law.get', {}, signal),
  });
}

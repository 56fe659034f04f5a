import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** Fields that the organisation's products may be chosen by, those of its own files among them. */
export function listItemFields() {
  return queryOptions({
    queryKey: ['item-fields'],
    queryFn: ({ signal }) => quietApi.call('items.fields', {}, signal),
    select: (answer) => answer.data,
    staleTime: 5 * 60_000,
  });
}

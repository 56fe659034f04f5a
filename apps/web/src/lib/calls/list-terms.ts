import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** The values of a field with their counts, those that hold a text. */
export function listTerms(project: string, field: string, q: string) {
  return queryOptions({
    queryKey: ['projects', project, 'fields', field, q],
    queryFn: ({ signal }) =>
      quietApi.call('fields.terms', { params: { id: project, field }, query: { q: q || undefined } }, signal),
    select: (answer) => answer.data,
    staleTime: 60_000,
  });
}

/** The same of all products received, not counted. */
export function listItemTerms(field: string, q: string) {
  return queryOptions({
    queryKey: ['item-fields', field, q],
    queryFn: ({ signal }) =>
      quietApi.call('items.terms', { params: { field }, query: { q: q || undefined } }, signal),
    select: (answer) => answer.data.map(({ value }) => ({ value, item_group_count: null })),
    staleTime: 60_000,
  });
}

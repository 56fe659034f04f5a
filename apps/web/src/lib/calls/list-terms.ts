import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

interface Terms {
  /** `item_group_count`: null where it is not counted. */
  data: { value: string | number | boolean | null; item_group_count: number | null }[];
}

/** The values of a field that hold a text: a project's with their counts, or those of all products received. */
export function listTerms(project: string | null, field: string, q: string) {
  const query = { q: q || undefined };
  return queryOptions({
    queryKey: project === null ? ['item-fields', field, q] : ['projects', project, 'fields', field, q],
    queryFn: async ({ signal }): Promise<Terms> => {
      if (project !== null)
        return quietApi.call('fields.terms', { params: { id: project, field }, query }, signal);
      const { data } = await quietApi.call('items.terms', { params: { field }, query }, signal);
      return { data: data.map(({ value }) => ({ value, item_group_count: null })) };
    },
    select: (answer) => answer.data,
    staleTime: 60_000,
  });
}

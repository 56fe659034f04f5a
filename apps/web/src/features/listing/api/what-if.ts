import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../../../lib/api/client.ts';
import { type Selection, selectionBody } from './discounts.ts';

/** What a discount given to a selection would change, lines and project; nothing is stored. */
export function tryDiscount(
  projectId: string,
  version: number | undefined,
  selection: Selection,
  discount_pct_user: number | null,
) {
  return queryOptions({
    queryKey: ['projects', projectId, 'what-if', version, selection, discount_pct_user],
    queryFn: ({ signal }) =>
      quietApi.call(
        'projects.what_if',
        {
          params: { id: projectId },
          body: { edits: [{ ...selectionBody(selection), edit: { discount_pct_user } }] },
        },
        signal,
      ),
    staleTime: 30_000,
  });
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listGroups, listLines, type Selection } from '../api/discounts.ts';
import type { Group } from './row.ts';

export interface ReviewProgress {
  total: Group | null;
  /** The first level of groups, whatever the review shows of them. */
  groups: readonly Group[];
}

const COUNTS = ['item_group_id'] as const;

/**
 * How far the review is in everything listed, reviewed or not: the listing itself may show only what is
 * left. `stamp` changes when a review does, and asks again.
 */
export function useReviewProgress(
  project: string,
  selection: Selection,
  by: readonly string[],
  stamp: string,
  enabled: boolean,
): ReviewProgress {
  const progress = useQuery({
    queryKey: ['projects', project, 'review', selection, by[0] ?? null, stamp],
    queryFn: async ({ signal }): Promise<ReviewProgress> => {
      const first = by.slice(0, 1);
      const [lines, groups] = await Promise.all([
        listLines(project, selection, { size: 1, summary: true, fields: COUNTS }, signal),
        first.length > 0
          ? listGroups(project, selection, { by: first, size: 4, fields: COUNTS }, signal)
          : null,
      ]);
      return { total: lines.summary ?? null, groups: groups?.data ?? [] };
    },
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return progress.data ?? { total: null, groups: [] };
}

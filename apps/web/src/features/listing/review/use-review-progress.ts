import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listGroups, listLines, type Selection } from '../api/discounts.ts';
import type { Group } from '../rows/row.ts';

export interface ReviewProgress {
  total: Group | null;
  /** Some groups of the first level, those with something left to review first. */
  groups: readonly Group[];
}

const COUNTS = ['item_group_id'] as const;
/** Groups shown, and those they are chosen among. */
const SHOWN = 4;
const MOST_GROUPS = 100;

/** Groups with lines left to review before those that are done, each in the listing's order. */
export function putUnreviewedFirst(groups: readonly Group[]): Group[] {
  const isDone = (group: Group): boolean => group.discount_pct_reviewed_count >= group.discount_count;
  return groups.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)));
}

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
          ? listGroups(project, selection, { by: first, size: MOST_GROUPS, fields: COUNTS }, signal)
          : null,
      ]);
      return { total: lines.summary ?? null, groups: putUnreviewedFirst(groups?.data ?? []).slice(0, SHOWN) };
    },
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return progress.data ?? { total: null, groups: [] };
}

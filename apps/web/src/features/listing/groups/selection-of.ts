import { combineQueries, groupQuery, type QueryTree } from '@palier/domain';
import type { Selection } from '../api/discounts.ts';
import type { Group } from '../rows/row.ts';
import type { ListingState } from '../screen/url-state.ts';

const NOT_REVIEWED: QueryTree = {
  combinator: 'and',
  rules: [{ field: 'discount_pct_reviewed', operator: 'equals', value: false }],
};
const REVIEWED: QueryTree = {
  combinator: 'and',
  rules: [{ field: 'discount_pct_reviewed', operator: 'equals', value: true }],
};

/** The lines that a state shows. */
export function selectionOf(state: ListingState): Selection {
  const { parameters, validation } = state;
  const review = validation === 'todo' ? NOT_REVIEWED : validation === 'done' ? REVIEWED : null;
  return {
    filter: combineQueries(parameters.searchQuery, review),
    q: state.q || undefined,
    // false would leave the excluded alone: to show both, nothing is asked. Who takes products in and out sees both.
    included: parameters.included && state.mode !== 'inclusion' ? true : undefined,
    hide_zero: parameters.hideZeroPercent || undefined,
    activity_id: state.activity_id ?? undefined,
  };
}

/** The lines of one group of a listing. */
export function selectionOfGroup(
  selection: Selection,
  by: readonly string[],
  group: Pick<Group, 'keys'>,
): Selection {
  return { ...selection, filter: groupQuery(selection.filter, by, group.keys) };
}

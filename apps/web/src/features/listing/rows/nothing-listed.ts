import { words } from '../screen/listing-messages.ts';
import type { ListingState } from '../screen/url-state.ts';

/** Why a listing shows no product, and what would show some, in a click. */
export interface NothingListed {
  title: string;
  help: string;
  ways: readonly { label: string; undo: Partial<ListingState> }[];
}

/** The limits of a state that may hide products, each with the state that lifts it; the narrowest first. */
function limits({ q, activity_id, parameters, validation, mode }: ListingState): NothingListed['ways'] {
  const lift = (change: Partial<ListingState['parameters']>): Partial<ListingState> => ({
    parameters: { ...parameters, ...change },
  });
  const { clearSearch, clearFilter, clearActivity, showZero, showExcluded } = words;
  return [
    ...(q ? [{ label: clearSearch, undo: { q: '' } }] : []),
    ...(activity_id ? [{ label: clearActivity, undo: { activity_id: null } }] : []),
    ...(parameters.searchQuery ? [{ label: clearFilter, undo: lift({ searchQuery: null }) }] : []),
    ...(parameters.hideZeroPercent ? [{ label: showZero, undo: lift({ hideZeroPercent: false }) }] : []),
    ...(validation === 'done' ? [{ label: words.showToReview, undo: { validation: 'todo' as const } }] : []),
    ...(parameters.included && validation === null && mode !== 'inclusion'
      ? [{ label: showExcluded, undo: lift({ included: false }) }]
      : []),
  ];
}

/** What an empty listing says: everything is reviewed, or which limit hides the products. */
export function nothingListed(state: ListingState): NothingListed {
  const ways = limits(state);
  if (state.validation === 'todo') {
    const narrowed = ways.length > 0;
    return {
      title: words.allReviewed,
      help: narrowed ? words.allReviewedHere : words.allReviewedHelp,
      ways: [{ label: words.showReviewed, undo: { validation: 'all' } }, ...ways],
    };
  }
  return { title: words.noProduct, help: words.noProductHelp, ways };
}

import { NO_MATCH_MESSAGE } from '@palier/domain';
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
  return [
    ...(q ? [{ label: 'Effacer la recherche', undo: { q: '' } }] : []),
    ...(activity_id ? [{ label: 'Retirer le filtre d’activité', undo: { activity_id: null } }] : []),
    ...(parameters.searchQuery ? [{ label: 'Retirer le filtre', undo: lift({ searchQuery: null }) }] : []),
    ...(parameters.hideZeroPercent
      ? [{ label: 'Montrer les produits à 0\u202f%', undo: lift({ hideZeroPercent: false }) }]
      : []),
    ...(validation === 'done'
      ? [{ label: 'Voir les produits à revoir', undo: { validation: 'todo' as const } }]
      : []),
    ...(parameters.included && validation === null && mode !== 'inclusion'
      ? [{ label: 'Montrer aussi les produits exclus', undo: lift({ included: false }) }]
      : []),
  ];
}

/** What an empty listing says: everything is reviewed, or which limit hides the products. */
export function nothingListed(state: ListingState): NothingListed {
  const ways = limits(state);
  if (state.validation === 'todo') {
    const narrowed = ways.length > 0;
    return {
      title: 'Tout est revu',
      help: narrowed
        ? 'Il ne reste rien à revoir dans ce filtre.'
        : 'Il ne reste rien à revoir dans ce projet\u202f: la démarque peut être validée.',
      ways: [{ label: 'Voir les produits revus', undo: { validation: 'all' } }, ...ways],
    };
  }
  return {
    title: NO_MATCH_MESSAGE,
    help: 'Élargissez la recherche ou les filtres pour retrouver des produits.',
    ways,
  };
}

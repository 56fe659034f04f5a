import type { References } from '@palier/contract';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { KeptAnswers } from '../../../kept-answers.ts';
import type { Listing } from '../../listing/index.ts';
import { readReferences, referencesKey } from './service.ts';

/** Answers kept: an answer is at most a megabyte, for thousands of groups. */
const MOST_KEPT = 24;

export function referenceRoutes(deps: Deps, listing: Listing): Handlers {
  const kept = new KeptAnswers<References>(MOST_KEPT);
  return {
    'discounts.references': async ({ project, query }) => {
      const selection = await listing.selection(project, query);
      const request = { by: query.by ?? [], since: query.since ?? null };
      const key = await referencesKey(deps, project, selection, request);
      return kept.get(key, () => readReferences(deps, project, selection, request));
    },
  };
}

import { type RefObject, useEffect } from 'react';
import { takeDeeds } from '../../../lib/deeds.ts';
import { undoActivity } from '../api/discounts.ts';
import type { ListingTree } from '../rows/use-listing-tree.ts';
import { deedCommand } from './deed-command.ts';
import type { History } from './history.ts';

/** What other screens did to the project just before, at the top of the listing's undo. */
export function useDeeds(project: string, history: History, listing: RefObject<ListingTree | null>): void {
  useEffect(() => {
    for (const deed of takeDeeds(project))
      history.add(
        deedCommand(
          deed,
          (activity) => undoActivity(project, activity),
          async () => listing.current?.refresh(),
        ),
      );
  }, [project, history, listing]);
}

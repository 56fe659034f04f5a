import { type RefObject, useEffect } from 'react';
import { takeActivities } from '../../../lib/left-activities.ts';
import { undoActivity } from '../api/discounts.ts';
import type { ListingTree } from '../rows/use-listing-tree.ts';
import { activityCommand } from './activity-command.ts';
import type { History } from './history.ts';

/** What other screens did to the project just before, at the top of the listing's undo. */
export function useLeftActivities(
  project: string,
  history: History,
  listing: RefObject<ListingTree | null>,
): void {
  useEffect(() => {
    for (const activity of takeActivities(project))
      history.add(
        activityCommand(
          activity,
          (activity_id) => undoActivity(project, activity_id),
          async () => listing.current?.refresh(),
        ),
      );
  }, [project, history, listing]);
}

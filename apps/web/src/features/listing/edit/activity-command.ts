import type { LeftActivity } from '../../../lib/left-activities.ts';
import { undoActivity } from '../api/discounts.ts';
import type { ListingTree } from '../rows/use-listing-tree.ts';
import type { Command } from './history.ts';

/** Undoes an activity on the server; answers the activity that undid it. */
export type UndoActivity = (activityId: string) => Promise<{ activity_id: string | null }>;

/**
 * What was done in one activity, as the listing undoes and redoes it: redoing is undoing what undid it, so that nothing
 * is computed again, and lines changed meanwhile by others, or come into the selection since, are left alone.
 */
export function activityCommand(
  { activity_id, label }: LeftActivity,
  undo: UndoActivity,
  refresh: () => Promise<void>,
): Command {
  let latest: string | null = activity_id;
  const turn = async (): Promise<void> => {
    if (latest !== null) latest = (await undo(latest)).activity_id;
    await refresh();
  };
  return { label, run: turn, revert: turn };
}

/** `activityCommand` of a project, for the listing that shows it. */
export function listingCommand(
  project: string,
  activity: LeftActivity,
  listing: Pick<ListingTree, 'refresh'>,
): Command {
  return activityCommand(activity, (id) => undoActivity(project, id), listing.refresh);
}

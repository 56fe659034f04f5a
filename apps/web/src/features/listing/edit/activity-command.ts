import type { LeftActivity } from '../../../lib/left-activities.ts';
import type { Command } from './history.ts';

/** Undoes an activity on the server; answers the activity that undid it. */
export type UndoActivity = (activityId: string) => Promise<{ activity_id: string | null }>;

/**
 * What another screen did, as the listing undoes and redoes it: redoing is undoing what undid it, so that nothing is
 * computed again and lines changed meanwhile by others are left alone.
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

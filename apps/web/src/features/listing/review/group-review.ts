import type { UndoActivity } from '../edit/activity-command.ts';
import type { Command } from '../edit/history.ts';

/** Marks lines on the server; answers the activity of it, null when nothing was to be marked. */
type Mark = () => Promise<{ activity_id: string | null }>;

/**
 * The review of many lines, undone by its activity: lines that were reviewed before it stay so, and a filter on reviews
 * no longer names the lines that it marked.
 */
export function groupReviewCommand(mark: Mark, undo: UndoActivity, refresh: () => Promise<void>): Command {
  let latest: string | null = null;
  const turn = async (act: Mark): Promise<void> => {
    try {
      latest = (await act()).activity_id;
    } finally {
      await refresh();
    }
  };
  return {
    label: 'Revue du groupe',
    run: () => {
      const undone = latest;
      return turn(undone === null ? mark : () => undo(undone));
    },
    revert: () => {
      const done = latest;
      return done === null ? refresh() : turn(() => undo(done));
    },
  };
}

import { setGroupGoal, undoActivity } from '../api/discounts.ts';
import { productQuery } from '../api/queries.ts';
import type { EditSession } from '../edit/edit-session.ts';
import type { Command } from '../edit/history.ts';
import type { Line } from '../rows/row.ts';
import type { ListingTree } from '../rows/use-listing-tree.ts';

interface LineGoal {
  project: string;
  line: Line;
  goal: string;
  /** What the undo list calls it. */
  label: string;
  session: Pick<EditSession, 'patch'>;
  listing: Pick<ListingTree, 'refresh'>;
}

/** Gives a line a goal, shown at once; undone by its own activity, never by another that the line has had. */
export function lineGoalCommand({ project, line, goal, label, session, listing }: LineGoal): Command {
  const former = line.optimization_goal ?? null;
  const show = (shown: string | null): void => session.patch({ [line._id]: { optimization_goal: shown } });
  const target = { filter: productQuery(line.item_group_id) };
  let latest: string | null = null;
  const give = async (): Promise<void> => {
    show(goal);
    try {
      const given = { optimization_goal: goal, keep_discount_pct_user: false };
      latest = (await setGroupGoal(project, target, given)).activity_id;
    } catch (error) {
      show(former);
      throw error;
    }
    await listing.refresh();
  };
  // Undone and done again by its activity: what was decided of the line meanwhile stays.
  const turn = async (activity: string): Promise<void> => {
    latest = (await undoActivity(project, activity)).activity_id;
    await listing.refresh();
  };
  return {
    label,
    run: () => (latest === null ? give() : turn(latest)),
    revert: () => (latest === null ? listing.refresh() : turn(latest)),
  };
}

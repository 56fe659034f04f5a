import { tellKept } from '../../../lib/seen/kept-lines.ts';
import { setGroupGoal, undoActivity } from '../api/discounts.ts';
import { productQuery } from '../api/queries.ts';
import type { EditSession } from '../edit/edit-session.ts';
import type { Command } from '../edit/history.ts';
import type { Line } from '../rows/row.ts';
import type { ListingTree } from '../rows/use-listing-tree.ts';
import type { ListingStateHandle } from '../screen/use-listing-state.ts';

interface LineGoal {
  project: string;
  line: Line;
  goal: string;
  /** What the undo list calls it. */
  label: string;
  /** The version that the screen showed when it was asked. */
  seen: number | undefined;
  session: Pick<EditSession, 'patch' | 'act'>;
  listing: Pick<ListingTree, 'refresh'>;
  handle: Pick<ListingStateHandle, 'changeParameters'>;
}

/** Gives a line a goal, shown at once; undone by its own activity, never by another that the line has had. */
export function lineGoalCommand({ project, line, goal, seen, label, ...on }: LineGoal): Command {
  const { session, listing, handle } = on;
  const former = line.optimization_goal ?? null;
  const show = (shown: string | null): void => session.patch({ [line._id]: { optimization_goal: shown } });
  const target = { filter: productQuery(line.item_group_id) };
  let latest: string | null = null;
  const give = async (): Promise<void> => {
    show(goal);
    try {
      const given = { optimization_goal: goal, keep_discount_pct_user: false };
      const { activity_id, kept } = await session.act(() => setGroupGoal(project, target, given, seen));
      latest = activity_id;
      tellKept(kept, 'changed', handle.changeParameters);
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

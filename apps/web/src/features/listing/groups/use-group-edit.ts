import { useEffect, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { editGroup, type GroupEditReceipt, type Selection, undoActivity } from '../api/discounts.ts';
import type { Group } from '../rows/row.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import { selectionOfGroup } from './selection-of.ts';

type GroupChange = Parameters<typeof editGroup>[2];

export interface GroupEditing {
  group: Group | null;
  /** The lines that the edit is given to: the group's, or the whole selection. */
  target: Selection;
  /** What the edit would do; null until the server has said it. */
  receipt: GroupEditReceipt | null;
  /** Why its effect is not known. */
  error: string | null;
  /** Why it was not done. */
  failed: string | null;
  busy: boolean;
  /** Does it, undoable, and closes; `comment` says why. */
  apply: (label: string, comment: string) => Promise<void>;
}

/** One edit of every line of a group: rehearsed first, then done in one go and remembered to be undone. */
export function useGroupEdit(
  { project, listing, session, selection, context, onClose }: PanelProps,
  groupId: string,
  change: GroupChange,
): GroupEditing {
  const group = listing.tree?.store.node(groupId)?.group ?? null;
  const [receipt, setReceipt] = useState<GroupEditReceipt | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [target] = useState(() => (group ? selectionOfGroup(selection, context.grouping, group) : selection));
  const asked = JSON.stringify(change);
  useEffect(() => {
    let live = true;
    setReceipt(null);
    setError(null);
    editGroup(project._id, target, JSON.parse(asked) as GroupChange, true)
      .then((answer) => {
        if (live) setReceipt(answer);
      })
      .catch((failure: unknown) => {
        if (live) setError(errorMessage(failure));
      });
    return () => {
      live = false;
    };
  }, [project._id, target, asked]);
  const apply = async (label: string, comment: string): Promise<void> => {
    setBusy(true);
    const ancestors = listing.tree ? [groupId, ...listing.tree.store.ancestors(groupId)] : [];
    let activity: string | null = null;
    const run = async (): Promise<void> => {
      session.markBefore(ancestors);
      const edit = { ...change, ...(comment ? { comment } : {}) };
      activity = (await editGroup(project._id, target, edit, false)).activity_id;
      await listing.refresh();
    };
    const revert = async (): Promise<void> => {
      if (activity) await undoActivity(project._id, activity);
      await listing.refresh();
    };
    try {
      await run();
      // Remembered once it has succeeded: what failed is not to be undone.
      session.history.add({ label, run, revert });
      onClose();
    } catch (failure) {
      setFailed(errorMessage(failure));
      setBusy(false);
    }
  };
  return { group, target, receipt, error, failed, busy, apply };
}

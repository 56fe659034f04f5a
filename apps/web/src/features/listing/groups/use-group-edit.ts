import { groupKey } from '@palier/domain';
import { useEffect, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { tellKept } from '../../../lib/seen/kept-lines.ts';
import { editGroup, type GroupEditReceipt, type Selection } from '../api/discounts.ts';
import { listingCommand } from '../edit/activity-command.ts';
import type { Group } from '../rows/row.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import { selectionOfGroup } from './selection-of.ts';

type GroupChange = Parameters<typeof editGroup>[2];

export interface GroupEditing {
  /** The lines that the edit is given to. */
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
  { project, handle, listing, session, selection, context, onClose }: PanelProps,
  group: Group,
  change: GroupChange,
): GroupEditing {
  const [receipt, setReceipt] = useState<GroupEditReceipt | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [target] = useState(() => selectionOfGroup(selection, context.grouping, group));
  // What is decided behind this window is not seen.
  const [seen] = useState(() => listing.version.get());
  const asked = JSON.stringify(change);
  useEffect(() => {
    let live = true;
    setReceipt(null);
    setError(null);
    editGroup(project._id, target, JSON.parse(asked) as GroupChange, { dryRun: true })
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
    const id = groupKey(group.keys);
    session.markBefore(listing.tree ? [id, ...listing.tree.store.ancestors(id)] : []);
    try {
      const edit = { ...change, ...(comment ? { comment } : {}) };
      const { activity_id, kept } = await session.act(() => editGroup(project._id, target, edit, { seen }));
      tellKept(kept, 'changed', handle.changeParameters);
      await listing.refresh();
      // Remembered once it has succeeded: what failed is not to be undone.
      if (activity_id) session.history.add(listingCommand(project._id, { activity_id, label }, listing));
      onClose();
    } catch (failure) {
      setFailed(errorMessage(failure));
      setBusy(false);
    }
  };
  return { target, receipt, error, failed, busy, apply };
}

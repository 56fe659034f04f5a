import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf, french } from '../../../lib/french.ts';
import { forgetActivity, leaveActivity } from '../../../lib/left-activities.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { withProgress } from '../../../lib/progress.ts';
import { previewSending, type Sending, useSendToListing, useUndoSendings } from '../api/optimizations.ts';

/** A sending that was done, and how to take it back. */
interface Sent {
  count: number;
  activities: readonly { project_id: string; activity_id: string }[];
}

/** Sending runs to listings: what it would lose first, then what it did, which can be taken back beside it. */
export function useSending(sending: Sending, name: string) {
  const { remove_unspecified: _, ...asked } = sending;
  const preview = useQuery(previewSending(asked));
  const send = useSendToListing();
  const takeBack = useUndoSendings();
  const [sent, setSent] = useState<Sent | null>(null);
  const submit = async (reason?: string): Promise<boolean> => {
    try {
      const { data } = await withProgress(() =>
        send.mutateAsync({ ...sending, ...(reason !== undefined && { forced_reason: reason }) }),
      );
      const count = data.reduce((sum, receipt) => sum + receipt.discount_count, 0);
      const activities = data.flatMap(({ project_id, activity_id }) =>
        activity_id ? [{ project_id, activity_id }] : [],
      );
      setSent({ count, activities });
      for (const { project_id, activity_id } of activities)
        leaveActivity(project_id, { activity_id, label: french(`Optimisation « ${name} »`) });
      notifySuccess(`${countOf(count, 'démarque changée', 'démarques changées')} dans le listing.`);
      return true;
    } catch {
      // The client has notified the failure, and nothing was written.
      return false;
    }
  };
  const undo = async (): Promise<void> => {
    if (!sent) return;
    try {
      await withProgress(() => takeBack.mutateAsync(sent.activities));
      for (const { project_id, activity_id } of sent.activities) forgetActivity(project_id, activity_id);
      setSent(null);
      notifySuccess('Les démarques d’avant sont rendues au listing.');
    } catch {
      // The client has notified the failure: what was sent still stands.
    }
  };
  return {
    preview,
    loss: preview.data?.loss ?? null,
    sent,
    busy: send.isPending || takeBack.isPending,
    submit,
    undo,
  };
}

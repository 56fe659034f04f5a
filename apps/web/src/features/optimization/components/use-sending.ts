import type { KeptLines, RouteOutput } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { ApiError } from '../../../lib/api/errors.ts';
import { countOf, french } from '../../../lib/french.ts';
import { forgetActivity, leaveActivity } from '../../../lib/left-activities.ts';
import { listingLink } from '../../../lib/listing-link.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { withProgress } from '../../../lib/progress.ts';
import { tellKept } from '../../../lib/seen/kept-lines.ts';
import { previewSending, type Sending, useSendToListing, useUndoSending } from '../api/optimizations.ts';

/** A sending that was done, and how to take it back. */
interface Sent {
  count: number;
  activities: readonly { project_id: string; activity_id: string; count: number }[];
}

/** Sending runs to listings: what it would lose first, then what it did, which can be taken back beside it. */
export function useSending(sending: Sending, name: string) {
  const { remove_unspecified: _, ...asked } = sending;
  const preview = useQuery(previewSending(asked));
  const send = useSendToListing();
  const takeBack = useUndoSending();
  const [sent, setSent] = useState<Sent | null>(null);
  const navigate = useNavigate();
  const submit = async (reason?: string): Promise<boolean> => {
    try {
      const { data } = await withProgress(() =>
        send.mutateAsync({
          ...{ ...sending, preview: preview.data },
          ...(reason !== undefined && { forced_reason: reason }),
        }),
      );
      const count = data.reduce((sum, receipt) => sum + receipt.discount_count, 0);
      const activities = data.flatMap(({ project_id, activity_id, discount_count }) =>
        activity_id ? [{ project_id, activity_id, count: discount_count }] : [],
      );
      setSent({ count, activities });
      for (const { project_id, activity_id } of activities)
        leaveActivity(project_id, { activity_id, label: french(`Optimisation « ${name} »`) });
      notifySuccess(`${countOf(count, 'démarque changée', 'démarques changées')} dans le listing.`);
      tellKeptOf(data, navigate);
      return true;
    } catch {
      // The client has notified the failure, and nothing was written.
      return false;
    }
  };
  const undo = async (): Promise<void> => {
    if (!sent) return;
    let undone = 0;
    try {
      await withProgress(async () => {
        for (const [place, activity] of sent.activities.entries()) {
          if (await takeBackOne(activity)) undone += 1;
          // What is taken back is not asked again, should the next one fail.
          const activities = sent.activities.slice(place + 1);
          setSent({ activities, count: activities.reduce((sum, { count }) => sum + count, 0) });
        }
      });
      setSent(null);
      if (undone > 0) notifySuccess('Les démarques d’avant sont rendues au listing.');
    } catch {
      // The client has notified the failure: what is left still stands.
    }
  };
  /** Whether it was taken back; of one that is undone already, or changed since, nothing is left to undo. */
  const takeBackOne = async (activity: Sent['activities'][number]): Promise<boolean> => {
    try {
      await takeBack.mutateAsync(activity);
      forgetActivity(activity.project_id, activity.activity_id);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') return false;
      throw error;
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

/** Says which lines keep what a colleague has decided since the preview, and shows them where they are of one project. */
function tellKeptOf(
  receipts: RouteOutput<'optimizations.send_to_listing'>['data'],
  navigate: NavigateFunction,
): void {
  const left = receipts.flatMap(({ project_id, kept }) => (kept ? [{ project_id, kept }] : []));
  const [first, second] = left;
  tellKept(
    first && left.map(({ kept }) => kept).reduce(together),
    'changed',
    first && !second
      ? ({ searchQuery }) => void navigate(listingLink(first.project_id, { filter: searchQuery }))
      : null,
  );
}

function together(one: KeptLines, other: KeptLines): KeptLines {
  return {
    discount_count: one.discount_count + other.discount_count,
    user_names: [...new Set([...one.user_names, ...other.user_names])],
    item_group_ids: [...one.item_group_ids, ...other.item_group_ids],
  };
}

import type { Project } from '@palier/contract';
import { useRef } from 'react';
import { useSession } from '../../../lib/session/use-session.ts';
import { useStore } from '../../../lib/store.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import type { Selection } from '../api/discounts.ts';
import type { EditSession } from '../edit/edit-session.ts';
import { useBaseline } from '../edit/use-baseline.ts';
import { useEditSession } from '../edit/use-edit-session.ts';
import { useLeftActivities } from '../edit/use-left-activities.ts';
import { useReferences } from '../edit/use-references.ts';
import { useUndoKeys } from '../edit/use-undo-keys.ts';
import { selectionOf } from '../groups/selection-of.ts';
import { useReviewProgress } from '../review/use-review-progress.ts';
import type { Group } from '../rows/row.ts';
import { type ListingTree, useListingTree } from '../rows/use-listing-tree.ts';
import { useLiveLines } from '../rows/use-live-lines.ts';
import { useNeeds, useNewNeeds } from '../rows/use-needs.ts';
import { workedPhase } from './project-view.ts';
import type { ListingStateHandle } from './use-listing-state.ts';

/** What decides which figures are asked for. */
interface Shown {
  columns: readonly GridColumn[];
  /** Ids of the fields under a product's name, joined by commas. */
  featured: string;
  /** Moment of the checkpoint that figures are compared with; null: none. */
  since: string | null;
}

export interface ListingData {
  session: EditSession;
  listing: ListingTree;
  /** The same, for what is called later. */
  latest: { readonly current: ListingTree | null };
  /** The lines that the listing shows. */
  selection: Selection;
  total: Group | null;
  references: ReturnType<typeof useReferences>;
  progress: ReturnType<typeof useReviewProgress>;
}

/** The rows and figures of the listing, the edits made on them, and what keeps both up to date. */
export function useListingData(project: Project, handle: ListingStateHandle, shown: Shown): ListingData {
  const { state } = handle;
  const { groupBy, sort, coverageStat } = state.parameters;
  const user = useSession().user?.sub ?? null;
  const needs = useNeeds(shown.columns.map(({ id }) => id).join(), shown.featured);
  const latest = useRef<ListingTree | null>(null);
  const session = useEditSession(project, () => latest.current?.refreshFigures());
  const total = useStore(session.total);
  const selection = selectionOf(state);
  const request = { project: project._id, selection, by: groupBy, sort, coverage_stat: coverageStat };
  const listing = useListingTree(request, session, needs.hooks, handle);
  latest.current = listing;
  const compared = total !== null && total.discount_count > 0 && workedPhase(project) !== null;
  const references = useReferences(project._id, selection, groupBy, shown.since, compared);
  useBaseline(session, references, listing.tree);
  useLiveLines({ project: project._id, user, session, listing, fields: needs.hooks.fields });
  useNewNeeds(needs, latest);
  useUndoKeys(session.history);
  useLeftActivities(project._id, session.history, latest);
  const stamp = `${total?.discount_pct_reviewed_count} ${total?.discount_count}`;
  const everything = selectionOf({ ...state, validation: null });
  const reviewing = state.validation !== null;
  const progress = useReviewProgress(project._id, everything, groupBy, stamp, reviewing);
  return { session, listing, latest, selection, total, references, progress };
}

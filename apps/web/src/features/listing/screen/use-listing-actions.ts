import type { Project } from '@palier/contract';
import type { ViewParameters } from '@palier/domain';
import { useCallback, useMemo, useRef } from 'react';
import { ApiError } from '../../../lib/api/errors.ts';
import { downloadFile } from '../../../lib/download.ts';
import { dismissNotification, notifyError } from '../../../lib/notifications.ts';
import type { WantedPriceFile } from '../../../lib/prices/make-price-file.ts';
import { tellKept } from '../../../lib/seen/kept-lines.ts';
import type { GridRow } from '../../../ui/grid/types.ts';
import { exportListing, reviewGroup, reviewLine, type Selection, undoActivity } from '../api/discounts.ts';
import type { CellActions } from '../cells/context.ts';
import type { EditSession } from '../edit/edit-session.ts';
import { refusalText } from '../edit/refusal-text.ts';
import { selectionOfGroup } from '../groups/selection-of.ts';
import { groupReviewCommand } from '../review/group-review.ts';
import type { ListingGridProps } from '../rows/grid-props.ts';
import type { Group, Line } from '../rows/row.ts';
import type { ListingTree } from '../rows/use-listing-tree.ts';
import type { OpenPanel } from './panel-types.ts';
import type { ListingState } from './url-state.ts';
import type { ListingStateHandle } from './use-listing-state.ts';

interface ActionOptions {
  project: Project;
  session: EditSession;
  listing: { readonly current: ListingTree | null };
  selection: Selection;
  by: readonly string[];
  /** Of the address: the text searched, and the product whose panel is open. */
  q: string;
  product: string | null;
  open: (panel: OpenPanel) => void;
  makePriceFile: (wanted: WantedPriceFile) => void;
  change: ListingStateHandle['change'];
  changeParameters: ListingStateHandle['changeParameters'];
}

export interface ListingActions {
  cells: CellActions;
  edit: ListingGridProps['onEdit'];
  editGroup: (group: Group, value: number | null) => void;
  review: (row: GridRow<Group, Line>) => void;
  search: (q: string) => void;
  /** Lifts what hides the products of an empty listing. */
  widen: (undo: Partial<ListingState>) => void;
  exportAs: (template: string, parameters: ViewParameters, phase?: number) => void;
}

/** Marks a line reviewed or not at once, and takes it back when the server refuses: what is refused is shown as it is now. */
function toggleLine({ project, session, listing }: ActionOptions, line: Line): void {
  const reviewed = line.discount_pct_reviewed !== true;
  const set = async (value: boolean): Promise<void> => {
    session.patch({ [line._id]: { discount_pct_reviewed: value } });
    try {
      await session.review(() => reviewLine(project._id, line, value));
    } catch (error) {
      session.patch({ [line._id]: { discount_pct_reviewed: !value } });
      if (error instanceof ApiError && error.code === 'conflict') void listing.current?.refresh();
      throw error;
    }
  };
  void session.history.do({
    label: reviewed ? 'Revu' : 'À revoir de nouveau',
    run: () => set(reviewed),
    revert: () => set(!reviewed),
  });
}

/** Everything the listing does, made once: cells keep the same functions while the screen lives. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: actions that share one session, each short
export function useListingActions(options: ActionOptions): ListingActions {
  const latest = useRef(options);
  latest.current = options;

  const refused = useRef<number | undefined>(undefined);
  const edit = useCallback<ListingActions['edit']>((edits, label, unread = [], unloaded = 0) => {
    const text = refusalText(latest.current.session.edit(edits, label), unread, unloaded);
    // What was refused of the edit before is of no use once another is made.
    if (refused.current !== undefined) dismissNotification(refused.current);
    refused.current = text ? notifyError(text) : undefined;
  }, []);

  const groupReview = useCallback((groupId: string, wanted?: boolean) => {
    const { project, session, listing, selection, by } = latest.current;
    const node = listing.current?.tree?.store.node(groupId);
    if (!node?.group) return;
    const { group } = node;
    const reviewed = wanted ?? group.discount_pct_reviewed_count < group.discount_count;
    const target = selectionOfGroup({ ...selection }, by, group);
    const mark = async () => {
      const tree = listing.current?.tree;
      const seen = listing.current?.version.get();
      const lines = [...(tree?.store.allLines() ?? [])].filter(([id]) =>
        tree?.store.ancestors(id).includes(groupId),
      );
      session.patch(
        Object.fromEntries(
          lines
            .filter(([, { line }]) => (line.discount_pct_reviewed === true) !== reviewed)
            .map(([id]) => [id, { discount_pct_reviewed: reviewed }]),
        ),
      );
      const given = await session.act(() => reviewGroup(project._id, target, reviewed, seen));
      tellKept(given.kept, reviewed ? 'reviewed' : 'unreviewed', latest.current.changeParameters);
      return given;
    };
    const undo = (activity: string) => undoActivity(project._id, activity);
    void session.history.do(groupReviewCommand(mark, undo, async () => listing.current?.refresh()));
  }, []);

  const cells = useMemo<CellActions>(
    () => ({
      toggle: (id) => latest.current.listing.current?.tree?.toggle(id),
      retry: (id) => void latest.current.listing.current?.tree?.retry(id),
      reviewLine: (line) => toggleLine(latest.current, line),
      reviewGroup: groupReview,
      include: (line, included) => edit({ [line._id]: { included } }, included ? 'Inclusion' : 'Exclusion'),
      includeGroup: (group, included) => latest.current.open({ kind: 'group-inclusion', group, included }),
      editGroup: (group) => latest.current.open({ kind: 'group-edit', group, value: null }),
      openGoal: (target) => latest.current.open({ kind: 'goal', target }),
      // Back closes the panel; from one product to the next it leaves no step.
      openProduct: (line) =>
        latest.current.change({ product: line.item_group_id }, latest.current.product !== null),
      openHistory: (line) => latest.current.open({ kind: 'history', line }),
    }),
    [edit, groupReview],
  );

  return {
    cells,
    edit,
    editGroup: useCallback((group, value) => latest.current.open({ kind: 'group-edit', group, value }), []),
    review: useCallback(
      (row) => {
        if (row.kind === 'line') toggleLine(latest.current, row.line);
        else if (row.kind === 'group') groupReview(row.id);
      },
      [groupReview],
    ),
    // One step back for a search, however many pauses its typing had.
    search: useCallback((q) => latest.current.change({ q }, q !== '' && latest.current.q !== ''), []),
    widen: useCallback((undo) => latest.current.change(undo), []),
    exportAs: useCallback((template, parameters, phase) => {
      const { project, selection, by, makePriceFile } = latest.current;
      // Shops are given the prices of the whole phase, in a file that is kept; its failure is notified.
      if (phase !== undefined) return makePriceFile({ phase, template_id: template, scope: 'all' });
      const shape = {
        sort: parameters.sort?.field,
        order: parameters.sort?.order,
        by,
        columns: parameters.columns,
        featured: parameters.featuredFields.length > 0 ? parameters.featuredFields : undefined,
      };
      exportListing(project._id, template, selection, shape)
        .then((file) => downloadFile(file, `${project.shortName} ${template}`))
        .catch((error: unknown) => console.error('export', error));
    }, []),
  };
}

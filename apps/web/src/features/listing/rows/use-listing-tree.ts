import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { liveState } from '../../../lib/live/connection.ts';
import { paced } from '../../../lib/paced.ts';
import { useStore } from '../../../lib/store.ts';
import { TreeLoader } from '../../../ui/grid/tree-loader.ts';
import type { GridRow } from '../../../ui/grid/types.ts';
import { listLines } from '../api/discounts.ts';
import type { EditSession } from '../edit/edit-session.ts';
import type { ListingStateHandle } from '../screen/use-listing-state.ts';
import { type ListingRequest, listingSource, type SourceHooks } from './listing-source.ts';
import type { OpenGroups } from './open-groups.ts';
import type { Group, Line } from './row.ts';
import { ShownVersion } from './shown-version.ts';
import { useOpenGroupsInAddress } from './use-open-groups-in-address.ts';

/** Lines of a page of the listing. */
export const PAGE_SIZE = 30;
const GROUP_PAGE_SIZE = 200;

export interface ListingTree {
  /** null until the first request is under way. */
  tree: TreeLoader<Group, Line> | null;
  rows: readonly GridRow<Group, Line>[];
  /** Another tree is on its way: the rows shown are the former ones. */
  changing: boolean;
  refreshing: boolean;
  total_error: string | null;
  /** Everything again, as many rows as are shown. */
  refresh: () => Promise<void>;
  /** Whether everything was asked again at this moment or later (performance.now()). */
  refreshedSince: (moment: number) => boolean;
  /** Groups and total only: after an edit. */
  refreshFigures: () => void;
  /** The version of the decisions that the tree shows. */
  version: ShownVersion;
}

const FIGURES_DELAY = 250;
/** What failed to load is asked for again when the network, or the server, is back: its error is then out of date. */
function useRetryWhenBack(tree: TreeLoader<Group, Line> | null): void {
  const live = useStore(liveState);
  useEffect(() => {
    const retry = (): void => {
      const failed = [...(tree?.store.allNodes() ?? [])].filter(({ status }) => status === 'error');
      for (const { id } of failed) void tree?.retry(id);
    };
    if (live === 'connected') retry();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [tree, live]);
}

/** Groups open in either: those on the screen, and those that the address says. */
function eitherOpen(shown: ReadonlySet<string> | undefined, said: OpenGroups | null): OpenGroups {
  return { has: (id) => shown?.has(id) === true || said?.has(id) === true };
}

/** The tree of a request: made anew when the request changes, the former one stays shown until it is ready. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one hook: its effects share the same tree
export function useListingTree(
  request: ListingRequest,
  session: EditSession,
  { lazyMetrics, fields, groupFields }: Pick<SourceHooks, 'lazyMetrics' | 'fields' | 'groupFields'>,
  handle: ListingStateHandle,
): ListingTree {
  const key = JSON.stringify(request);
  const [shown, setShown] = useState<{
    key: string;
    request: ListingRequest;
    tree: TreeLoader<Group, Line>;
    version: ShownVersion;
  } | null>(null);
  const [totalError, setTotalError] = useState<string | null>(null);
  const totalFor = useRef<string | null>(null);
  const current = useRef(shown);
  current.current = shown;

  const make = useCallback(
    (from: ListingRequest, version: ShownVersion) =>
      new TreeLoader(
        listingSource(from, {
          answered: (answer) => version.answered(answer),
          decorateLine: session.decorateLine,
          decorateGroup: session.decorateGroup,
          lazyMetrics,
          fields,
          groupFields,
        }),
        {
          line_size: PAGE_SIZE,
          group_size: GROUP_PAGE_SIZE,
          describeError: errorMessage,
          onError: (error) => console.error('listing', error),
        },
      ),
    [session, lazyMetrics, fields, groupFields],
  );

  const loadTotal = useCallback(
    async (
      { request: from, version }: { request: ListingRequest; version: ShownVersion },
      signal?: AbortSignal,
      stillTrue: () => boolean = () => true,
    ) => {
      try {
        const includes = lazyMetrics();
        const answer = await version.answered(
          listLines(
            from.project,
            from.selection,
            { size: 1, summary: true, includes, fields: groupFields(), coverage_stat: from.coverage_stat },
            signal,
          ),
        );
        if (answer.summary && stillTrue()) session.setTotal(answer.summary);
        setTotalError(null);
      } catch (error) {
        if (signal?.aborted) return;
        console.error('listing total', error);
        setTotalError(errorMessage(error));
      }
    },
    [session, lazyMetrics, groupFields],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains the whole request
  useEffect(() => {
    const former = current.current;
    const version = new ShownVersion();
    const tree = make(request, version);
    const aborter = new AbortController();
    const sameGrouping =
      former?.request.by.join() === request.by.join() && former.request.project === request.project;
    const sameSelection = JSON.stringify(former?.request.selection) === JSON.stringify(request.selection);
    let adopted = false;
    const adopt = (): void => {
      adopted = true;
      session.attach(tree, sameSelection);
      setShown({ key, request, tree, version });
    };
    if (!former) adopt();
    const open = eitherOpen(sameGrouping ? former?.tree.openIds() : undefined, handle.openGroups());
    const started = tree.start(open);
    void started.then(() => {
      if (aborter.signal.aborted) return;
      if (!former) return;
      // Groups opened on the former rows while these were on their way are opened here too.
      if (sameGrouping) for (const id of former.tree.openIds()) void tree.open(id);
      adopt();
      former.tree.stop();
    });
    // Compared with the total last asked for, not with the rows shown: a change undone before its rows came has asked another.
    const selectionKey = JSON.stringify(request.selection);
    let askingTotal = false;
    let total: Promise<void> | undefined;
    if (totalFor.current !== selectionKey) {
      totalFor.current = selectionKey;
      askingTotal = true;
      total = loadTotal({ request, version }, aborter.signal).finally(() => {
        askingTotal = false;
      });
    }
    void version.reading(() => Promise.all([started, total]), { whole: true });
    return () => {
      if (askingTotal) totalFor.current = null;
      aborter.abort();
      if (!adopted) tree.stop();
    };
  }, [key, make]);

  const tree = shown?.tree ?? null;
  const changing = shown !== null && shown.key !== key;
  useOpenGroupsInAddress(tree, changing, handle);
  useRetryWhenBack(tree);
  const rows = useSyncExternalStore(tree?.store.subscribe ?? noSubscription, tree?.store.rows ?? noRows);
  const status = useSyncExternalStore(
    tree?.store.subscribe ?? noSubscription,
    tree?.store.getStatus ?? noStatus,
  );

  const figures = useMemo(
    () =>
      paced(
        async () => {
          const now = current.current;
          // Figures read while an edit is on its way may lack it; its acknowledgement asks for them again.
          if (!now || session.isSending()) return;
          const { edition } = session;
          const stillTrue = (): boolean => session.edition === edition;
          const work = () =>
            Promise.all([now.tree.refreshGroups(stillTrue), loadTotal(now, undefined, stillTrue)]);
          await now.version.reading(work, { stillTrue });
        },
        FIGURES_DELAY,
        (error) => console.error('listing figures', error),
      ),
    [session, loadTotal],
  );
  useEffect(() => figures.stop, [figures]);
  const refreshStart = useRef(Number.NEGATIVE_INFINITY);
  const refresh = useCallback(async () => {
    const now = current.current;
    if (!now) return;
    refreshStart.current = performance.now();
    await now.version.reading(() => Promise.all([now.tree.refresh(), loadTotal(now)]), { whole: true });
  }, [loadTotal]);
  const refreshedSince = useCallback((moment: number) => refreshStart.current >= moment, []);

  return {
    tree,
    rows,
    changing,
    refreshing: status === 'refreshing',
    total_error: totalError,
    refresh,
    refreshedSince,
    refreshFigures: figures.ask,
    version: shown?.version ?? NOTHING_SHOWN,
  };
}

const NOTHING_SHOWN = new ShownVersion();
const EMPTY: GridRow<Group, Line>[] = [];
const noSubscription = (): (() => void) => () => undefined;
const noRows = (): GridRow<Group, Line>[] => EMPTY;
const noStatus = (): 'loading' => 'loading';

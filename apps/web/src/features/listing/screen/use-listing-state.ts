import type { Settings, View } from '@palier/contract';
import {
  applyView,
  DEFAULT_VIEW_NAME,
  defaultView,
  defaultViewParameters,
  isViewModified,
  ownParameters,
  type ViewParameters,
} from '@palier/domain';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { readStored, storageKeys, userViewKey, writeStored } from '../../../lib/storage.ts';
import { decodeOpenGroups, type OpenGroups } from '../rows/open-groups.ts';
import {
  decodeState,
  encodeState,
  hasParameters,
  type ListingState,
  openGroupsOf,
  withOpenGroups,
} from './url-state.ts';
import { usePanelStep } from './use-panel-step.ts';

interface StoredView {
  view_id: string | null;
  parameters: Partial<ViewParameters>;
}

function isStoredView(value: unknown): value is StoredView {
  return (
    typeof value === 'object' &&
    value !== null &&
    'parameters' in value &&
    typeof value.parameters === 'object'
  );
}

function isCompact(value: unknown): value is 'compact' {
  return value === 'compact';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The view opened first: the one last chosen, else the user's default, else « Tous les produits ». */
export function firstView(views: readonly View[]): View | null {
  const chosen = readStored(storageKeys.view, isText, '');
  return (
    views.find((view) => view._id === chosen) ??
    defaultView(views) ??
    views.find((view) => view.name === DEFAULT_VIEW_NAME) ??
    views[0] ??
    null
  );
}

export interface ListingStateHandle {
  state: ListingState;
  view: View | null;
  modified: boolean;
  /** Changes a part of the state; `quiet` leaves no step for the back button. */
  change: (part: Partial<ListingState>, quiet?: boolean) => void;
  changeParameters: (part: Partial<ViewParameters>, quiet?: boolean) => void;
  openView: (view: View) => void;
  /** Gives the working parameters the view's values back. */
  reset: () => void;
  /** The groups that the address says open; null when it says nothing of them. */
  openGroups: () => OpenGroups | null;
  /** Puts the open groups into the address, without drawing anything again. */
  keepOpenGroups: (open: string | null) => void;
  /** Where the groups open now are read (undefined while rows load): what is written next carries them. */
  readOpenGroups: { current: (() => string | null | undefined) | null };
}

/** Groups open on the screen change the address alone: the router need not know of it. `shown`: the address that they are of. */
function replaceOpenGroups(open: string | null, shown: { pathname: string; search: string }): void {
  const { pathname, search, hash } = window.location;
  if (openGroupsOf(search) === open) return;
  // A link was followed that is not drawn yet: what it opens is not what is open here.
  if (pathname !== shown.pathname || withOpenGroups(search, null) !== withOpenGroups(shown.search, null))
    return;
  const text = withOpenGroups(search, open);
  window.history.replaceState(window.history.state, '', `${pathname}${text && `?${text}`}${hash}`);
}

/** The state of the next address: groups open under another grouping mean nothing there. */
function withItsGroups(next: ListingState, now: ListingState, open: string | null): ListingState {
  const same = next.parameters.groupBy.join() === now.parameters.groupBy.join();
  return { ...next, open: same ? open : null };
}

/** What an address that says nothing opens with: what the user left, else the first view. */
function firstState(
  projectId: string,
  state: ListingState,
  { views, settings, base }: { views: readonly View[]; settings: Settings; base: ViewParameters },
): ListingState {
  const first = firstView(views);
  const stored = readStored<StoredView | null>(
    userViewKey(projectId),
    (value): value is StoredView => isStoredView(value),
    null,
  );
  // A link shows the rows as they are here; without it, its reader's preference stands.
  const compact = state.compact || readStored(storageKeys.listingDisplayMode, isCompact, null) !== null;
  const known = stored && (stored.view_id === null || views.some(({ _id }) => _id === stored.view_id));
  if (known) {
    const view_id = stored.view_id ?? first?._id ?? null;
    return { ...state, compact, view_id, parameters: { ...base, ...stored.parameters } };
  }
  if (!first) return state;
  return { ...state, compact, view_id: first._id, parameters: applyView(base, first, settings) };
}

/** The listing's state, kept in the address; what it opens with comes from the browser's storage. */
export function useListingState(
  projectId: string,
  settings: Settings | undefined,
  views: readonly View[] | undefined,
): ListingStateHandle | null {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const base = useMemo(() => defaultViewParameters(settings), [settings]);
  const ready = settings !== undefined && views !== undefined;
  const state = useMemo(() => decodeState(search, base), [search, base]);
  const view = views?.find(({ _id }) => _id === state.view_id) ?? null;

  const readOpenGroups = useRef<(() => string | null | undefined) | null>(null);
  const step = usePanelStep(search, base);
  const write = useCallback(
    (next: ListingState, quiet: boolean, kept: unknown = null) => {
      const parameters = ownParameters(next.parameters, base);
      writeStored(userViewKey(projectId), { view_id: next.view_id, parameters });
      // At once, as a checkbox must answer; a transition would leave it as it was for a moment.
      const at = { replace: quiet, preventScrollReset: true, flushSync: true };
      setSearch(encodeState(next, base), { ...at, state: kept });
    },
    [projectId, base, setSearch],
  );

  const opened = !ready || hasParameters(search);
  useEffect(() => {
    // Without any view yet, the first user's is being made.
    if (opened || !views?.length || !settings) return;
    write(firstState(projectId, state, { views, settings, base }), true);
  }, [projectId, opened, views, settings, state, base, write]);

  return useMemo(() => {
    // Until the address says what to show, nothing is asked: it would be asked twice.
    if (!ready || (!opened && views.length > 0)) return null;
    // From the address itself: two changes in one frame must not undo each other.
    const now = (): ListingState => decodeState(new URLSearchParams(window.location.search), base);
    const change: ListingStateHandle['change'] = (part, quiet = false) => {
      const before = now();
      const asked = { ...before, ...part };
      if (quiet && step.close(asked, before)) return;
      const open = readOpenGroups.current?.();
      const next = withItsGroups(asked, before, open === undefined ? before.open : open);
      write(next, quiet, step.stateOf(next, before, quiet));
    };
    return {
      openGroups: () => decodeOpenGroups(now().open),
      keepOpenGroups: (open) => replaceOpenGroups(open, { pathname, search: search.toString() }),
      readOpenGroups,
      state,
      view,
      modified: view !== null && isViewModified(state.parameters, view, settings),
      change,
      changeParameters: (part, quiet = false) =>
        change({ parameters: { ...now().parameters, ...part } }, quiet),
      openView: (chosen) => {
        writeStored(storageKeys.view, chosen._id);
        change({
          view_id: chosen._id,
          parameters: applyView(state.parameters, chosen, settings),
          activity_id: null,
        });
      },
      reset: () => {
        if (view)
          change({ parameters: applyView(state.parameters, { ...view, is_partial: false }, settings) });
      },
    };
  }, [ready, opened, views, state, view, settings, base, write, step, pathname, search]);
}

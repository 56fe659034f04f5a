import type { ViewParameters } from '@palier/domain';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { encodeState, type ListingState } from './url-state.ts';

export interface PanelStep {
  /** What the step about to be written keeps with it. */
  stateOf: (next: ListingState, now: ListingState, quiet: boolean) => unknown;
  /** True when closing the panel was a step back; the address changes a moment later. */
  close: (next: ListingState, now: ListingState) => boolean;
}

/** What an address says, its open groups apart: they stay as they are on the screen. */
function addressOf(state: ListingState, base: ViewParameters): string {
  return encodeState({ ...state, open: null }, base).toString();
}

/** The address under an open panel, as its step of the history keeps it. */
function addressUnder(state: unknown): string | null {
  const under = typeof state === 'object' && state !== null && 'under' in state ? state.under : null;
  return typeof under === 'string' ? under : null;
}

/**
 * Opening a product's panel is a step of the history. Closing it takes that step back when nothing else has changed
 * meanwhile: twenty products looked at must not leave twenty steps that undo nothing.
 */
export function usePanelStep(search: URLSearchParams, base: ViewParameters): PanelStep {
  const navigate = useNavigate();
  const kept = useRef<unknown>(null);
  kept.current = useLocation().state;
  const leaving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is left once the address has changed
  useEffect(() => {
    leaving.current = false;
  }, [search]);
  return useMemo(
    () => ({
      stateOf: (next: ListingState, now: ListingState, quiet: boolean): unknown => {
        if (quiet) return kept.current;
        return next.product !== null && now.product === null ? { under: addressOf(now, base) } : null;
      },
      close: (next: ListingState, now: ListingState): boolean => {
        if (next.product !== null || now.product === null) return false;
        if (leaving.current) return true;
        if (addressUnder(kept.current) !== addressOf(next, base)) return false;
        leaving.current = true;
        void navigate(-1);
        return true;
      },
    }),
    [navigate, base],
  );
}

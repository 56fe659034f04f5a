import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useLayoutEffect } from 'react';

/** What the arrows go through: buttons and links. A field keeps its own stop, its arrows being of its text. */
const STOPS = 'button:not(:disabled), a[href]';

function stopsOf(bar: HTMLElement): HTMLElement[] {
  return [...bar.querySelectorAll<HTMLElement>(STOPS)];
}

/** Leaves one stop in the order of Tab: the one last visited, else the choice in force, else the first. */
function settle(bar: HTMLElement, wanted?: HTMLElement): void {
  const stops = stopsOf(bar);
  const kept =
    stops.find((stop) => stop === wanted) ??
    stops.find((stop) => stop === document.activeElement) ??
    stops.find((stop) => stop.dataset.stop === 'true') ??
    stops.find((stop) => stop.getAttribute('aria-pressed') === 'true') ??
    stops[0];
  for (const stop of stops) {
    stop.tabIndex = stop === kept ? 0 : -1;
    if (stop === kept && wanted) stop.dataset.stop = 'true';
    else if (wanted) delete stop.dataset.stop;
  }
}

/** What the bar's element receives. */
export interface RovingProps {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * A bar of buttons as one stop of Tab; the arrows, Home and End go through its buttons (ARIA practices, toolbar).
 * Does nothing inside another such bar, whose arrows already go through these buttons.
 */
export function useRovingFocus(bar: RefObject<HTMLElement | null>): RovingProps {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element || element.parentElement?.closest('[data-roving]')) return;
    element.dataset.roving = 'true';
    settle(element);
    // Buttons come, go and are disabled without this bar being drawn again.
    const changes = new MutationObserver(() => settle(element));
    changes.observe(element, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'aria-pressed', 'href'],
    });
    return () => {
      changes.disconnect();
      delete element.dataset.roving;
    };
  }, [bar]);
  const onFocus = useCallback((event: FocusEvent<HTMLElement>) => {
    const { currentTarget, target } = event;
    if (currentTarget.dataset.roving && target instanceof HTMLElement && target.matches(STOPS))
      settle(currentTarget, target);
  }, []);
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLElement>) => {
    const { currentTarget, target, key } = event;
    if (!currentTarget.dataset.roving || event.altKey || event.ctrlKey || event.metaKey) return;
    const stops = stopsOf(currentTarget);
    const at = target instanceof HTMLElement ? stops.indexOf(target) : -1;
    if (at < 0 || event.defaultPrevented) return;
    const places: Record<string, number> = {
      ArrowRight: (at + 1) % stops.length,
      ArrowLeft: (at - 1 + stops.length) % stops.length,
      Home: 0,
      End: stops.length - 1,
    };
    const next = places[key];
    if (next === undefined) return;
    event.preventDefault();
    stops[next]?.focus();
  }, []);
  return { onKeyDown, onFocus };
}

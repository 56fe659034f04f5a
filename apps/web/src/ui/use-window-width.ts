import { useSyncExternalStore } from 'react';
import { isMobileWidth } from './breakpoints.ts';

/** Delay after the last resize event before screens are laid out again. */
export const resizeDelay = 200;

/** Calls `listener` once, `resizeDelay` ms after the last of a burst of resize events; returns the way to stop. */
export function subscribeToResize(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onResize = () => {
    clearTimeout(timer);
    timer = setTimeout(listener, resizeDelay);
  };
  window.addEventListener('resize', onResize);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('resize', onResize);
  };
}

/** The window's inner width, followed with a debounce of 200 ms. */
export function useWindowWidth(): number {
  return useSyncExternalStore(subscribeToResize, () => window.innerWidth);
}

/** Whether the layout for small screens is in use. */
export function useIsMobile(): boolean {
  return isMobileWidth(useWindowWidth());
}

/** Below it rows are compact whatever the user's choice: a laptop's screen at 200 % keeps five of them. */
const SHORT_HEIGHT = 480;

/** Whether the window is too short for tall rows. */
export function useIsShort(): boolean {
  return useSyncExternalStore(subscribeToResize, () => window.innerHeight < SHORT_HEIGHT);
}

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

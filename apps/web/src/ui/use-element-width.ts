import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element in pixels, followed; `initial` until it is measured. */
export function useElementWidth(element: RefObject<HTMLElement | null>, initial: number): number {
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth || initial));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, initial]);
  return width;
}

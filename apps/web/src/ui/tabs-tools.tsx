import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** Id of the place at the right of a collection's tabs. */
export const tabsToolsId = 'tabs-tools';

/** Puts a page's own tools at the right of the tabs above it. */
export function TabsTools({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(tabsToolsId)), []);
  return place && createPortal(children, place);
}

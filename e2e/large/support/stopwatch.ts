import type { Page } from '@playwright/test';
import type { Figures } from './figures.ts';

/** Something on the screen: an element whose text matches, or none of them. */
export interface Sight {
  selector: string;
  /** A regular expression on the element's text. */
  text?: string;
  absent?: boolean;
}

interface Lap {
  /** ms from the first key or press after `act` began to the frame that shows what is awaited. */
  shown: number;
  /** Longest that the page could not answer meanwhile, ms; 0 under 50 ms. */
  blocked: number;
}

/** Runs in the page: from the next key or press on, waits at each frame for all sights; `window.palierLap` tells. */
function startLap({ sights, limit }: { sights: Sight[]; limit: number }): void {
  let began: number | null = null;
  let blocked = 0;
  const onInput = (event: Event): void => {
    began ??= event.timeStamp;
  };
  const kinds = ['keydown', 'pointerdown', 'paste'];
  for (const kind of kinds) window.addEventListener(kind, onInput, true);
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocked = Math.max(blocked, duration);
  });
  observer.observe({ type: 'longtask' });
  const isThere = ({ selector, text, absent }: Sight): boolean => {
    const pattern = text === undefined ? null : new RegExp(text);
    const found = [...document.querySelectorAll(selector)].some(
      (element) => !pattern || pattern.test(element.textContent ?? ''),
    );
    return found !== (absent === true);
  };
  const start = performance.now();
  const store = window as unknown as { palierLap: Promise<Lap> };
  store.palierLap = new Promise((resolve, reject) => {
    const end = (): void => {
      for (const kind of kinds) window.removeEventListener(kind, onInput, true);
      observer.disconnect();
    };
    const frame = (): void => {
      const now = performance.now();
      if (began !== null && sights.every(isThere)) {
        end();
        resolve({ shown: now - began, blocked });
      } else if (now - start > limit) {
        end();
        const missing = sights.filter((sight) => !isThere(sight)).map((sight) => JSON.stringify(sight));
        reject(new Error(`never shown: ${began === null ? 'no input' : missing.join(', ')}`));
      } else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  // Said to whoever asks for it: until then a failure must not be an unhandled one.
  store.palierLap.catch(() => undefined);
}

/** Acts, waits until all sights are on the screen together, and keeps how long the user waited for them. */
export async function lap(
  figures: Figures,
  page: Page,
  name: string,
  act: () => Promise<unknown>,
  sights: Sight[],
  limit = 60_000,
): Promise<void> {
  // Awaited: a key may overtake what the page was asked before it.
  await page.evaluate(startLap, { sights, limit });
  await act();
  const { shown, blocked } = await page.evaluate(
    () => (window as unknown as { palierLap: Promise<Lap> }).palierLap,
  );
  figures.add(name, shown);
  if (blocked > 0) figures.add(`${name} (longest task)`, blocked);
}

/** The treegrid has what was asked last: nothing is on its way. */
export const STILL: Sight[] = [
  { selector: '[role=treegrid][aria-busy=true], [role=progressbar][aria-label=Actualisation]', absent: true },
  { selector: '[role=row][data-kind=placeholder]', absent: true },
];

// Scrolls a grid in Chromium and reads what each frame cost and showed.
import type { Browser, Page } from '@playwright/test';

export interface Gesture {
  name: string;
  axis: 'x' | 'y';
  /** Pixels scrolled in each frame. */
  step: number;
  frames: number;
}

export interface Pass {
  /** Time between two frames, ms, the display's rhythm lifted (see chromiumFlags). */
  frames: number[];
  /** Script, style, layout and paint of the main thread in each frame, ms of processor. */
  work: number[];
}

export interface Sight {
  /** Largest number of elements of the page during the gesture. */
  nodes: number;
  /** Frames of which some place of the body showed no drawn cell. */
  blank: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

/** Frames follow one another as fast as the machine draws them: a frame's length is what it costs. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-frame-rate-limit',
  '--disable-gpu-vsync',
  '--disable-background-networking',
  '--disable-component-update',
];

const SCROLLERS = '.pg-root, .ag-grid-viewport, .dvn-scroller';
const CELLS = '[role=gridcell], [role=rowheader]';

/** Runs in the page: scrolls by `step` at each frame, and looks at what the frame before had drawn if asked to. */
function scrollThrough(options: {
  gesture: Gesture;
  scroller: string;
  cells: string;
  look: boolean;
}): Promise<{ frames: number[] } & Sight> {
  const { gesture, scroller, cells, look } = options;
  const element = document.querySelector(scroller) as HTMLElement;
  const box = element.getBoundingClientRect();
  const frames: number[] = [];
  let nodes = 0;
  let blank = 0;
  const isBlank = (): boolean => {
    // One place in the pinned columns, two in the others, in each quarter of the height; headers left out.
    for (let down = 0.2; down < 0.98; down += 0.19)
      for (const across of [0.05, 0.45, 0.7]) {
        const under = document.elementFromPoint(box.x + box.width * across, box.y + box.height * down);
        // The line under a row is the row's own: it counts as drawn with its cells.
        if (!under?.closest('[role=row]')?.querySelector(cells)) return true;
      }
    return false;
  };
  return new Promise((done) => {
    let last = performance.now();
    let count = 0;
    const frame = (): void => {
      performance.mark('palier-frame');
      const now = performance.now();
      if (count > 0) frames.push(now - last);
      last = now;
      if (look && count > 0) {
        nodes = Math.max(nodes, document.getElementsByTagName('*').length);
        if (isBlank()) blank += 1;
      }
      if (count === gesture.frames) {
        done({ frames, nodes, blank });
        return;
      }
      count += 1;
      if (gesture.axis === 'y') element.scrollTop += gesture.step;
      else element.scrollLeft += gesture.step * (Math.floor(count / 60) % 2 === 0 ? 1 : -1);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** Processor time of the main thread between two marks of frames. */
function workOf(events: readonly TraceEvent[]): number[] {
  const marks = events.filter((event) => event.name === 'palier-frame');
  const first = marks[0];
  if (!first) throw new Error('the trace has no frame');
  const tasks = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === first.pid && tid === first.tid)
    .sort((a, b) => a.ts - b.ts);
  const work: number[] = [];
  let at = 0;
  for (const task of tasks) {
    const end = task.ts + (task.dur ?? 0);
    while (at < marks.length && (marks[at] as TraceEvent).ts < end) {
      work.push(0);
      at += 1;
    }
    if (work.length > 0) work[work.length - 1] = (work.at(-1) as number) + (task.tdur ?? 0) / 1000;
  }
  return work.slice(0, -1);
}

async function toStart(page: Page): Promise<void> {
  await page.evaluate((scroller) => {
    const element = document.querySelector(scroller) as HTMLElement;
    element.scrollTop = 2000;
    element.scrollLeft = 0;
  }, SCROLLERS);
  await page.evaluate(
    () =>
      new Promise((done) => {
        requestIdleCallback(() => done(null), { timeout: 500 });
      }),
  );
}

/** One gesture on an open page, measured. */
export async function pass(browser: Browser, page: Page, gesture: Gesture): Promise<Pass> {
  await toStart(page);
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'blink.user_timing'],
  });
  const options = { gesture, scroller: SCROLLERS, cells: CELLS, look: false };
  const { frames } = await page.evaluate(scrollThrough, options);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return { frames, work: workOf(trace.traceEvents) };
}

/** The same gesture looked at: asking the page what it shows costs as much as showing it, so apart. */
export async function look(page: Page, gesture: Gesture): Promise<Sight> {
  await toStart(page);
  const options = { gesture, scroller: SCROLLERS, cells: CELLS, look: true };
  const { nodes, blank } = await page.evaluate(scrollThrough, options);
  return { nodes, blank };
}

/** The value that `share` of the values do not pass. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

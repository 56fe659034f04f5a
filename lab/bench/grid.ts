// Scrolling 100,000 products × 60 columns in Chromium: our tree grid against AG Grid Community, and against Glide Data
// Grid, which draws its cells on a canvas.
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type BenchLine, type BenchOptions, benchLine, median } from './bench.ts';
import { PAGES, servePages } from './grid/build.ts';
import { chromiumFlags, type Gesture, look, type Pass, pass, quantile, type Sight } from './grid/drive.ts';

/** The system's Chromium, else Playwright's own. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ROUNDS = 3;
const COLUMNS = 60;
const VIEWPORT = { width: 1600, height: 900 };
const NODES = 3000;

/** Reading, hurrying, dragging the scrollbar; then across. */
const GESTURES: readonly (Gesture & { budget: number | null })[] = [
  { name: 'down, 40 px a frame', axis: 'y', step: 40, frames: 60, budget: 0.6 },
  { name: 'down, 400 px a frame', axis: 'y', step: 400, frames: 60, budget: 0.6 },
  // No budget: the reference leaves the body empty at this speed (see its blank frames), ours does not.
  { name: 'down, 9,000 px a frame', axis: 'y', step: 9000, frames: 30, budget: null },
  { name: 'across, 40 px a frame', axis: 'x', step: 40, frames: 60, budget: 0.85 },
];

/** The same cells in both: those of the listing, or their figures as plain text. */
const CELLS = ['listing', 'text'] as const;
type Side = (typeof PAGES)[number];

interface OpenPage {
  browser: Browser;
  page: Page;
}

async function openPage(address: string): Promise<OpenPage> {
  const executablePath = process.env.PALIER_CHROMIUM ?? INSTALLED.find((path) => existsSync(path));
  const browser = await chromium.launch({
    args: chromiumFlags,
    ...(executablePath ? { executablePath } : {}),
  });
  const page = await browser.newPage({ viewport: VIEWPORT });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(address);
  await page.waitForFunction(() => document.querySelectorAll('[role=gridcell]').length > 50, null, {
    timeout: 120_000,
  });
  return { browser, page };
}

type Passes = Record<Side, Pass[]>;
type Sights = Record<'ours' | 'reference', Sight>;

async function scrollAll(pages: Record<Side, OpenPage>, gesture: Gesture): Promise<Passes> {
  const passes: Passes = { ours: [], reference: [], canvas: [] };
  // The first round warms all up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const side of PAGES) {
      const measured = await pass(pages[side].browser, pages[side].page, gesture);
      if (round > 0) passes[side].push(measured);
    }
  return passes;
}

/** Median over the rounds of each round's 95th percentile. */
function p95(passes: readonly Pass[], of: 'work' | 'frames'): number {
  return median(passes.map((one) => quantile(one[of], 0.95)));
}

function linesOf(name: string, passes: Passes, sights: Sights, budget: number | null): BenchLine[] {
  const { ours, reference } = sights;
  const against = (side: Side, work: number | null): BenchLine[] =>
    (['work', 'frames'] as const).map((of) => {
      const what = of === 'work' ? 'p95 work of a frame' : 'p95 time between frames';
      const label = `${name}: ${what}${side === 'canvas' ? ', against a canvas' : ''}`;
      const values = [p95(passes.ours, of), p95(passes[side], of)] as const;
      return of === 'work'
        ? benchLine('grid', label, ...values, 'ms of processor', work)
        : benchLine('grid', label, ...values, 'ms', null);
    });
  return [
    ...against('reference', budget),
    ...against('canvas', 1),
    {
      ...benchLine('grid', `${name}: blank frames`, ours.blank, reference.blank, 'frames', 0),
      ratio: ours.blank,
    },
  ];
}

/**
 * Frames scrolled by script, the grids in turn. What is compared is the work of each frame: processor time of
 * the page's main thread (script, style, layout, paint) between two frames, read from Chromium's trace, which
 * other programs of the machine do not lengthen. The time between frames, the display's rhythm lifted, is
 * given beside it and is to be trusted on a quiet machine only. Blank frames are counted in a pass of their own:
 * a frame is blank when one of fifteen places of the body shows no cell.
 */
export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const products = options.products ?? 100_000;
  const served = await servePages();
  const lines: BenchLine[] = [];
  let nodes = 0;
  let nodesReference = 0;
  for (const cells of CELLS) {
    const query = `products=${products}&columns=${COLUMNS}&cells=${cells}`;
    const pages = {
      ours: await openPage(`${served.origin}ours.html?${query}`),
      reference: await openPage(`${served.origin}reference.html?${query}`),
      canvas: await openPage(`${served.origin}canvas.html?${query}`),
    };
    for (const { budget, ...gesture } of GESTURES) {
      const passes = await scrollAll(pages, gesture);
      const sights = {
        ours: await look(pages.ours.page, gesture),
        reference: await look(pages.reference.page, gesture),
      };
      lines.push(...linesOf(`${cells} cells, ${gesture.name}`, passes, sights, budget));
      nodes = Math.max(nodes, sights.ours.nodes);
      nodesReference = Math.max(nodesReference, sights.reference.nodes);
    }
    for (const side of PAGES) await pages[side].browser.close();
  }
  await served.close();
  lines.push({
    ...benchLine(
      'grid',
      'most elements of the page',
      nodes,
      nodesReference,
      'elements',
      NODES / nodesReference,
    ),
  });
  return lines;
}

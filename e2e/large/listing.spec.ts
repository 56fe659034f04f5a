import { expect, type Page, test } from '@playwright/test';
import { rows } from '../support/listing.ts';
import { Figures } from './support/figures.ts';
import { french, goToListing, openMenu, openProducts, scrollThrough, TOTAL } from './support/screen.ts';
import { lap, STILL } from './support/stopwatch.ts';
import { callerOf, wholeRange } from './support/whole-range.ts';

const GROUPS = '&grouper=section,family';
const figures = new Figures();
let page: Page;
let project: string;
let lineCount: number;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  const whole = await wholeRange(await callerOf(page), page);
  project = whole._id;
  lineCount = whole.snapshot?.discount_count ?? 0;
});

test.afterAll(async () => {
  figures.print(`Reading the listing of ${lineCount} products`);
  await page.close();
});

test('[ROUTE-11] opens on its groups, then says how many products there are', async () => {
  for (let times = 0; times < 5; times += 1) {
    await goToListing(page, project, GROUPS);
    const rowsShown = await page.waitForFunction(
      () => document.querySelector('[role=row][data-kind=group]') && performance.now(),
      undefined,
      { polling: 'raf' },
    );
    figures.add('opening, to the first rows', Number(await rowsShown.jsonValue()));
    await expect(page.locator(TOTAL)).toHaveText(
      new RegExp(`^Total\\s?·?\\s?${french(lineCount)}|${french(lineCount)}`),
    );
  }
});

test('[LIST-03] opens and closes everything, one request a level', async () => {
  for (let times = 0; times < 3; times += 1) {
    await goToListing(page, project, GROUPS);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/discounts') && asked.push(request.url()));
    await lap(figures, page, 'open all', async () => (await openMenu(page, 'Tout ouvrir')).click(), [
      { selector: '[role=row][data-kind=line]' },
      ...STILL,
    ]);
    expect(
      asked.filter((url) => /groups\?/.test(url) && /size=1000/.test(url) && !/includes=/.test(url)).length,
    ).toBe(1);
    page.removeAllListeners('request');
    await lap(figures, page, 'close all', async () => (await openMenu(page, 'Tout fermer')).click(), [
      { selector: '[role=row][aria-level="2"]', absent: true },
    ]);
  }
});

test('[LIST-04] scrolls at speed without a blank row, under 3,000 nodes', async () => {
  await goToListing(page, project, GROUPS);
  await (await openMenu(page, 'Tout ouvrir')).click();
  await expect(rows(page, 'line').first()).toBeVisible();
  for (const [name, step] of [
    ['slowly', 60],
    ['fast', 400],
    ['by leaps', 4000],
  ] as const) {
    const { nodes, blank, waiting, frames } = await scrollThrough(page, step, 200);
    expect(blank, name).toBe(0);
    expect(nodes).toBeLessThanOrEqual(3000);
    figures.add('nodes at most while scrolling', nodes, 'nodes');
    figures.add(`frames where a row waits for figures, ${name}`, (100 * waiting) / frames, '%');
  }
});

test('[LIST-25] sorts groups and products by a column', async () => {
  await goToListing(page, project, GROUPS);
  await openProducts(page);
  const head = page.locator('[data-head-column="stockTotal"]');
  for (let times = 0; times < 3; times += 1) {
    for (const sort of ['descending', 'ascending', 'none']) {
      await lap(figures, page, 'sort', () => head.getByRole('button').first().click(), [
        sort === 'none'
          ? { selector: '[data-head-column="stockTotal"][aria-sort]:not([aria-sort=none])', absent: true }
          : { selector: `[data-head-column="stockTotal"][aria-sort=${sort}]` },
        ...STILL,
      ]);
    }
  }
});

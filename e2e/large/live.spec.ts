import { expect, type Page, test } from '@playwright/test';
import { cell, rows } from '../support/listing.ts';
import { USERS } from '../support/sign-in.ts';
import { Figures } from './support/figures.ts';
import { discountOf, goToListing, openProducts } from './support/screen.ts';
import { type Caller, callerOf, wholeRange } from './support/whole-range.ts';

const EDITION = '&grouper=section,family&mode=demarque';
const STORM_MS = 20_000;
const STORM_PACE_MS = 50;
const figures = new Figures();
let page: Page;
let marion: Caller & { page: Page };
let project: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  project = (await wholeRange(await callerOf(page), page))._id;
  // Another person has another browser: the two share no session.
  const other = await (await browser.newContext()).newPage();
  marion = { page: other, ...(await callerOf(other, USERS.merchandiser)) };
  await goToListing(page, project, EDITION);
  await openProducts(page);
  await expect(page.locator('[data-part=saving]')).toBeVisible();
});

test.afterAll(async () => {
  figures.print('Others edit 100,000 products while one looks');
  await page.close();
  await marion.page.context().close();
});

async function idOf(index: number): Promise<string> {
  return (await rows(page, 'line').nth(index).getAttribute('data-id')) ?? '';
}

async function marionEdits(id: string, value: number | null): Promise<void> {
  const answer = await marion.request.put(`/api/projects/${project}/discounts`, {
    headers: marion.headers,
    data: { [id]: { discount_pct_user: value } },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('the edit of another shows by itself, with who, without reading everything again', async () => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  for (let index = 0; index < 4; index += 1) {
    const line = rows(page, 'line').nth(index % 2);
    const wanted = (await discountOf(line)) === 60 ? 50 : 60;
    asked.length = 0;
    const start = performance.now();
    await marionEdits(await idOf(index % 2), wanted);
    figures.add('another’s edit acknowledged', performance.now() - start);
    await expect(cell(line, 'editionDiscount').locator('[data-part=discount]')).toHaveText(
      `${wanted}\u202f%`,
    );
    figures.add('… shown on my screen', performance.now() - start);
    await expect(line.locator('[data-part=presence]').first()).toBeVisible();
    await expect(
      page.locator('[role=treegrid][aria-busy=true], [role=progressbar][aria-label=Actualisation]'),
    ).toHaveCount(0);
    figures.add('… requests that it took', asked.length, 'requests');
  }
  page.removeAllListeners('request');
});

test('twenty edits a second by another for twenty seconds show as they come, and do not hold my screen', async () => {
  const ids = await Promise.all([0, 1, 2].map(idOf));
  await page.evaluate(() => {
    const store = window as unknown as { tasks: number[]; frames: number[] };
    store.tasks = [];
    store.frames = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) store.tasks.push(duration);
    }).observe({ type: 'longtask' });
    let last = performance.now();
    const frame = (): void => {
      const now = performance.now();
      store.frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked += 1;
  });
  const shown = new Set<string>();
  const start = performance.now();
  let sent = 0;
  const underWay: Promise<void>[] = [];
  while (performance.now() - start < STORM_MS) {
    underWay.push(marionEdits(ids[sent % 3] ?? '', sent % 2 === 0 ? 50 : 60));
    sent += 1;
    if (sent % 20 === 0)
      shown.add(
        `${await rows(page, 'line').nth(0).locator('[data-part=discount]').first().innerText()} ${await rows(page, 'line').nth(1).locator('[data-part=discount]').first().innerText()}`,
      );
    const next = start + sent * STORM_PACE_MS - performance.now();
    if (next > 0) await page.waitForTimeout(next);
  }
  await Promise.all(underWay);
  await marionEdits(ids[0] ?? '', 40);
  await expect(rows(page, 'line').nth(0).locator('[data-part=discount]').first()).toHaveText('40\u202f%');
  const { tasks, frames } = await page.evaluate(() => {
    const { tasks, frames } = window as unknown as { tasks: number[]; frames: number[] };
    return { tasks, frames };
  });
  figures.add('storm: edits sent', sent, 'edits');
  figures.add('storm: requests of my screen', asked, 'requests');
  figures.add('storm: tasks over 50 ms', tasks.length, 'tasks');
  figures.add('storm: longest task', Math.max(0, ...tasks));
  for (const frame of frames) figures.add('storm: frame', frame);
  // Something showed before the end: a stream of edits does not put the reading off.
  expect(shown.size).toBeGreaterThan(1);
});

test('a whole group edited by another shows, marked, and is undone', async () => {
  const line = rows(page, 'line').nth(2);
  const former = await discountOf(line);
  const wanted = former === 50 ? 60 : 50;
  const family = await page
    .locator('[role=row][aria-level="2"]')
    .first()
    .locator('[data-part=title]')
    .innerText();
  const rules = [{ field: 'family', operator: 'equals', value: family.trim() }];
  const start = performance.now();
  const answer = await marion.request.put(`/api/projects/${project}/discounts/groups`, {
    headers: marion.headers,
    data: { filter: { combinator: 'and', rules }, edit: { discount_pct_user: wanted } },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  figures.add('a family edited by another, acknowledged', performance.now() - start);
  await expect(line.locator('[data-part=discount]').first()).toHaveText(`${wanted}\u202f%`);
  figures.add('a family edited by another, shown on my screen', performance.now() - start);
  const { activity_id } = (await answer.json()) as { activity_id: string };
  const undone = await marion.request.post(`/api/projects/${project}/activity/${activity_id}/undo`, {
    headers: marion.headers,
  });
  expect(undone.ok(), await undone.text()).toBe(true);
  await expect.poll(() => discountOf(line)).toBe(former);
});

test('a lost connection is said, the edit kept and sent; what others did meanwhile shows', async () => {
  const mine = rows(page, 'line').nth(0);
  const theirs = rows(page, 'line').nth(1);
  const theirId = await idOf(1);
  const wanted = (await discountOf(mine)) === 60 ? 50 : 60;
  const meanwhile = (await discountOf(theirs)) === 60 ? 50 : 60;
  await page.context().setOffline(true);
  await cell(mine, 'editionDiscount').click();
  await page.keyboard.type(String(wanted));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/non envoyée/)).toBeVisible();
  await marionEdits(theirId, meanwhile);
  await page.context().setOffline(false);
  const start = performance.now();
  await expect(page.locator('[data-part=saving]')).toHaveText(/^Enregistré/);
  figures.add('connection back: my edit sent', performance.now() - start);
  await expect(theirs.locator('[data-part=discount]').first()).toHaveText(`${meanwhile}\u202f%`);
  figures.add('connection back: the others’ shown', performance.now() - start);
  expect(await discountOf(mine)).toBe(wanted);
});

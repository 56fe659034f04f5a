import { expect, type Page, test } from '@playwright/test';
import { cell, openFirstProducts, openListing, rows } from './support/listing.ts';

/** Frames drawn between a key and the change of each text followed, by its name; null while it has not changed. */
type Frames = Record<string, number | null>;

/** Follows texts from the next Enter on: 0 is a change made before the first frame after the key. */
async function follow(page: Page, cells: Record<string, string>): Promise<void> {
  await page.evaluate((selectors) => {
    const store = window as unknown as { framesToChange: Frames };
    const frames: Frames = Object.fromEntries(Object.keys(selectors).map((name) => [name, null]));
    store.framesToChange = frames;
    let frame = 0;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter') return;
      window.removeEventListener('keydown', onKey, true);
      const count = (): void => {
        frame += 1;
        if (frame < 120) requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
      for (const [name, selector] of Object.entries(selectors)) {
        const element = document.querySelector(selector);
        if (!element) throw new Error(`no ${selector}`);
        const former = element.textContent;
        new MutationObserver(() => {
          if (element.textContent !== former) frames[name] ??= frame;
        }).observe(element, { subtree: true, childList: true, characterData: true });
      }
    };
    window.addEventListener('keydown', onKey, true);
  }, cells);
}

test('[EDIT-01] an edit shows on its row, its groups and the total in the frame of its key, before the server answers', async ({
  page,
}) => {
  // High enough for the group, its group and three products of it at once.
  await page.setViewportSize({ width: 1440, height: 960 });
  await openListing(page, { query: '&mode=demarque' });
  await openFirstProducts(page);
  await expect(page.locator('.pg-total [data-field="editionDiscount"]')).toContainText('%');
  const line = rows(page, 'line').nth(2);
  const before = await cell(line, 'editionDiscount').innerText();
  await cell(line, 'editionDiscount').click();
  // No answer until all is looked at: what shows cannot come from the server.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/discounts(\?|$)/, async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  await page.keyboard.type(before.startsWith('60') ? '40' : '60');
  // Opened from the top: a group, a group of it, its third product.
  await follow(page, {
    family: '[data-row="0"]',
    brand: '[data-row="1"]',
    line: '[data-row="4"] [data-field="editionDiscount"]',
    total: '.pg-total',
  });
  await page.keyboard.press('Enter');
  const frames = (): Promise<Frames> =>
    page.evaluate(() => (window as unknown as { framesToChange: Frames }).framesToChange);
  await expect.poll(frames).toEqual({ family: 0, brand: 0, line: 0, total: 0 });
  release();
  await page.keyboard.press('Control+z');
  await expect(cell(line, 'editionDiscount')).toContainText(before.split('\n')[0] ?? '');
});

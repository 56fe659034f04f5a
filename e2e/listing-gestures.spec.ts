import { expect, type Locator, type Page, test } from '@playwright/test';
import { cell, openFirstProducts, openListing, rows } from './support/listing.ts';

const EDITION = '&mode=demarque';
const SLOW = { steps: 8 };

function head(page: Page, column: string): Locator {
  return page.locator(`[data-head-column="${column}"]`);
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('out of sight');
  return box;
}

async function headIds(page: Page): Promise<string[]> {
  return page
    .locator('[data-head-column]')
    .evaluateAll((heads) => heads.map((element) => (element as HTMLElement).dataset.headColumn ?? ''));
}

/** What the system's clipboard would hand over: the grid reads the event, as with Excel. */
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('treegrid').evaluate((grid, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

async function copied(page: Page): Promise<string> {
  return page.getByRole('treegrid').evaluate((grid) => {
    const data = new DataTransfer();
    grid.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
    return data.getData('text/plain');
  });
}

/** Discounts of the first lines in sight. */
async function discounts(page: Page, count: number): Promise<string[]> {
  const values = rows(page, 'line').locator('[data-field="editionDiscount"] [data-part=discount]');
  return (await values.allInnerTexts()).slice(0, count);
}

function percents(...values: number[]): string[] {
  return values.map((value) => `${value}\u202f%`);
}

async function openEdition(page: Page): Promise<void> {
  await openListing(page, { query: EDITION });
  await openFirstProducts(page);
  await page.getByRole('button', { name: 'Affichage compact' }).click();
  await expect.poll(() => rows(page, 'line').count()).toBeGreaterThan(4);
}

test.describe('the columns of the listing', () => {
  test('[COL-40] are resized with the mouse and with keys, between 60 and 420 pixels', async ({ page }) => {
    await openListing(page);
    const stock = head(page, 'stockTotal');
    const start = await boxOf(stock);
    await page.mouse.move(start.x + start.width - 1, start.y + 10);
    await page.mouse.down();
    await page.mouse.move(start.x + 5, start.y + 10, SLOW);
    await expect.poll(async () => (await boxOf(stock)).width).toBe(60);
    await page.mouse.up();
    await expect.poll(async () => (await boxOf(stock)).width).toBe(60);
    await stock.getByRole('button').focus();
    await page.keyboard.press('Alt+ArrowLeft');
    expect((await boxOf(stock)).width).toBe(60);
    for (let press = 1; press <= 3; press += 1) {
      await page.keyboard.press('Alt+ArrowRight');
      await expect.poll(async () => (await boxOf(stock)).width).toBe(60 + 10 * press);
    }
    expect((await boxOf(rows(page, 'group').first().locator('[data-field="stockTotal"]'))).width).toBe(90);
  });

  test('[COL-44] are moved with the mouse and with keys, and their sections fold', async ({ page }) => {
    await openListing(page);
    const before = await headIds(page);
    const [first, second, third] = before.slice(before.indexOf('stockTotal')) as [string, string, string];
    const from = await boxOf(head(page, second));
    const to = await boxOf(head(page, first));
    await page.mouse.move(from.x + 30, from.y + 12);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 12, SLOW);
    await expect(page.locator('.pg-drop')).toHaveCount(1);
    await page.mouse.up();
    const at = before.indexOf(first);
    await expect.poll(async () => (await headIds(page)).slice(at, at + 3)).toEqual([second, first, third]);
    await head(page, second).getByRole('button').focus();
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect.poll(async () => (await headIds(page)).slice(at, at + 3)).toEqual([first, second, third]);
    await page.keyboard.press('Alt+ArrowDown');
    const menu = page.getByRole('menu', { name: /^Colonne/ });
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(head(page, second).getByRole('button')).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await menu.getByRole('menuitem', { name: 'Masquer la colonne' }).press('Enter');
    await expect(head(page, second)).toHaveCount(0);
    await expect(page.getByRole('treegrid')).toBeFocused();
    await page.goBack();
    await expect(head(page, second)).toBeVisible();
    const count = (await headIds(page)).length;
    const fold = page.locator('.pg-sections').getByRole('button', { expanded: true }).first();
    await fold.click();
    await expect.poll(async () => (await headIds(page)).length).toBeLessThan(count);
    await page.locator('.pg-sections').getByRole('button', { expanded: false }).first().click();
    await expect.poll(async () => (await headIds(page)).length).toBe(count);
  });
});

test.describe('the hands of a spreadsheet', () => {
  test('[EDIT-01] copies and pastes blocks with French decimals and percents, larger and smaller than the target', async ({
    page,
  }) => {
    await openEdition(page);
    const values = rows(page, 'line').locator('[data-field="editionDiscount"]');
    await values.nth(0).click();
    await paste(page, '40\u00a0%\r\n50,0\r\n0,6\r\n');
    await expect.poll(() => discounts(page, 3)).toEqual(percents(40, 50, 60));
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    expect(await copied(page)).toBe('40\n50\n60');
    await expect(page.locator('footer').filter({ hasText: 'Moyenne' })).toContainText('50');
    await paste(page, '50');
    await expect.poll(() => discounts(page, 3)).toEqual(percents(50, 50, 50));
    await page.keyboard.press('Control+z');
    await expect.poll(() => discounts(page, 3)).toEqual(percents(40, 50, 60));
    await page.keyboard.press('Control+y');
    await expect.poll(() => discounts(page, 3)).toEqual(percents(50, 50, 50));
  });

  test('[EDIT-01] fills down with Ctrl+D and with the corner of the block', async ({ page }) => {
    await openEdition(page);
    const values = rows(page, 'line').locator('[data-field="editionDiscount"]');
    await values.nth(0).click();
    await paste(page, '60\n50\n50\n50');
    await expect.poll(() => discounts(page, 4)).toEqual(percents(60, 50, 50, 50));
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    await expect.poll(() => discounts(page, 4)).toEqual(percents(60, 60, 50, 50));
    await values.nth(1).click();
    const corner = await boxOf(page.locator('[data-fill]'));
    const last = await boxOf(values.nth(3));
    await page.mouse.move(corner.x + 4, corner.y + 4);
    await page.mouse.down();
    await page.mouse.move(last.x + 20, last.y + 20, SLOW);
    await page.mouse.up();
    await expect.poll(() => discounts(page, 4)).toEqual(percents(60, 60, 60, 60));
  });

  test('[EDIT-01] goes down with Enter and right with Tab, and keeps the keyboard after a click on a button', async ({
    page,
  }) => {
    await openEdition(page);
    const active = page.locator('.pg-active');
    const first = rows(page, 'line').first();
    await cell(first, 'editionDiscount').click();
    await page.keyboard.type('50');
    await page.keyboard.press('Enter');
    await expect(rows(page, 'line').nth(1).locator('.pg-active')).toHaveAttribute(
      'data-field',
      'editionDiscount',
    );
    await page.keyboard.press('Shift+Tab');
    await expect(active).toHaveAttribute('data-field', 'forecastStock');
    await page.keyboard.press('Tab');
    await expect(active).toHaveAttribute('data-field', 'editionDiscount');
    await rows(page, 'group')
      .first()
      .getByRole('button', { name: /^Fermer/ })
      .click();
    await expect(rows(page, 'line')).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await expect(rows(page, 'group').nth(1).locator('.pg-active')).toBeVisible();
  });
});

test.describe('the rows of the listing', () => {
  test('[LIST-16] [LIST-19] [CONST-11] load more in a row of 100 pixels; the open groups stay named, and lead back', async ({
    page,
  }) => {
    await page.route('**/api/projects/*/discounts?*', async (route) => {
      // Pages of five make any group long.
      const address = new URL(route.request().url());
      if (address.searchParams.get('size') === '30') address.searchParams.set('size', '5');
      await route.continue({ url: address.toString() });
    });
    await openListing(page);
    await openFirstProducts(page);
    const more = rows(page, 'more').first();
    await more.scrollIntoViewIfNeeded();
    expect((await boxOf(more)).height).toBe(100);
    expect(await more.locator('.pg-wide').evaluate((element) => getComputedStyle(element).paddingLeft)).toBe(
      '16px',
    );
    const asked = page.waitForRequest((request) => request.url().includes('after='));
    await more.getByRole('button').click();
    await asked;
    await page.getByRole('treegrid').evaluate((grid) => grid.scrollTo({ top: 500 }));
    const bar = page.locator('.pg-ancestors > div');
    await expect(bar).toContainText('›');
    await bar.click();
    await expect.poll(() => page.getByRole('treegrid').evaluate((grid) => grid.scrollTop)).toBeLessThan(200);
    await expect(page.locator('.pg-total')).toBeVisible();
  });
});

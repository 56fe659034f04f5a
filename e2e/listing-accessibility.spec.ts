import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { cell, openFirstProducts, openListing, rows } from './support/listing.ts';

test('the listing has no accessibility fault, in reading, edition and review', async ({ page }) => {
  await openListing(page, { query: '&mode=demarque' });
  await openFirstProducts(page);
  await expect(page.locator('.ls-spark').nth(3)).toBeVisible();
  const edition = await new AxeBuilder({ page }).analyze();
  expect(edition.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await page.getByRole('button', { name: /^Validation/ }).click();
  await expect(page.locator('.ls-review').first()).toBeVisible();
  const review = await new AxeBuilder({ page }).analyze();
  expect(review.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

test('opens, edits and reviews with the keyboard alone', async ({ page }) => {
  await openListing(page, { query: '&mode=demarque' });
  const grid = page.getByRole('treegrid');
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[aria-level="2"][data-kind=group]').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(rows(page, 'line').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const value = cell(rows(page, 'line').first(), 'editionDiscount').locator('.ls-discount');
  const wanted = (await value.innerText()).startsWith('60') ? '50' : '60';
  await page.keyboard.type(wanted);
  await page.keyboard.press('Enter');
  await expect(value).toHaveText(`${wanted}\u202f%`);
  await expect(grid).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(value).not.toHaveText(`${wanted}\u202f%`);
  await expect(page.getByText('Enregistré', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  const mark = rows(page, 'line').first().getByText('Revu', { exact: true });
  const reviewed = (await mark.count()) > 0;
  await page.keyboard.press(' ');
  await expect(mark).toHaveCount(reviewed ? 0 : 1);
});

test('[THEME-07] reads and reviews products as cards on a phone, and keeps everything in the width at 200 %', async ({
  page,
}) => {
  const overflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.setViewportSize({ width: 390, height: 844 });
  await openListing(page);
  await openFirstProducts(page);
  await expect(rows(page, 'line').first().locator('.ls-card')).toContainText('Stock');
  await page.getByRole('button', { name: /^Validation/ }).click();
  await expect(rows(page, 'group').first().getByRole('checkbox')).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  const cards = await new AxeBuilder({ page }).analyze();
  expect(cards.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  // A screen of 1366 × 768 at 200 %.
  await page.setViewportSize({ width: 683, height: 384 });
  await expect(page.locator('.ls-card')).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Total', exact: true })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
});

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { cell, openFirstProducts, openListing, rows } from './support/listing.ts';

/** Moves the focus with Tab, or backwards, and by the arrows in bars, until it stands on what has this name. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const label = element?.id ? document.querySelector(`label[for="${element.id}"]`) : null;
      const said = element?.getAttribute('aria-label') ?? element?.title;
      return said || label?.textContent || element?.textContent || '';
    });
  const inBar = (): Promise<number> =>
    page.evaluate(() => {
      const bar = document.activeElement?.closest('[data-roving]');
      return bar?.querySelectorAll('button:not(:disabled), a[href]').length ?? 0;
    });
  for (let press = 0; press < 60; press += 1) {
    for (let left = await inBar(); left > 0; left -= 1) {
      if (name.test(await focused())) return;
      await page.keyboard.press('ArrowRight');
    }
    if (name.test(await focused())) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${name} is not reached with ${key}`);
}

test('the listing has no accessibility fault, in reading, edition and review', async ({ page }) => {
  await openListing(page, { query: '&mode=demarque' });
  await openFirstProducts(page);
  await expect(page.locator('[data-part=sparkline]').nth(3)).toBeVisible();
  const edition = await new AxeBuilder({ page }).analyze();
  expect(edition.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await page.getByRole('button', { name: /^Revue/ }).click();
  await expect(page.locator('[data-part=review]').first()).toBeVisible();
  const review = await new AxeBuilder({ page }).analyze();
  expect(review.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

test('the panel and each dialog of the listing have no accessibility fault', async ({ page }) => {
  await openListing(page, { query: '&mode=demarque' });
  await openFirstProducts(page);
  const faults = async (part: string): Promise<string[]> => {
    const { violations } = await new AxeBuilder({ page }).include(part).analyze();
    return violations.map(({ id, nodes }) => `${part} ${id}: ${nodes[0]?.html}`);
  };
  const openings = [
    ...['Champs mis en avant…', 'Données manquantes…', 'Synchroniser depuis un projet…'].map(
      (name) => async () => {
        await page.getByRole('button', { name: 'Autres actions' }).click();
        await page.getByRole('menuitem', { name }).click();
      },
    ),
    () => page.getByRole('button', { name: 'Filtrer' }).click(),
    () => page.locator('[data-part=view]').click(),
    () => page.getByRole('button', { name: 'Colonnes' }).click(),
    () => page.getByRole('button', { name: 'Importer' }).click(),
    async () => {
      // In « Démarque » the pinned columns cover it.
      await page.getByRole('treegrid').evaluate((grid) => grid.scrollTo({ left: grid.scrollWidth }));
      await rows(page, 'line').first().locator('[data-part=state]').click();
    },
    () => page.getByRole('button', { name: /Raccourcis/ }).click(),
  ];
  for (const open of openings) {
    await open();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.locator('dialog [data-part=skeleton]')).toHaveCount(0);
    expect(await faults('dialog[open]')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await rows(page, 'line').first().locator('[data-part=title]').click();
  await expect(page.getByRole('complementary').locator('[data-part=chart]').first()).toBeVisible();
  expect(await faults('[data-part=panel]')).toEqual([]);
});

test('the rows are one link away for the keyboard, and few stops without it', async ({ page }) => {
  await openListing(page, { query: '&mode=demarque' });
  const grid = page.getByRole('treegrid');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(grid).toBeFocused();
  let stops = 0;
  for (; stops < 60; stops += 1) {
    await page.keyboard.press('Shift+Tab');
    const link = await page.evaluate(() => document.activeElement?.getAttribute('href'));
    if (link === '#contenu') break;
  }
  expect(stops).toBeLessThan(20);
});

test('what is pressed in the listing is at least 24 pixels wide and high', async ({ page }) => {
  await openListing(page, { query: '&mode=demarque' });
  const small = await page.locator('main button:visible, main a:visible').evaluateAll((all) =>
    all.flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      // The goal is a link within a line of text, which WCAG 2.5.8 lets be as high as its line.
      const inText = element.matches('[data-part=goal]');
      return width >= 23.5 && height >= 23.5
        ? []
        : inText
          ? []
          : [`${element.outerHTML.slice(0, 90)} ${width}×${height}`];
    }),
  );
  expect(small).toEqual([]);
});

test('bars, scores and marks stay visible in forced colours, and nothing moves when motion is reduced', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await openListing(page, {
    query: '&mode=inclusion&colonnes=stockDistribution,coverageScore,discountDistribution',
  });
  await openFirstProducts(page);
  await expect(page.locator('[data-part=score]').first()).toBeVisible();
  const style = (selector: string, property: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  const canvas = await style('[role=treegrid]', 'background-color');
  for (const mark of [
    '[data-part=histogram] i',
    '[data-part=histogram] u',
    '.pg-row [data-part=parts] i',
    '[data-part=rungs] i[data-chosen]',
  ])
    expect(await style(mark, 'background-color'), mark).not.toBe(canvas);
  expect(await style('[data-part=score]', 'border-top-style')).toBe('solid');
  for (const moving of ['[data-part=switch]', '[role=toolbar] button', '[data-part=caret]'])
    expect(Number.parseFloat(await style(moving, 'transition-duration')), moving).toBeLessThan(0.01);
});

test('[LIST-26] [VIEW-01] filters, keeps a view, opens, edits and reviews with the keyboard alone', async ({
  page,
}) => {
  await openListing(page, { query: '&mode=demarque' });
  const grid = page.getByRole('treegrid');
  await grid.focus();
  await tabTo(page, /^Filtrer/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, /^Champ$/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Stock total');
  await expect(page.getByRole('option', { name: 'Stock total', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await tabTo(page, /^Valeur$/);
  await page.keyboard.type('50');
  await tabTo(page, /^Voir \d/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: /Stock total ≥ 50/ })).toBeVisible();
  await tabTo(page, /^Vue de travail/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, /^Enregistrer sous/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Gros stocks');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Modifier Gros stocks' }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-part=view]')).toContainText('Gros stocks');
  await expect(rows(page, 'group').first()).toBeVisible();
  await tabTo(page, /^Produits et groupes du listing$/);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[aria-level="2"][data-kind=group]').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(rows(page, 'line').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const value = cell(rows(page, 'line').first(), 'editionDiscount').locator('[data-part=discount]');
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

/** Rows between the pinned total and the foot of the window once the grid is brought there, the cut one by its part. */
function rowsInSight(page: Page): Promise<number> {
  return page.getByRole('treegrid').evaluate((grid) => {
    grid.scrollIntoView({ block: 'end' });
    // Past the two groups that stand above the first products.
    grid.scrollTop = 140;
    const top = grid.querySelector('.pg-header')?.getBoundingClientRect().bottom ?? 0;
    const bottom = Math.min(window.innerHeight, grid.getBoundingClientRect().bottom);
    return [...grid.querySelectorAll('.pg-row')].reduce((sum, row) => {
      const box = row.getBoundingClientRect();
      return sum + Math.max(0, Math.min(box.bottom, bottom) - Math.max(box.top, top)) / box.height;
    }, 0);
  });
}

test('[THEME-07] reads and reviews products as cards on a phone, and keeps everything in the width at 200 %', async ({
  page,
}) => {
  const overflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.setViewportSize({ width: 390, height: 844 });
  await openListing(page);
  await openFirstProducts(page);
  await expect(rows(page, 'line').first().locator('[data-part=card]')).toContainText('Stock');
  await page.getByRole('button', { name: /^Revue/ }).click();
  await expect(rows(page, 'group').first().getByRole('checkbox')).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  const cards = await new AxeBuilder({ page }).analyze();
  expect(cards.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  // A screen of 1366 × 768 at 200 %.
  await page.setViewportSize({ width: 683, height: 384 });
  await expect(page.locator('[data-part=card]')).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Total', exact: true })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  // Validating lists what is to be reviewed, closed: the products are read in the listing itself.
  await openListing(page);
  await openFirstProducts(page);
  // The bars scroll away and leave the screen to the rows, compact whatever the choice: five products and part of a sixth.
  await expect.poll(() => rowsInSight(page)).toBeGreaterThan(5);
});

import { expect, test } from '@playwright/test';
import { cell, openFirstProducts, openListing, rows } from './support/listing.ts';

test.describe('the listing leads to work', () => {
  test('a link of « À traiter » opens in the mode the work needs, its groups open, the cursor on the first line', async ({
    page,
  }) => {
    const project = await openListing(page);
    await page.goto(`/project/${project}`);
    const topic = page.getByRole('listitem').filter({ hasText: 'Stock qui ne s’écoule pas' });
    await topic.getByRole('link', { name: /^Voir/ }).click();
    await expect(page.getByRole('button', { name: 'Démarque', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    const grid = page.getByRole('treegrid');
    await expect(grid).toBeFocused();
    const active = page.locator(`[id="${await grid.getAttribute('aria-activedescendant')}"]`);
    await expect(active).toHaveAttribute('data-field', 'editionDiscount');
    await expect(rows(page, 'line').first().locator('[data-field="editionDiscount"]')).toHaveId(
      (await active.getAttribute('id')) ?? '',
    );
  });

  test('a click on a discount in Lecture offers to change it, of a product and of a group', async ({
    page,
  }) => {
    await openListing(page);
    const group = rows(page, 'group').first();
    await cell(group, 'discountState').getByRole('button', { name: /%/ }).click();
    await expect(page.getByRole('dialog', { name: /^Démarque de/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await openFirstProducts(page);
    const line = rows(page, 'line').nth(1);
    const id = await line.getAttribute('data-id');
    await cell(line, 'discountState').locator('[data-part=state]').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Modifier la démarque' }).click();
    const edited = page.locator(`[role=row][data-id="${id}"] [data-field="editionDiscount"]`);
    await expect(page.getByRole('treegrid')).toHaveAttribute(
      'aria-activedescendant',
      (await edited.getAttribute('id')) ?? '',
    );
  });

  test('a group’s goal is one click away, in both densities', async ({ page }) => {
    await openListing(page);
    for (const compact of [false, true]) {
      if (compact) await page.getByRole('button', { name: 'Affichage compact' }).click();
      await rows(page, 'group').first().locator('[data-part=goal]').click();
      await expect(page.getByRole('dialog', { name: /^Objectif de/ })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });

  test('[STATE-31] compact rows say « À revoir » and by whom', async ({ page }) => {
    await openListing(page, { query: '&mode=demarque&compact=oui' });
    await openFirstProducts(page);
    const line = rows(page, 'line').nth(2);
    const id = await line.getAttribute('data-id');
    const row = page.locator(`[role=row][data-id="${id}"]`);
    const before = await cell(row, 'editionDiscount').locator('[data-part=discount]').innerText();
    await cell(row, 'editionDiscount').click();
    if ((await row.getByText('Revu', { exact: true }).count()) === 0) await page.keyboard.press('Space');
    await expect(row.getByText('Revu', { exact: true })).toHaveCount(1);
    await cell(row, 'editionDiscount').click();
    await page.keyboard.type(before.startsWith('60') ? '50' : '60');
    await page.keyboard.press('Enter');
    await expect(row.locator('[data-part=to-review]')).toContainText('À revoir');
    await expect(row.locator('[data-part=to-review]')).toContainText('Claire Vasseur');
    await expect(page.getByText('Enregistré', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(row.locator('[data-part=to-review]')).toHaveCount(0);
    await expect(page.getByText('Enregistré', { exact: true })).toBeVisible();
  });

  test('phases of the calendar open: the worked one where it is decided, the others in the overview', async ({
    page,
  }) => {
    const project = await openListing(page);
    await page.goto(`/project/${project}`);
    await page.getByRole('link', { name: 'Calendrier' }).click();
    const phases = page.getByRole('list', { name: 'Phases de Prêt-à-porter' }).first();
    await phases.getByRole('link', { name: /^Démarque 1/ }).click();
    await expect(page).toHaveURL(/#demarque-1$/);
    await expect(page.locator('#demarque-1')).toContainText('Démarque 1');
    await page.goBack();
    await phases.getByRole('link', { name: /travaillée/ }).click();
    await expect(page).toHaveURL(/mode=demarque/);
    await expect(page.getByRole('treegrid')).toBeFocused();
  });

  test('compact rows are proposed once on a laptop’s screen; the specified heights stay until they are chosen', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await openListing(page);
    const group = rows(page, 'group').first();
    expect((await group.boundingBox())?.height).toBe(114);
    await page.getByRole('button', { name: 'Passer en compact' }).click();
    await expect.poll(async () => (await group.boundingBox())?.height).toBe(66);
    await page.getByRole('button', { name: 'Affichage compact' }).click();
    await expect.poll(async () => (await group.boundingBox())?.height).toBe(114);
    await expect(page.locator('[data-part=density-proposal]')).toHaveCount(0);
  });

  test('a group of « Tableau » stands beside its references, and its link leads to its products', async ({
    page,
  }) => {
    await openListing(page);
    await page.getByRole('button', { name: 'Tableau', exact: true }).click();
    const table = page.getByRole('region', { name: 'Produits par' });
    const row = table
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first();
    await expect(row.getByRole('img', { name: /^CA prévu .* Ne rien faire .* Max CA/ })).toBeVisible();
    await expect(row.getByRole('img', { name: /^Produits par démarque/ })).toBeVisible();
    const name = await row.getByRole('link').innerText();
    await row.getByRole('link').click();
    await expect(page.getByRole('treegrid')).toBeFocused();
    await expect(page.getByRole('button', { name: new RegExp(`Filtrer.*${name}`) })).toBeVisible();
    await expect(rows(page, 'line').first()).toBeVisible();
  });

  test('below 1264 pixels products are cards, a discount is changed in the panel over them', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1200, height: 768 });
    await openListing(page);
    await openFirstProducts(page);
    const card = rows(page, 'line').first().locator('[data-part=card]');
    await expect(card).toContainText('Couverture');
    await expect(page.getByRole('columnheader', { name: 'Total', exact: true })).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Mode d’édition' })).toHaveCount(0);
    await card.locator('[data-part=title]').click();
    const panel = page.locator('[data-part=panel]');
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(1200);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  });
});

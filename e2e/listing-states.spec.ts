import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { askAs } from './support/figures.ts';
import { openListing, rows } from './support/listing.ts';

interface Prepared {
  _id: string;
  snapshot?: { status: string };
}

test.describe('the listing’s sizes and states', () => {
  test('[ROUTE-11] the listing takes the whole width, other screens keep a margin', async ({ page }) => {
    await page.setViewportSize({ width: 1900, height: 900 });
    await openListing(page);
    const widthOf = (selector: string): Promise<number> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect().width);
    expect(await widthOf('main')).toBe(1900);
    await page.goto('/operations');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await widthOf('main > *')).toBeLessThan(1900);
  });

  test('[LIST-19] the row that shows more is 100 px high with 16 px around', async ({ page }) => {
    await openListing(page);
    await page.goto(`${page.url().split('?')[0]}?vue=e2e&grouper=-`);
    const more = rows(page, 'more').first();
    await expect(async () => {
      await page.getByRole('treegrid').hover();
      await page.mouse.wheel(0, 4000);
      await expect(more).toBeVisible({ timeout: 500 });
    }).toPass();
    expect((await more.boundingBox())?.height).toBe(100);
    expect(await more.locator('.pg-wide').evaluate((element) => getComputedStyle(element).paddingLeft)).toBe(
      '16px',
    );
  });

  test('[STATE-17] a refresh keeps the rows shown and says that it runs', async ({ page }) => {
    await openListing(page);
    const count = await rows(page, 'group').count();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/projects/*/discounts/groups?*', async (route) => {
      await held.promise;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Autres actions' }).click();
    await page.getByRole('menuitem', { name: 'Actualiser' }).click();
    await expect(page.getByRole('progressbar', { name: 'Actualisation' })).toBeVisible();
    expect(await rows(page, 'group').count()).toBe(count);
    held.resolve();
    await expect(page.getByRole('progressbar', { name: 'Actualisation' })).toHaveCount(0);
  });

  test('[STATE-15] [LIST-20] [LIST-15] the older dashboard loads, then shows 20 groups of 96 px, 48 in compact', async ({
    page,
  }) => {
    const project = await openListing(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/projects/*/discounts/stats*', async (route) => {
      await held.promise;
      await route.fallback();
    });
    const asked = page.waitForRequest((request) => /\/discounts\/groups\?.*size=20/.test(request.url()));
    await page.getByRole('button', { name: 'Tableau', exact: true }).click();
    await asked;
    const distribution = page.getByRole('region', { name: 'Répartition des démarques' }).getByRole('table');
    await expect(distribution).toHaveCount(0);
    held.resolve();
    await expect(distribution).toBeVisible();
    const groups = page.getByRole('region', { name: 'Produits par' }).locator('tbody tr');
    const row = groups.filter({ has: page.getByRole('link') }).first();
    const height = async (): Promise<number> => Math.round((await row.boundingBox())?.height ?? 0);
    await expect.poll(height).toBe(96);
    await page.getByRole('button', { name: 'Affichage compact' }).click();
    await expect.poll(height).toBe(48);
    await page.getByRole('button', { name: 'Affichage compact' }).click();
    await page.getByRole('button', { name: 'Listing', exact: true }).click();
    expect(page.url()).toContain(project);
  });

  test('[ENT-24] what one prefers is kept in the browser', async ({ page }) => {
    await openListing(page);
    await page.getByRole('button', { name: 'Affichage compact' }).click();
    await page.getByRole('button', { name: 'Optimiser' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Trier par').selectOption({ label: 'CA' });
    await dialog.getByRole('button', { name: 'Masquer Écoulement' }).click();
    await page.keyboard.press('Escape');
    await page.locator('[data-part=view]').click();
    await page.locator('[data-part=view-name]').first().click();
    await page.getByRole('button', { name: 'Tableau', exact: true }).click();
    const kept = await page.evaluate(() => ({ ...localStorage }));
    expect(Object.keys(kept)).toEqual(
      expect.arrayContaining(['optimisation-goal-sort', 'optimisation-goal-hidden', 'listing-display-mode']),
    );
    await page.reload();
    await expect(page.getByRole('region', { name: 'Produits par' }).getByRole('table')).toBeVisible();
    await page.getByRole('button', { name: 'Listing', exact: true }).click();
    await expect(rows(page, 'group').first()).toBeVisible();
    expect(Math.round((await rows(page, 'group').first().boundingBox())?.height ?? 0)).toBe(66);
    await page.getByRole('button', { name: 'Optimiser' }).click();
    await expect(dialog.getByLabel('Trier par')).toHaveValue('sales');
    await expect(dialog.getByRole('radio', { name: 'Écoulement' })).toHaveCount(0);
  });

  test('[IMPEX-01] exports what is seen', async ({ page }) => {
    await openListing(page, { query: '&q=robe' });
    await page.getByRole('button', { name: 'Exporter' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^Listing \(CSV\)/ }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.split('\n').length).toBeGreaterThan(2);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
  });

  test('[ERR-05] says a group that did not load, in its row, and loads it on retry', async ({ page }) => {
    await openListing(page);
    let failing = true;
    await page.route('**/api/projects/*/discounts/groups?*', (route) =>
      failing
        ? route.fulfill({ status: 500, json: { error: 'Pas de réponse en 10 s', code: 'internal' } })
        : route.fallback(),
    );
    await rows(page, 'group')
      .first()
      .getByRole('button', { name: /^Ouvrir/ })
      .click();
    await expect(rows(page, 'group').first()).toContainText('Pas de réponse en 10 s');
    failing = false;
    await rows(page, 'group').first().getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.locator('[role=row][aria-level="2"]').first()).toBeVisible();
  });

  test('[STATE-05] [SERIES-05] a project that takes no product says so instead of a listing, and offers no series', async ({
    page,
  }) => {
    const api = askAs(page);
    await openListing(page);
    const nothing = { field: 'brand', operator: 'equals', value: 'Aucune marque' };
    const { _id } = await api.send<{ _id: string }>('POST', '/projects', {
      ...{ name: `Vide ${Date.now()}/Essai`, end_date: '2026-08-26', discount_pct_range: [20, 30, 40] },
      phases: [{ name: 'Première', start_date: '2026-07-08' }],
      selection: { item_query: { combinator: 'and', rules: [nothing] } },
    });
    const readiness = async (): Promise<string> => {
      const { data } = await api.get<{ data: Prepared[] }>('/projects');
      return data.find((project) => project._id === _id)?.snapshot?.status ?? 'requested';
    };
    await expect.poll(readiness, { timeout: 240_000 }).not.toMatch(/requested|running/);
    await page.goto(`/project/${_id}/listing`);
    await expect(page.getByRole('heading', { name: 'Ce projet n’a aucun produit' })).toBeVisible();
    await expect(page.getByText(/Sa sélection ne prend aucun produit des fichiers reçus/)).toBeVisible();
    await expect(page.getByRole('treegrid')).toHaveCount(0);
    const screens = page.getByRole('navigation', { name: 'Écrans' });
    await expect(screens.getByRole('link', { name: 'Listing' })).toBeVisible();
    await expect(screens.getByRole('link', { name: 'Reporting' })).toHaveCount(0);
    await api.remove(`/projects/${_id}`);
  });
});

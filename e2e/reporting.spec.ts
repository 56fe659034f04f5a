import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/sign-in.ts';

const grid = (page: Page) => page.getByRole('treegrid', { name: 'Séries par groupe' });
const chips = (page: Page) => page.getByRole('list', { name: 'Séries comparées' });
const reference = (page: Page) => chips(page).getByRole('button', { pressed: true });
/** The address of the demo's Prêt-à-porter femme, its group and its operation. */
async function places(page: Page): Promise<{ project: string; others: string[] }> {
  const address = async (prefix: string, text: string | RegExp) => {
    const link = page.locator(`main table a[href^="${prefix}"]`).filter({ hasText: text }).first();
    return (await link.getAttribute('href')) ?? '';
  };
  return {
    project: await address('/project/', 'Prêt-à-porter'),
    others: [await address('/project-group/', 'Femme'), await address('/operation/', 'Soldes été')],
  };
}

test.describe('reporting', () => {
  test('[REP-01] [ROUTE-06] [SERIES-01] [SERIES-02] [SERIES-03] compares series; its address says all of it', async ({
    page,
    context,
  }) => {
    await signIn(page);
    await page.locator('main table a[href^="/project/"]').first().waitFor();
    const { project, others } = await places(page);
    await page.goto(project);
    await page.getByRole('link', { name: 'Reporting', exact: true }).click();
    await expect(grid(page).getByRole('columnheader', { name: /^CA net TTC/ })).toBeVisible();
    // At least two series, so that one is read against the other.
    if (
      (await chips(page)
        .getByRole('button', { name: /prendre comme référence$/ })
        .count()) < 2
    ) {
      await page.getByLabel('Ajouter une série').first().click();
      await page.getByRole('option').first().click();
    }
    await chips(page)
      .getByRole('button', { name: /prendre comme référence$/, pressed: false })
      .first()
      .click();
    const name = (await reference(page).getAttribute('aria-label')) ?? '';
    await expect(grid(page).getByRole('columnheader', { name: / \/ / }).first()).toBeVisible();

    // A group closes and opens; what it holds goes and comes back.
    const close = grid(page)
      .getByRole('button', { name: /^Fermer / })
      .first();
    const group = ((await close.getAttribute('aria-label')) ?? '').replace('Fermer ', '');
    await close.click();
    await expect(grid(page).getByRole('button', { name: `Ouvrir ${group}` })).toBeVisible();
    // Dimensions change places by keyboard, and the server is asked for them.
    const reordered = page.waitForResponse(
      (answer) => answer.url().includes('/series/report') && answer.url().includes('dimensions=family'),
    );
    await page.getByRole('button', { name: 'Section', exact: true }).press('Alt+ArrowRight');
    expect((await reordered).status()).toBe(200);
    const before = await grid(page).locator('[data-kind=total]').textContent();
    const cut = page.waitForResponse((answer) => answer.url().includes('to_date='));
    await page.getByLabel('Jusqu’au', { exact: true }).press('Alt+ArrowDown');
    await page.getByRole('gridcell').getByRole('button').and(page.locator(':enabled')).first().click();
    expect((await cut).status()).toBe(200);
    await expect(grid(page).locator('[data-kind=total]')).not.toHaveText(before ?? '');
    await page.getByRole('button', { name: 'Écarts', exact: true }).click();
    await expect(page.getByRole('heading', { name: /^Écart de CA/ })).toBeVisible();

    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByRole('heading', { name: /^Écart de CA/ })).toBeVisible();
    await expect(reference(other)).toHaveAttribute('aria-label', name);
    await expect(other.getByLabel('Jusqu’au', { exact: true })).toHaveValue(
      await page.getByLabel('Jusqu’au', { exact: true }).inputValue(),
    );
    await expect(grid(other).locator('[data-kind=total]')).toHaveText(
      (await grid(page).locator('[data-kind=total]').textContent()) ?? '',
    );
    await other.close();

    await page.getByRole('button', { name: 'Exporter', exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV$/ }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n')[0]).toContain('Niveau;Famille;Section;CA net TTC');
    expect(text.split('\r\n')[1]).toMatch(/^0;Total;/);

    for (const collection of others) {
      await page.goto(`${collection}/reporting`);
      await expect(grid(page)).toBeVisible();
    }
  });
});

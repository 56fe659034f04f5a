import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/sign-in.ts';

const PROJECT = 'Soldes été 2026/Femme/Prêt-à-porter';
const grid = (page: Page) => page.getByRole('treegrid', { name: 'Séries par groupe' });
const total = (page: Page) => grid(page).locator('[data-kind=total]');
const chip = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Séries comparées' })
    .locator('[data-part=serie]')
    .filter({ hasText: name })
    .locator('[aria-pressed]');
const until = (page: Page) => page.getByLabel('Jusqu’au', { exact: true });
const reportWith = (page: Page, part: string) =>
  page.waitForResponse((answer) => answer.url().includes('/series/report?') && answer.url().includes(part));

/** Codes of products of a project, asked of the server as its screens do. */
async function someProducts(page: Page, id: string): Promise<string[]> {
  const asked = page.waitForRequest(
    (request) => request.url().includes('/api/') && 'authorization' in request.headers(),
  );
  await page.goto(`/project/${id}`);
  const authorization = (await asked).headers().authorization ?? '';
  const answer = await page.request.get(`/api/projects/${id}/discounts?size=12`, {
    headers: { authorization },
  });
  const { data } = (await answer.json()) as { data: { item_group_id: string }[] };
  return data.map(({ item_group_id }) => item_group_id);
}

test.describe('reporting', () => {
  test('[SERIES-04] [SERIES-01] [SERIES-02] [SERIES-03] [REP-01] [ROUTE-06] imports a serie, compares it, and its address says it all', async ({
    page,
    context,
  }) => {
    await signIn(page);
    const link = page.locator('main table a[href^="/project/"]').filter({ hasText: 'Prêt-à-porter' }).first();
    const id = ((await link.getAttribute('href')) ?? '').replace('/project/', '');
    const others = await Promise.all(
      [['/project-group/', 'Femme'] as const, ['/operation/', 'Soldes été'] as const].map(([prefix, text]) =>
        page
          .locator(`main table a[href^="${prefix}"]`)
          .filter({ hasText: text })
          .first()
          .getAttribute('href'),
      ),
    );
    const products = await someProducts(page, id);
    await page.getByRole('link', { name: 'Reporting', exact: true }).click();
    await expect(grid(page).getByRole('columnheader', { name: /^CA net TTC/ })).toBeVisible();

    // What the buyer had planned, from a file; a row of no product is named and stops nothing.
    const rows = [...products, 'inconnu'].map(
      (code) => `${PROJECT};${code};3;12;30;Budget acheteur;03/07/2026`,
    );
    await page.getByRole('button', { name: 'Importer des séries' }).click();
    await page.getByLabel('Choisir des fichiers').setInputFiles({
      ...{ name: 'budget.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(['projet;code_produit;demarque;quantite;taux;serie;date', ...rows].join('\n')),
    });
    await expect(page.getByRole('cell', { name: 'inconnu', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Comparer cette série' }).click();
    await expect(chip(page, 'Budget acheteur')).toContainText('3 juil. 2026');
    await chip(page, 'Budget acheteur').click();
    await expect(grid(page).getByRole('columnheader', { name: 'Plan / Budget' }).first()).toBeVisible();
    await expect(total(page).locator('[data-field="sales:0:gap"]')).toHaveText(/%$/);

    // Two dimensions are two levels; they change places by keyboard, and a group closes.
    const reordered = reportWith(page, 'dimensions=family%2Csection');
    await page.getByRole('button', { name: 'Rayon', exact: true }).press('Alt+ArrowRight');
    expect((await reordered).status()).toBe(200);
    await grid(page)
      .getByRole('button', { name: /^Fermer / })
      .first()
      .click();
    const folded = grid(page).getByRole('button', { name: /^Ouvrir / });
    await expect(folded).toHaveCount(1);
    const before = await total(page).textContent();
    const cut = reportWith(page, 'to_date=2026-07-10');
    await until(page).fill('10/07/2026');
    expect((await cut).status()).toBe(200);
    await expect(total(page)).not.toHaveText(before ?? '');
    await page.getByRole('button', { name: 'Écarts', exact: true }).click();

    // The address alone, in another tab.
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByRole('heading', { name: /^Écart de CA par / })).toBeVisible();
    await expect(chip(other, 'Budget acheteur')).toHaveAttribute('aria-pressed', 'true');
    await expect(until(other)).toHaveValue('10/07/2026');
    await expect(total(other)).toHaveText((await total(page).textContent()) ?? '');
    await expect(grid(other).getByRole('button', { name: /^Ouvrir / })).toHaveCount(1);
    await other.close();

    await page.getByRole('button', { name: 'Exporter', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /CSV$/ }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).replace('\ufeff', '').split('\r\n');
    // Runs of other journeys may stand between the two.
    expect(lines[0]).toMatch(/^Niveau;Famille;Rayon;CA net TTC : Plan;(.+;)?CA net TTC : Budget acheteur;/);
    expect(lines[0]).toContain(';CA net TTC : écart Plan / Budget acheteur (%)');
    expect(lines[1]).toMatch(/^0;Total;;[\d,]+;/);

    for (const collection of others) {
      await page.goto(`${collection}/reporting`);
      await expect(grid(page)).toBeVisible();
      // What was chosen goes into the last part of the address, which opens the same again.
      await page.getByRole('button', { name: 'Écarts', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${collection}/reporting/.+`));
      await page.reload();
      await expect(grid(page)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Écarts', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
    }
  });
});

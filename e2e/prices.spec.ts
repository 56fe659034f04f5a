import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { openListing } from './support/listing.ts';

/** Columns of the rows of a price file. */
function rowsOf(path: string): Record<string, string>[] {
  const [heads = [], ...rows] = readFileSync(path, 'utf8')
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'));
  return rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at] ?? ''])));
}

test('[API-22] the menu offers the prices of each decided phase, and says which are not validated', async ({
  page,
}) => {
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1366, height: 768 },
  ]) {
    await page.setViewportSize(size);
    await openListing(page);
    await page.getByRole('button', { name: 'Exporter' }).click();
    const menu = page.getByRole('menu', { name: 'Exporter' });
    await expect(menu.getByRole('menuitem', { name: /non validée/ })).toHaveCount(2);
    await expect(menu.getByRole('menuitem', { name: /(?<!non )validée/ })).toHaveCount(4);
    const box = await menu.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= size.width).toBe(true);
    await page.screenshot({ path: test.info().outputPath(`prices-${size.width}.png`) });
  }
  const files = new Map<string, string>();
  for (const name of [/^Démarque 1 .* CSV$/, /non validée .* CSV$/]) {
    if (!(await page.getByRole('menu', { name: 'Exporter' }).isVisible()))
      await page.getByRole('button', { name: 'Exporter' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ]);
    files.set(download.suggestedFilename(), await download.path());
  }
  const [[first = '', firstPath = ''] = [], [worked = '', workedPath = ''] = []] = [...files];
  expect(first).toMatch(/ - Démarque 1 du 2026-06-24\.csv$/);
  expect(
    new Set(rowsOf(firstPath).map((row) => `${row['À partir du']} ${row['Jusqu’au']} ${row.Statut}`)),
  ).toEqual(new Set(['24/06/2026 30/06/2026 Validée']));
  expect(worked).toMatch(/ - Démarque 3 du 2026-07-08 - non validée\.csv$/);
  for (const row of rowsOf(workedPath)) expect(row.Statut).toMatch(/non validée$/i);
});

test('the prices of a phase are explained, made a file that is kept, and told when they change', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openListing(page);
  await page.getByRole('link', { name: 'Prix', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Prix de la démarque 2/ })).toBeVisible();
  await page.getByRole('button', { name: 'Démarque 3', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Prix de la démarque 3/ })).toBeVisible();
  await page.getByRole('button', { name: /annoncés à moins/ }).click();
  const rows = page.getByRole('region', { name: 'Prix par produit' }).locator('tbody tr');
  await expect(rows.first()).toContainText(/sur \d/);
  await rows
    .first()
    .getByRole('button', { name: /^Ouvrir les tailles/ })
    .click();
  await expect(rows.nth(1)).toContainText(/\d,\d{2}/);
  await rows.first().click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('heading', { name: /^Pourquoi \d+\s% et non \d+\s%/ })).toBeVisible();
  await expect(panel.getByRole('img', { name: /^Prix de chaque jour/ })).toBeVisible();
  await expect(panel.getByText('Étiquette imprimée')).toBeVisible();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Télécharger [\d\s]+ prix$/ }).click();
  const file = await download;
  const sent = page.getByRole('region', { name: 'Fichiers déjà envoyés' }).getByRole('row');
  await expect(sent.nth(1)).toContainText(file.suggestedFilename());
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    sent
      .nth(1)
      .getByRole('button', { name: /^Télécharger de nouveau/ })
      .click(),
  ]);
  expect(readFileSync(await again.path()).equals(readFileSync(await file.path()))).toBe(true);
  const [proof] = await Promise.all([
    page.waitForEvent('popup'),
    sent
      .nth(1)
      .getByRole('button', { name: /^Page à imprimer/ })
      .click(),
  ]);
  await expect(proof.getByRole('heading', { level: 1, name: /Démarque 3/ })).toBeVisible();
  await expect(proof.getByText(file.suggestedFilename())).toBeVisible();
});

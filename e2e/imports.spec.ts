import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { signIn, USERS } from './support/sign-in.ts';

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('input[type=file]').setInputFiles(files);

async function launch(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Importer (le fichier|\d+ fichiers)/ }).click();
  await expect(page.getByText('Terminé', { exact: true })).toBeVisible({ timeout: 60_000 });
}

const column = (page: Page, heading: string) => page.getByLabel(`Champ Palier pour ${heading}`);

test('[IMPEX-03] files in their own words: columns checked on 20 rows and remembered, a finding excluded and taken back, refused rows corrected and sent again', async ({
  page,
}) => {
  const items = 'RFX;LBL;PVX\nEX-1;Cape de pluie;80,00\nEX-2;Cape de laine;cher\n';
  await signIn(page, USERS.newcomer);
  await page.goto('/import');
  await choose(page, file('extraction mai.csv', items));
  await page.getByLabel('Contenu de extraction mai.csv').selectOption({ label: 'Produits' });
  await column(page, 'RFX').selectOption({ label: 'Code produit (nécessaire)' });
  await column(page, 'LBL').selectOption({ label: 'Libellé' });
  await column(page, 'PVX').selectOption({ label: 'Prix TTC' });
  await page.getByText('2 premières lignes du fichier').click();
  await expect(page.getByRole('cell', { name: 'Cape de laine', exact: true })).toBeVisible();
  await launch(page);

  const costs = page.getByRole('listitem').filter({ hasText: 'sans coût' });
  await costs.getByRole('button', { name: 'Exclure' }).click();
  await expect(costs).toContainText('écartés des projets par Camille Martin');
  await page.reload();
  await expect(costs.getByText('Exclu', { exact: true })).toBeVisible();
  await costs.getByRole('button', { name: 'Annuler' }).click();
  await expect(costs.getByRole('button', { name: 'Exclure' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '1 ligne refusée' }).first().click();
  const refused = readFileSync(await (await download).path(), 'utf8');
  expect(refused).toContain('EX-2;Cape de laine;cher');
  await page.goto('/import');
  await choose(page, file('corrigé.csv', refused.replace('cher', '95,00')));
  await expect(page.getByText('Colonnes du dernier import de ce format')).toBeVisible();
  await expect(column(page, 'PVX')).toHaveValue('price');
  await launch(page);
  await expect(page.getByRole('button', { name: /refusée/ })).toHaveCount(0);
});

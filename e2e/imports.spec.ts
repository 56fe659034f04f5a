import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { importChecked } from './support/import-files.ts';
import { rows } from './support/listing.ts';
import { signIn, USERS } from './support/sign-in.ts';

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.getByLabel('Choisir des fichiers').setInputFiles(files);

async function launch(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Contrôler (le fichier|\d+ fichiers)/ }).click();
  await importChecked(page);
  await expect(page.getByText('Terminé', { exact: true })).toBeVisible({ timeout: 180_000 });
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

test.describe('control before import', () => {
  const items = [
    'code produit;libellé;marque;prix TTC;prix de revient;stock',
    ...Array.from({ length: 12 }, (_, index) => `CT-${index};Robe ${index};Lune;50,00;20,00;10`),
  ].join('\n');
  const headings = 'date;code produit;magasin;quantité;montant\n';
  const sale = (index: number) =>
    `2026-0${5 + (index % 2)}-${String((index % 27) + 1).padStart(2, '0')};CT-${index % 12};${index % 3 === 0 ? 'Lyon' : 'Paris'};2;100,00`;
  const sales = `${headings}${Array.from({ length: 40 }, (_, index) => sale(index)).join('\n')}\n`;

  async function check(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
    await page.goto('/import');
    await choose(page, ...files);
    await page.getByRole('button', { name: /^Contrôler/ }).click();
    await expect(page.getByRole('heading', { name: 'Fichiers lus' })).toBeVisible({ timeout: 180_000 });
  }

  test('files are checked, answered and imported; the version before is one click away; an operation comes next', async ({
    page,
  }) => {
    await signIn(page, USERS.newcomer);
    await check(page, file('articles.csv', items), file('ventes.csv', sales));
    const effect = page.getByRole('region', { name: 'Ce qui va changer' });
    await expect(effect.getByRole('columnheader')).toContainText(['Paris', 'Lyon', 'Total']);
    await page.getByRole('button', { name: 'Importer 64 lignes de 2 fichiers' }).click();
    await expect(page.getByText('Terminé', { exact: true })).toBeVisible({ timeout: 180_000 });
    await expect(
      page.getByRole('link', { name: /^Créer une opération avec ces \d+ produits$/ }),
    ).toBeVisible();

    // Fewer sales than what is there: it is asked, nothing is ticked, and Import waits.
    await page.goto('/import');
    await choose(page, file('ventes.csv', sales.split('\n').slice(0, 8).join('\n')));
    await page.getByRole('button', { name: 'Remplacer' }).click();
    await page.getByRole('button', { name: /^Contrôler/ }).click();
    const question = page.getByRole('region', { name: /Cet import retire/ });
    await expect(question).toBeVisible({ timeout: 180_000 });
    await expect(question.getByRole('radio', { checked: true })).toHaveCount(0);
    const publish = page.getByRole('button', { name: /^Importer .+ lignes? de/ });
    await expect(publish).toBeDisabled();
    await expect(page.getByText('Une question attend votre réponse.')).toBeVisible();
    await question.getByRole('radio', { name: /^Retirer/ }).check();
    await expect(publish).toBeEnabled();
    await publish.click();
    await expect(page.getByText('Terminé', { exact: true })).toBeVisible({ timeout: 180_000 });

    // And back.
    await page.goto('/import');
    const versions = page.getByRole('region', { name: 'Versions' });
    await versions
      .getByRole('button', { name: /^Revenir à la version du/ })
      .first()
      .click();
    const difference = page.getByRole('region', { name: /^Revenir à la version du/ });
    await expect(difference.getByRole('row', { name: /^Pièces vendues/ })).toContainText('+66');
    await difference.getByRole('button', { name: 'Revenir à cette version' }).click();
    await expect(versions.getByText(/retour à la version du/)).toBeVisible();
    await expect(versions.getByText('en place', { exact: true })).toHaveCount(1);
  });

  test('the till’s totals come with the others, any line may have the headings, and an import is undone in one click', async ({
    page,
  }) => {
    await signIn(page, USERS.newcomer);
    await page.goto('/import');
    await choose(page, file('etat.csv', 'Société;;\nA;B;C\nCode produit;Taille;Stock\nCT-1;M;4\nCT-2;M;5\n'));
    await expect(column(page, 'Stock')).toBeVisible();
    await page.getByText(/premières lignes du fichier, titres en ligne 3/).click();
    await page.getByRole('button', { name: 'Titres ici' }).nth(1).click();
    await expect(column(page, 'B')).toBeVisible();

    const august = `${headings}2026-08-03;CT-1;Lyon;2;100,00\n`;
    const till = 'Mois;Magasin;CA TTC\n2026-08;Lyon;500\n';
    const notes = file('notes.csv', 'Ordre du jour;Qui\nBudget;Anne\n');
    await check(page, file('ventes.csv', august), file('caisse.csv', till), notes);
    const read = page.getByRole('region', { name: 'Fichiers lus' });
    await expect(read.getByRole('row', { name: /^caisse\.csv/ })).toContainText('Contrôle');
    await expect(read.getByRole('row', { name: /^notes\.csv/ })).toContainText('Ne sera pas importé');
    const gaps = page.getByRole('list', { name: 'Écarts à la caisse' });
    await expect(gaps).toContainText(/août 2026, Lyon.*de moins que la caisse/);
    await importChecked(page);
    await page.getByRole('button', { name: 'Annuler cet import' }).click({ timeout: 180_000 });
    await expect(page.getByText(/L’import est annulé/)).toBeVisible();

    await page.goto('/import');
    const versions = page.getByRole('region', { name: 'Versions' });
    await expect(versions.getByText(/retour à la version du/).first()).toBeVisible();
    // The till's total that came with the sales went with them.
    await expect(page.getByRole('button', { name: 'Retirer le total de Août 2026, Lyon' })).toHaveCount(0);
  });

  test('settings are seen by all, and changed by who may validate', async ({ page }) => {
    await signIn(page, USERS.merchandiser);
    await page.goto('/import');
    await page.getByRole('link', { name: 'Paramètres' }).click();
    const settings = page.getByRole('region', { name: 'Contrôle des imports' });
    await expect(settings).toContainText('seul qui règle l’organisation les change');
    await expect(settings.getByLabel('Écart toléré à la caisse')).toHaveValue('0,1');
    await expect(settings.getByLabel('Écart toléré à la caisse')).toBeDisabled();
    await expect(settings.getByRole('button', { name: 'Enregistrer' })).toBeDisabled();
    for (const name of ['Valeur des invendus', 'Seuil de perte'])
      await expect(
        page.getByRole('region', { name }).getByRole('button', { name: 'Enregistrer' }),
      ).toBeDisabled();
    await expect(page.getByLabel('Signaler une baisse de plus de')).toBeDisabled();
  });

  test('who may validate sets what a leftover keeps, and from which loss a plan is said to lose', async ({
    page,
  }) => {
    await signIn(page, USERS.newcomer);
    await page.getByRole('button', { name: /^Compte/ }).click();
    await page.getByRole('menuitem', { name: 'Paramètres de l’enseigne' }).click();
    const loss = page.getByRole('region', { name: 'Seuil de perte' });
    await expect(loss.getByLabel('Signaler une baisse de plus de')).toHaveValue('2');
    await loss.getByLabel('Signaler une baisse de plus de').fill('140');
    await expect(loss.getByRole('alert')).toHaveText(/^Donnez une part de 0 à 100\s%\.$/);
    await expect(loss.getByRole('button', { name: 'Enregistrer' })).toBeDisabled();
    await loss.getByLabel('Signaler une baisse de plus de').fill('3,5');
    const kept = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/loss-threshold') && answer.request().method() === 'PUT',
    );
    await loss.getByRole('button', { name: 'Enregistrer' }).click();
    expect((await kept).status()).toBe(200);
    const residual = page.getByRole('region', { name: 'Valeur des invendus' });
    await expect(residual.getByRole('textbox', { name: 'Valeur 1' })).toHaveValue('Permanent');
    await residual.getByRole('button', { name: 'Valeur', exact: true }).click();
    await residual.getByRole('textbox', { name: 'Valeur 2' }).fill('Capsule');
    await residual.getByLabel('Part gardée 2').fill('140');
    await expect(residual.getByRole('alert')).toHaveText(
      /^Donnez la part que garde «\sCapsule\s», de 0 à 100\s%\.$/,
    );
    await residual.getByLabel('Part gardée 2').fill('40');
    const written = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/residual-value') && answer.request().method() === 'PUT',
    );
    await residual.getByRole('button', { name: 'Enregistrer' }).click();
    expect((await written).status()).toBe(200);
    await page.reload();
    await expect(loss.getByLabel('Signaler une baisse de plus de')).toHaveValue('3,5');
    // By name.
    await expect(residual.getByRole('textbox', { name: 'Valeur 1' })).toHaveValue('Capsule');
    await expect(residual.getByLabel('Part gardée 1')).toHaveValue('40');
    // As they were, for the journeys that follow.
    await residual.getByRole('button', { name: 'Retirer la valeur 1' }).click();
    const back = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/residual-value') && answer.request().method() === 'PUT',
    );
    await residual.getByRole('button', { name: 'Enregistrer' }).click();
    await back;
    await loss.getByLabel('Signaler une baisse de plus de').fill('2');
    await loss.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(loss.getByRole('button', { name: 'Enregistrer' })).toBeDisabled();
  });

  test('an operation of the products of an import, not of all there are; those that come later join it', async ({
    page,
  }) => {
    // A brand of this run: the organisation keeps what an earlier one imported.
    const run = Date.now();
    const brand = `Zéphyr ${run}`;
    const article = (code: string, of: string) => `${code}-${run};Cape;${of};50,00;20,00;5`;
    const send = async (...rows: string[]): Promise<void> => {
      const headings = 'code produit;libellé;marque;prix TTC;prix de revient;stock';
      await check(page, file('articles.csv', [headings, ...rows].join('\n')));
      await importChecked(page);
      await expect(page.getByText('Terminé', { exact: true })).toBeVisible({ timeout: 180_000 });
    };
    await signIn(page, USERS.newcomer);
    await send(article('ZA-1', `Ancienne ${run}`));
    await send(article('ZE-1', brand), article('ZE-2', brand));
    await page.getByRole('link', { name: 'Créer une opération avec ces 2 produits' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nouvelle opération' });
    const next = dialog.getByRole('button', { name: 'Suivant' });
    await dialog.getByLabel('Opération', { exact: true }).fill(`Essai ${run}`);
    await dialog.getByLabel('Nom du projet').fill('Zéphyr');
    await next.click();
    await next.click();
    await expect(dialog.getByRole('button', { name: `Retirer ${brand}`, exact: true })).toBeVisible();
    await expect(dialog.getByRole('status')).toContainText(/Produits pris\s: 2,/);
    await next.click();
    await dialog.getByRole('button', { name: 'Créer le projet' }).click();
    await expect(page).toHaveURL(/\/project\//);
    const listing = `${new URL(page.url()).pathname.replace(/(\/project\/[^/]+).*/, '$1')}/listing`;

    const products = async (...codes: string[]): Promise<void> => {
      await page.goto(listing);
      const group = rows(page, 'group').first();
      await group.getByRole('button', { name: /^Ouvrir/ }).click({ timeout: 90_000 });
      await expect(rows(page, 'line')).toHaveCount(codes.length, { timeout: 180_000 });
      for (const code of codes)
        await expect(rows(page, 'line').filter({ hasText: `${code}-${run}` })).toHaveCount(1);
    };
    await products('ZE-1', 'ZE-2');
    await send(article('ZE-3', brand), article('ZA-2', `Ancienne ${run}`));
    await products('ZE-1', 'ZE-2', 'ZE-3');
  });

  test('a check that is given up changes nothing', async ({ page }) => {
    await signIn(page, USERS.newcomer);
    await check(page, file('ventes.csv', `${headings}2026-07-03;CT-1;Lyon;900;45000,00\n`));
    await page.getByRole('button', { name: 'Abandonner', exact: true }).click();
    await expect(page).toHaveURL(/\/import$/);
    await expect(page.getByText('Abandonné', { exact: true }).first()).toBeVisible();
  });
});

import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { DMC_MAPPING, dmcFiles, hasDmc } from './support/dmc2018.ts';
import { importChecked } from './support/import-files.ts';
import { cell, rows } from './support/listing.ts';
import { shoeShopFiles } from './support/shoe-shop.ts';
import { signIn, USERS } from './support/sign-in.ts';

interface FilePayload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** What one customer brings and what must come out of it. */
interface Customer {
  name: string;
  files: () => FilePayload[];
  /** Rows that the import keeps, as its report writes them. */
  kept: RegExp;
  project: string;
}

const text = (name: string, content: string): FilePayload => ({
  name,
  mimeType: name.endsWith('.json') ? 'application/json' : 'text/csv',
  buffer: Buffer.from(content),
});

const SHOES: Customer = {
  name: 'a shoe shop with English headings',
  files: () => shoeShopFiles().map((file) => text(file.name, file.text)),
  kept: /1\s668/,
  project: 'Chaussures',
};

const DMC: Customer = {
  name: 'a real online shop with its own headings and a mapping file',
  files: () => [
    ...dmcFiles().map((path) => text(path.split('/').at(-1) ?? path, readFileSync(path, 'utf8'))),
    text('mapping.json', JSON.stringify(DMC_MAPPING)),
  ],
  kept: /\d/,
  project: 'Sport',
};

async function importFiles(page: Page, customer: Customer): Promise<void> {
  await page.goto('/import');
  await page.getByLabel('Choisir des fichiers').setInputFiles(customer.files());
  await page.getByRole('button', { name: /^Contrôler \d+ fichiers/ }).click();
  await importChecked(page, 90_000);
  await expect(page.getByText('Terminé', { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('heading', { name: 'Fichiers lus' })).toBeVisible();
  await expect(page.locator('main')).toContainText(customer.kept);
}

async function createProject(page: Page, customer: Customer): Promise<void> {
  await page.goto('/operations');
  await page.getByRole('button', { name: 'Nouvelle opération' }).first().click();
  await page.getByLabel('Opération', { exact: true }).fill('Soldes');
  await page.getByLabel('Nom du projet').fill(customer.project);
  await page.getByRole('button', { name: 'Suivant' }).click();
  await page.getByRole('button', { name: 'Suivant' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Produits pris\s*:\s*\d/ })).toBeVisible();
  await page.getByRole('button', { name: 'Suivant' }).click();
  await page.getByRole('button', { name: 'Créer le projet' }).click();
  await expect(page).toHaveURL(/\/project\//);
}

/** Opens the listing once the project's figures are computed. */
async function openListing(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Listing', exact: true }).click();
  await expect(rows(page, 'group').first()).toBeVisible({ timeout: 90_000 });
  await rows(page, 'group')
    .first()
    .getByRole('button', { name: /^Ouvrir/ })
    .click();
  await expect(rows(page, 'line').first()).toBeVisible();
}

async function editFirstLine(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Démarque', exact: true }).click();
  const line = rows(page, 'line').first();
  const id = (await line.getAttribute('data-id')) ?? '';
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/discounts'),
  );
  await cell(line, 'editionDiscount').click();
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  await expect(cell(line, 'editionDiscount')).toContainText(/30\s%/);
  expect((await saved).status()).toBe(200);
  return id;
}

async function optimise(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Lecture' }).click();
  await page.getByRole('button', { name: 'Optimiser', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Marge/ }).check();
  await dialog.getByRole('button', { name: /^Optimiser [\d\s]+produit/ }).click();
  await expect(dialog).toBeHidden({ timeout: 240_000 });
  await expect(rows(page, 'group').first()).toContainText('objectif Marge');
}

async function reviewAndValidate(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Revue/ }).click();
  const marked = page.waitForResponse((answer) => /\/reviews?(\?|$)/.test(answer.url()));
  await rows(page, 'group').first().getByRole('checkbox').first().click();
  expect((await marked).ok()).toBe(true);
  await page.getByRole('button', { name: 'Valider la démarque 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Valider la démarque 1' }).click();
  const signed = page.getByRole('dialog', { name: /^Démarque 1 validée/ });
  await expect(signed.getByRole('button', { name: 'Télécharger les prix des magasins' })).toBeEnabled({
    timeout: 240_000,
  });
  await signed.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(page.getByRole('button', { name: 'Valider la démarque 2' })).toBeVisible({ timeout: 240_000 });
}

async function exportListing(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter', exact: true }).click();
  await page.getByRole('menuitem', { name: /CSV/ }).first().click();
  return readFileSync(await (await download).path(), 'utf8');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Compte/ }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
}

for (const customer of [SHOES, DMC]) {
  test(`[AUTH-01] [AUTH-07] [IMPEX-03] [PROJ-03] [EDIT-01] [OPT-05] [EDIT-05] [STATE-25] [IMPEX-01] a season of ${customer.name}: import, project, discount, optimise, review, validate, export`, async ({
    page,
  }) => {
    test.skip(customer === DMC && !hasDmc, 'the real shop’s files are not beside this checkout');
    await signIn(page, USERS.newcomer);
    await importFiles(page, customer);
    await createProject(page, customer);
    await openListing(page);
    await editFirstLine(page);
    await optimise(page);
    await reviewAndValidate(page);
    const csv = await exportListing(page);
    expect(csv.split('\n').length).toBeGreaterThan(20);
    expect(csv).toContain(';');
    await signOut(page);
  });
}

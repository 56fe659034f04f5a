import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { askAs } from './support/figures.ts';
import { signIn, USERS } from './support/sign-in.ts';

interface Settings {
  featured_fields: string[];
  dashboard_columns: string[];
  unavailableFields: string[];
  exportTemplates: object[];
}

/** The settings page of the administrator, whose changes are for everybody: they are taken back at the end. */
async function withSettings(page: Page, act: () => Promise<void>): Promise<void> {
  const asker = askAs(page);
  await signIn(page, USERS.lead, '/settings');
  await expect(page.getByRole('region', { name: 'Champs masqués' })).toBeVisible();
  const { featured_fields, dashboard_columns, unavailableFields, exportTemplates } =
    await asker.get<Settings>('/settings');
  try {
    await act();
  } finally {
    await asker.send('PUT', '/settings', {
      ...{ featured_fields, dashboard_columns, unavailableFields, exportTemplates },
    });
  }
}

async function save(page: Page, card: string): Promise<void> {
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/api/settings'),
  );
  await page.getByRole('region', { name: card }).getByRole('button', { name: 'Enregistrer' }).click();
  expect((await saved).status()).toBe(200);
}

/** A listing as somebody opens it who never did: no view of hers, nothing kept by the browser. */
async function newcomer(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, USERS.merchandiser);
  const link = page.locator('main table a[href^="/project/"]').filter({ hasText: 'Prêt-à-porter' }).first();
  await page.goto(`${await link.getAttribute('href')}/listing`);
  await expect(page.getByRole('treegrid')).toBeVisible();
  return page;
}

const head = (page: Page, column: string) => page.locator(`[data-head-column="${column}"]`);

test('[VIEW-06] [VIEW-07] [IMPEX-01] an administrator sets what listings open with and the files they give', async ({
  page,
  browser,
}) => {
  await withSettings(page, async () => {
    const start = page.getByRole('region', { name: 'Listing au départ' });
    const columns = start.getByRole('list', { name: 'Colonnes' });
    await columns.getByRole('button', { name: 'Retirer Stock total' }).click();
    await start.getByLabel('Ajouter une colonne').click();
    await page.getByPlaceholder('Chercher').fill('stock au prix');
    await page.keyboard.press('Enter');
    await expect(columns.getByRole('listitem').last()).toContainText('Stock au prix de vente');
    await start.getByRole('button', { name: 'Monter Couleur' }).click();
    await save(page, 'Listing au départ');
    const files = page.getByRole('region', { name: 'Fichiers du listing' });
    await files.getByRole('button', { name: 'Retirer Listing (CSV)' }).click();
    await files.getByRole('button', { name: 'Ajouter un listing' }).click();
    await files.getByLabel('Nom du fichier 6').fill('Suivi hebdo');
    await files.getByLabel('Format du fichier 6').selectOption('csv');
    await files.getByText('colonnes choisies').click();
    await files.getByRole('button', { name: 'Retirer Prix TTC' }).click();
    await save(page, 'Fichiers du listing');

    const marion = await newcomer(browser);
    await expect(head(marion, 'stockRetailValue')).toHaveCount(1);
    await expect(head(marion, 'stockTotal')).toHaveCount(0);
    await marion.getByRole('button', { name: 'Exporter' }).click();
    await expect(marion.getByRole('menuitem', { name: 'Listing (CSV)' })).toHaveCount(0);
    const downloading = marion.waitForEvent('download');
    await marion.getByRole('menuitem', { name: 'Suivi hebdo' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toContain('Suivi hebdo.csv');
    const [heading = ''] = readFileSync(await download.path(), 'utf8').split('\n');
    expect(heading).toContain('Code produit;Libellé;Couleur;Marque');
    expect(heading).toContain('Stock au prix de vente');
    expect(heading).not.toContain('Prix TTC');
    await marion.context().close();
  });
});

test('[FIELD-13] a section that is hidden is in no column, filter, rule nor featured field; taken back, it is again', async ({
  page,
  browser,
}) => {
  await withSettings(page, async () => {
    const card = page.getByRole('region', { name: 'Champs masqués' });
    const hide = async (name: string) => {
      await card.getByLabel('Masquer un champ ou une section').click();
      await page.getByPlaceholder('Chercher').fill(name);
      await page.locator('[role=option]').getByText(name, { exact: true }).click();
    };
    await hide('Toute la section « Couverture »');
    await hide('Marque');
    await save(page, 'Champs masqués');

    const marion = await newcomer(browser);
    await expect(head(marion, 'price')).toHaveCount(1);
    await expect(head(marion, 'coverageScore')).toHaveCount(0);
    await marion.getByRole('button', { name: 'Colonnes', exact: true }).click();
    const chooser = marion.getByRole('dialog', { name: 'Colonnes' });
    await expect(chooser.getByRole('group', { name: /^Stock/ })).toBeVisible();
    await expect(chooser.getByRole('group', { name: /^Couverture/ })).toHaveCount(0);
    const listing = marion.url();
    await marion.goto(`${new URL(listing).pathname.replace(/\/listing$/, '')}/rules`);
    await marion.getByRole('button', { name: 'Nouvelle règle' }).first().click();
    await marion.getByRole('button', { name: 'Condition' }).first().click();
    await marion.getByLabel('Champ', { exact: true }).first().click();
    await marion.getByPlaceholder('Chercher').fill('couverture');
    await expect(marion.getByText('Rien de ce nom.')).toBeVisible();
    await marion.getByPlaceholder('Chercher').fill('marque');
    await expect(marion.locator('[role=option]').getByText('Marque', { exact: true })).toHaveCount(0);
    await marion.context().close();

    await card.getByRole('button', { name: 'Ne plus masquer : Toute la section « Couverture »' }).click();
    await expect(card.getByText('Toute la section')).toHaveCount(0);
    await save(page, 'Champs masqués');
  });
});

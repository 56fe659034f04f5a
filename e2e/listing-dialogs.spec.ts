import { expect, test } from '@playwright/test';
import { cell, openFirstProducts, openListing, rows } from './support/listing.ts';
import { USERS } from './support/sign-in.ts';

const EDITION = '&mode=demarque';

/** Another level than the one shown, as it is typed. */
const otherLevel = (shown: string): string => (shown.startsWith('60') ? '50' : '60');

test.describe('the listing’s dialogs', () => {
  test('[LIST-11] a file says its effect and its refused rows, is applied and undone as one', async ({
    page,
  }) => {
    await openListing(page, { query: EDITION });
    await openFirstProducts(page);
    const line = rows(page, 'line').nth(0);
    const value = cell(line, 'editionDiscount').locator('[data-part=discount]');
    const former = await value.innerText();
    const wanted = otherLevel(former);
    const code = (await line.locator('[data-part=code]').innerText()).split(' · ')[0];
    await page.getByRole('button', { name: 'Importer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'comité.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`code_produit;demarque;commentaire\n${code};${wanted} %;Comité\nZZ-404;20;\n`),
    });
    await expect(dialog.getByRole('row', { name: /ZZ-404/ })).toContainText('produit inconnu');
    await expect(dialog.getByRole('row', { name: /Stock restant/ })).toBeVisible();
    await expect(
      dialog.getByRole('table', { name: 'Changements' }).getByRole('row', { name: `${code}` }),
    ).toContainText(`${wanted}\u202f%`);
    await dialog.getByRole('button', { name: 'Appliquer à 1 produit' }).click();
    await expect(value).toHaveText(`${wanted}\u202f%`);
    await page.keyboard.press('Control+z');
    await expect(value).toHaveText(former);
  });

  test('[EDIT-03] a comment goes with an edit, and the team reads it beside the product', async ({
    page,
  }) => {
    await openListing(page, { query: EDITION });
    await openFirstProducts(page);
    const line = rows(page, 'line').nth(1);
    const value = cell(line, 'editionDiscount').locator('[data-part=discount]');
    const wanted = otherLevel(await value.innerText());
    const saved = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/discounts'),
    );
    await cell(line, 'editionDiscount').click();
    await page.keyboard.type(wanted);
    await page.keyboard.press('Shift+F2');
    await page.keyboard.type('Il reste du 36 à Lyon');
    await page.keyboard.press('Enter');
    await expect(value).toHaveText(`${wanted}\u202f%`);
    expect(Object.values((await saved).postDataJSON())).toMatchObject([{ comment: 'Il reste du 36 à Lyon' }]);
    await line.locator('[data-part=title]').click();
    const panel = page.getByRole('complementary');
    await expect(panel.locator('[data-part=comments]')).toContainText('Il reste du 36 à Lyon');
    await panel.getByLabel('Écrire un commentaire').fill('Transfert parti ce matin');
    await panel.getByRole('button', { name: 'Publier' }).click();
    await expect(panel.locator('[data-part=comments]')).toContainText('Transfert parti ce matin');
  });

  test('[VIEW-08] a view is edited, then given up or saved', async ({ page }) => {
    await openListing(page);
    await page.locator('[data-part=view]').click();
    await page.getByRole('button', { name: 'Enregistrer sous…' }).click();
    await page.getByRole('dialog').getByLabel('Nom').fill('Vue du lundi');
    await page.getByRole('dialog').locator('form').getByRole('button', { name: 'Enregistrer' }).click();
    const edit = async (name: string): Promise<void> => {
      await page
        .getByRole('button', { name: /^Modifier Vue/ })
        .first()
        .click();
      const band = page.getByRole('form', { name: 'Modification de la vue' });
      await band.getByLabel('Nom').fill(name);
      await page.getByRole('button', { name: /^Ne plus grouper par Marque/ }).click({ force: true });
    };
    await edit('Vue perdue');
    await page.getByRole('button', { name: 'Renoncer' }).click();
    await expect(page.locator('[data-part=view]')).toContainText('Vue du lundi');
    await expect(page.getByRole('button', { name: /^Ne plus grouper par Marque/ })).toHaveCount(1);
    await page.locator('[data-part=view]').click();
    await edit('Vue du mardi');
    await page.getByRole('button', { name: 'Enregistrer la vue' }).click();
    await expect(page.locator('[data-part=view]')).toContainText('Vue du mardi');
    await page.reload();
    await expect(page.locator('[data-part=view]')).toContainText('Vue du mardi');
    await expect(page.getByRole('button', { name: /^Ne plus grouper par Marque/ })).toHaveCount(0);
    await page.locator('[data-part=view]').click();
    await page.getByRole('button', { name: 'Supprimer Vue du mardi' }).click();
    await page.getByRole('button', { name: 'Confirmer' }).click();
    await expect(page.locator('[data-part=view-name]', { hasText: 'Vue du mardi' })).toHaveCount(0);
  });

  test('[LIST-08] the fields put forward are shown under the products’ names, in their order', async ({
    page,
  }) => {
    await openListing(page);
    await openFirstProducts(page);
    await page.getByRole('button', { name: 'Autres actions' }).click();
    await page.getByRole('menuitem', { name: 'Champs mis en avant…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Chercher un champ').fill('sous-fam');
    await dialog.getByLabel('Sous-famille', { exact: true }).check();
    for (let step = 0; step < 3; step += 1)
      await dialog.getByRole('button', { name: 'Monter Sous-famille' }).click();
    await dialog.getByRole('button', { name: 'Mettre en avant' }).click();
    const shown = rows(page, 'line').first().locator('[data-part=code]');
    await expect.poll(async () => (await shown.innerText()).split(' · ').length).toBe(4);
    await expect(shown).not.toContainText(/^[A-Z]{2}-/);
  });

  test('[LIST-12] [EDIT-06] takes another project’s discounts after saying how many differ, undone as one', async ({
    page,
  }) => {
    await openListing(page);
    const listed = page.waitForResponse(
      (answer) => new URL(answer.url()).pathname === '/api/projects' && answer.ok(),
    );
    await page.reload();
    const { data } = (await (await listed).json()) as { data: { _id: string; name: string }[] };
    const sale = data.find(({ name }) => name.startsWith('Ventes privées'));
    await page.goto(`/project/${sale?._id}/listing?vue=e2e&grouper=family`);
    await expect(rows(page, 'group').first()).toBeVisible();
    const mean = page.locator('.pg-total [data-part=discount]');
    const former = await mean.innerText();
    await page.getByRole('button', { name: 'Autres actions' }).click();
    await page.getByRole('menuitem', { name: 'Synchroniser depuis un projet…' }).click();
    const dialog = page.getByRole('dialog');
    const source = dialog.getByRole('radio', { name: /Soldes été 2026.*différentes sur/ });
    await source.check();
    const sent = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/discounts/sync'),
    );
    await dialog.getByRole('button', { name: /^Reprendre [\d\s]+ démarques/ }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      source_project_id: data.find(({ name }) => name === 'Soldes été 2026/Femme/Prêt-à-porter')?._id,
    });
    await expect(dialog).toHaveCount(0);
    await expect(mean).not.toHaveText(former);
    await page.keyboard.press('Control+z');
    await expect(mean).toHaveText(former);
  });

  test('[LIST-10] [OPT-03] [OPT-05] [OPT-11] a group’s goal is chosen among those not hidden, for the products that the organisation lets one choose', async ({
    page,
  }) => {
    await openListing(page);
    await rows(page, 'group')
      .first()
      .locator('[data-field="product"]')
      .click({ button: 'right', position: { x: 60, y: 20 } });
    await page.getByRole('menuitem', { name: 'Objectif du groupe…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('row', { name: /^Actuel/ })).toBeVisible();
    await dialog.getByLabel('Produits concernés').selectOption({ label: 'Ceux qui sont inclus' });
    await dialog.getByRole('button', { name: 'Masquer CA' }).click();
    await expect(dialog.getByRole('radio', { name: 'CA' })).toHaveCount(0);
    await dialog.getByRole('button', { name: /^Montrer les objectifs masqués/ }).click();
    await dialog.getByRole('button', { name: 'Montrer CA' }).click();
    await expect(dialog.getByRole('radio', { name: 'CA' })).toHaveCount(1);
    await page.route('**/discounts/optimizations', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 409, json: { error: 'Projet verrouillé.', code: 'conflict' } })
        : route.fallback(),
    );
    const sent = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/discounts/optimizations'),
    );
    await dialog.getByRole('button', { name: /^Optimiser [1-9]/ }).click();
    expect((await sent).postDataJSON()).toMatchObject({ scope: 'included', keep_discount_pct_user: true });
    await expect(dialog.getByRole('alert')).toContainText('Projet verrouillé.');
    // Choices by hand are kept unless it is unticked.
    await dialog.getByLabel('Garder les démarques choisies à la main').uncheck();
    const again = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/discounts/optimizations'),
    );
    await dialog.getByRole('button', { name: /^Optimiser [1-9]/ }).click();
    expect((await again).postDataJSON()).toMatchObject({ keep_discount_pct_user: false });
    await page.route('**/api/settings', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), useScenarioScope: false } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Optimiser', exact: true }).click();
    await expect(dialog.getByRole('row', { name: /^Actuel/ })).toBeVisible();
    await expect(dialog.getByLabel('Produits concernés')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('[EDIT-08] a goal shows at once on its product, and goes back when it is refused', async ({
    page,
  }) => {
    await openListing(page, { query: '&colonnes=optimizationGoal' });
    await openFirstProducts(page);
    const line = rows(page, 'line').first();
    const goal = cell(line, 'optimizationGoal');
    const former = await goal.innerText();
    const refusal = Promise.withResolvers<void>();
    await page.route('**/api/projects/*/discounts/optimizations*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await refusal.promise;
      await route.fulfill({ status: 409, json: { error: 'Projet verrouillé.', code: 'conflict' } });
    });
    await goal.getByRole('button').click();
    const wanted = former === 'CA' ? 'Marge' : 'CA';
    await page.getByRole('dialog').getByRole('radio', { name: wanted }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Optimiser 1 produit' }).click();
    await expect(goal).toHaveText(wanted);
    refusal.resolve();
    await expect(goal).toHaveText(former);
  });

  test('[STATE-20] leaving with edits that wait for the connection asks, then shows the stored values', async ({
    page,
  }) => {
    await openListing(page, { query: EDITION });
    await openFirstProducts(page);
    const value = cell(rows(page, 'line').nth(2), 'editionDiscount').locator('[data-part=discount]');
    const former = await value.innerText();
    await page.route('**/api/projects/*/discounts', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    );
    await cell(rows(page, 'line').nth(2), 'editionDiscount').click();
    await page.keyboard.type(otherLevel(former));
    await page.keyboard.press('Enter');
    await expect(page.getByText(/non envoyée/)).toBeVisible();
    await page.getByRole('button', { name: 'Lecture' }).click();
    await page.getByRole('button', { name: 'Rester en édition' }).click();
    await expect(value).not.toHaveText(former);
    await page.getByRole('button', { name: 'Lecture' }).click();
    await page.getByRole('button', { name: 'Y renoncer et quitter' }).click();
    await page.getByRole('button', { name: 'Démarque', exact: true }).click();
    await expect(value).toHaveText(former);
  });

  test('a colleague’s edit shows without a reload; both at once ask which to keep, by name', async ({
    page,
    browser,
  }) => {
    await openListing(page, { query: EDITION });
    await openFirstProducts(page);
    const context = await browser.newContext();
    const other = await context.newPage();
    await openListing(other, { user: USERS.merchandiser, query: EDITION });
    await openFirstProducts(other);
    // By its code: the row of that place is another once the grid has moved.
    const [code = ''] = (await rows(page, 'line').nth(3).locator('[data-part=code]').innerText()).split(' ');
    const lineOn = (screen: typeof page) => rows(screen, 'line').filter({ hasText: code });
    const valueOn = (screen: typeof page) =>
      cell(lineOn(screen), 'editionDiscount').locator('[data-part=discount]');
    const type = async (screen: typeof page, level: string): Promise<void> => {
      await cell(lineOn(screen), 'editionDiscount').click();
      await screen.keyboard.type(level);
      await screen.keyboard.press('Enter');
    };
    const first = otherLevel(await valueOn(page).innerText());
    await type(other, first);
    await expect(valueOn(page)).toHaveText(`${first}\u202f%`);
    await expect(lineOn(page)).toContainText('Marion');
    // The colleague's edit is decided on a line that changes before it leaves.
    await other.route('**/api/projects/*/discounts', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    );
    await type(other, '40');
    await expect(other.getByText(/non envoyée/)).toBeVisible();
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && /\/projects\/[^/]+\/discounts$/.test(answer.url()),
    );
    await type(page, first === '60' ? '50' : '60');
    expect((await saved).status()).toBe(200);
    await other.unroute('**/api/projects/*/discounts');
    await other.getByText(/non envoyée/).click();
    const dialog = other.getByRole('dialog');
    await expect(dialog).toContainText('modifié par Claire Vasseur');
    await dialog.getByRole('button', { name: 'Mettre 40' }).click();
    await expect(valueOn(page)).toHaveText('40\u202f%');
    await context.close();
  });
});

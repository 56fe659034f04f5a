import { expect, test } from '@playwright/test';
import { cell, openFirstProducts, openListing, rows } from './support/listing.ts';

test.describe('the listing', () => {
  test('[LIST-01] [LIST-02] [LIST-21] [LIST-24] opens groups down to products, a level by grouping field', async ({
    page,
  }) => {
    const project = await openListing(page);
    const answered = page.waitForRequest(
      (request) => request.url().includes('/discounts?') && request.url().includes('size=30'),
    );
    await openFirstProducts(page);
    expect(new URL((await answered).url()).searchParams.get('excludes')).toContain('daily_sales_qty_history');
    const indent = async (level: number): Promise<number> =>
      page
        .locator(`[role=row][aria-level="${level}"] [data-part=indent]`)
        .first()
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingLeft));
    expect((await indent(2)) - (await indent(1))).toBe(36);
    const group = page.locator('[role=row][aria-level="2"]').first();
    await group.getByRole('button', { name: /^Fermer/ }).click();
    await expect(rows(page, 'line')).toHaveCount(0);
    await page.getByRole('button', { name: /^Ne plus grouper par Famille/ }).click({ force: true });
    await page.getByLabel('Ajouter un niveau').click();
    await page.getByRole('option', { name: 'Couleur', exact: true }).click();
    await expect(page).toHaveURL(/grouper=brand(%2C|,)color/);
    await page.goto(`/project/${project}/listing?vue=e2e&grouper=brand,color`);
    await openFirstProducts(page);
  });

  test('[LIST-03] opens and closes everything', async ({ page }) => {
    await openListing(page);
    // The references of the groups are asked for by the same fields.
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname.endsWith('/discounts/groups') && searchParams.get('by') === 'family,brand';
    });
    await page.getByRole('button', { name: 'Autres actions' }).click();
    await page.getByRole('menuitem', { name: 'Tout ouvrir' }).click();
    await expect(rows(page, 'line').first()).toBeVisible();
    // A level in one request, and of each group only what the columns show.
    expect(new URL((await asked).url()).searchParams.has('fields')).toBe(true);
    await page.getByRole('button', { name: 'Autres actions' }).click();
    await page.getByRole('menuitem', { name: 'Tout fermer' }).click();
    await expect(page.locator('[role=row][aria-level="2"]')).toHaveCount(0);
    await rows(page, 'group')
      .first()
      .getByRole('button', { name: /^Ouvrir/ })
      .click();
    await expect(page.locator('[role=row][aria-level="2"][aria-expanded=false]').first()).toBeVisible();
    await expect(rows(page, 'line')).toHaveCount(0);
  });

  test('[LIST-05] [LIST-18] [STORE-03] has two densities, the compact one kept on reload', async ({
    page,
  }) => {
    await openListing(page);
    await openFirstProducts(page);
    const height = async (kind: 'group' | 'line'): Promise<number> =>
      (await rows(page, kind).first().boundingBox())?.height ?? 0;
    expect([await height('group'), await height('line')]).toEqual([114, 96]);
    await page.getByRole('button', { name: 'Affichage compact' }).click();
    await expect.poll(() => height('line')).toBe(48);
    expect(await height('group')).toBe(66);
    expect(await page.evaluate(() => localStorage.getItem('listing-display-mode'))).toContain('compact');
    await page.reload();
    await expect.poll(() => height('group')).toBe(66);
  });

  test('[LIST-06] fills the screen, and Escape gives it back', async ({ page }) => {
    await openListing(page);
    await page.getByRole('button', { name: 'Plein écran' }).click();
    await expect(page.getByRole('banner')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('banner')).toBeVisible();
  });

  test('[LIST-25] [LIST-27] sorts by the key metric and searches as one types', async ({ page }) => {
    await openListing(page);
    const asked = page.waitForRequest((request) => request.url().includes('sort=stock_qty'));
    await page.getByRole('columnheader').getByRole('button', { name: 'Total', exact: true }).click();
    expect(new URL((await asked).url()).searchParams.get('order')).toBe('desc');
    const head = page.getByRole('columnheader', { name: 'Total', exact: true });
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    const again = page.waitForRequest((request) => request.url().includes('order=asc'));
    await head.getByRole('button').click();
    expect(new URL((await again).url()).searchParams.get('sort')).toBe('stock_qty');
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    const stocks = async (): Promise<number[]> =>
      (await rows(page, 'group').locator('[data-field="stockTotal"]').allInnerTexts()).map((text) =>
        Number(text.split('\n')[0]?.replace(/\D/g, '')),
      );
    const isRising = async (): Promise<boolean> => {
      const shown = await stocks();
      return (
        shown.length > 2 && shown.every((stock, index) => index === 0 || stock >= (shown[index - 1] ?? 0))
      );
    };
    await expect.poll(isRising).toBe(true);
    await expect(page.locator('[data-part=totals]')).toContainText('produit');
    const before = await page.locator('[data-part=totals]').innerText();
    await page.getByRole('searchbox', { name: 'Nom ou code' }).fill('robe');
    await expect.poll(() => page.locator('[data-part=totals]').innerText()).not.toBe(before);
    expect(page.url()).toContain('q=robe');
  });

  test('[STATE-19] [EDIT-01] [COL-36] edits a discount: effect at once, kept after a reload', async ({
    page,
  }) => {
    await openListing(page);
    await expect(page.locator('[data-field="editionDiscount"]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Démarque', exact: true }).click();
    await openFirstProducts(page);
    const line = rows(page, 'line').nth(1);
    const id = await line.getAttribute('data-id');
    const value = cell(line, 'editionDiscount').locator('[data-part=discount]');
    const wanted = (await value.innerText()).startsWith('60') ? '50' : '60';
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().endsWith('/discounts'),
    );
    await cell(line, 'editionDiscount').click();
    await page.keyboard.type(wanted);
    await expect(page.getByText('choisi', { exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(value).toHaveText(`${wanted}\u202f%`);
    await expect(page.getByText('1 modification', { exact: true })).toBeVisible();
    const answer = await saved;
    expect(answer.ok()).toBe(true);
    expect(answer.request().postDataJSON()).toMatchObject({
      [id ?? '']: { discount_pct_user: Number(wanted) },
    });
    await expect(page).toHaveURL(/ouverts=/);
    await page.reload();
    await expect(page.locator(`[data-id="${id}"] [data-part=discount]`)).toHaveText(`${wanted}\u202f%`);
  });

  test('[EDIT-07] gives the former discount back when the server refuses', async ({ page }) => {
    await openListing(page, { query: '&mode=demarque' });
    await openFirstProducts(page);
    const value = cell(rows(page, 'line').nth(2), 'editionDiscount').locator('[data-part=discount]');
    const former = await value.innerText();
    const wanted = former.startsWith('60') ? '50' : '60';
    const refusal = Promise.withResolvers<void>();
    await page.route('**/api/projects/*/discounts', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await refusal.promise;
      await route.fulfill({ status: 500, json: { error: 'Boum', code: 'internal' } });
    });
    await cell(rows(page, 'line').nth(2), 'editionDiscount').click();
    await page.keyboard.type(wanted);
    await page.keyboard.press('Enter');
    await expect(value).toHaveText(`${wanted}\u202f%`);
    refusal.resolve();
    await expect(value).toHaveText(former);
    await expect(page.getByText('Boum')).toBeVisible();
  });

  test('keeps edits while the server is away and sends them when it is back', async ({ page }) => {
    await openListing(page, { query: '&mode=demarque' });
    await openFirstProducts(page);
    const line = rows(page, 'line').nth(3);
    const value = cell(line, 'editionDiscount').locator('[data-part=discount]');
    const wanted = (await value.innerText()).startsWith('60') ? '50' : '60';
    await page.route('**/api/projects/*/discounts', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    );
    await cell(line, 'editionDiscount').click();
    await page.keyboard.type(wanted);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/non envoyée/)).toBeVisible();
    await expect(value).toHaveText(`${wanted}\u202f%`);
    await page.unroute('**/api/projects/*/discounts');
    await page.getByText(/non envoyée/).click();
    await expect(page.getByText('Enregistré', { exact: true })).toBeVisible();
  });

  test('[EDIT-02] edits a whole group after saying how many and the effect, and undoes it', async ({
    page,
  }) => {
    await openListing(page, { query: '&mode=demarque' });
    const group = rows(page, 'group').nth(1);
    const mean = cell(group, 'editionDiscount').locator('[data-part=discount]');
    const former = await mean.innerText();
    await cell(group, 'editionDiscount').click();
    await page.keyboard.type('60');
    await page.keyboard.press('Enter');
    const apply = page.getByRole('dialog').getByRole('button', { name: /^Donner 60/ });
    await expect(apply).toBeEnabled();
    await expect(page.getByRole('dialog').getByRole('row', { name: /^Stock restant/ })).toBeVisible();
    await apply.click();
    await expect(mean).not.toHaveText(former);
    // The dialog has an « Annuler » too, which only closes it.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await expect(mean).toHaveText(former);
  });

  test('[STATE-31] [EDIT-05] [LIST-13] reviews products from the keyboard', async ({ page }) => {
    await openListing(page);
    await page.getByRole('button', { name: /^Revue/ }).click();
    await expect(
      page
        .locator('[data-part=effects]')
        .getByText(/à revoir$/)
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Actualisation' })).toHaveCount(0);
    await openFirstProducts(page);
    const line = rows(page, 'line').first();
    const id = await line.getAttribute('data-id');
    const reviewed = page.waitForResponse((response) => response.url().endsWith(`/discounts/${id}/review`));
    await cell(line, 'price').click();
    await page.keyboard.press(' ');
    await expect(line.getByRole('checkbox')).toBeChecked();
    expect((await reviewed).request().method()).toBe('PUT');
    await page.getByRole('button', { name: 'Revus', exact: true }).click();
    await expect(page.locator('[data-part=totals]')).toContainText('sur');
    await page.getByRole('button', { name: /^Revue/ }).click();
    await expect(page.locator('[data-part=effects]').getByText('CA prévu')).toBeVisible();
  });

  test('[LIST-07] [VIEW-01] [VALID-09] saves the listing as a view and opens it again', async ({ page }) => {
    await openListing(page);
    await page.locator('[data-part=view]').click();
    await page.getByRole('button', { name: 'Enregistrer sous…' }).click();
    const created = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/views'),
    );
    await page.getByRole('dialog').locator('form').getByRole('button', { name: 'Enregistrer' }).click();
    expect((await created).postDataJSON()).toMatchObject({ name: 'New View', shared: false });
    await expect(page.locator('[data-part=view-name]', { hasText: 'New View' }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Ne plus grouper par Marque/ }).click({ force: true });
    await expect(page.getByText('· modifiée')).toBeVisible();
    await page.goBack();
    await expect(page.getByText('· modifiée')).toBeHidden();
  });

  test('[COL-48] [COL-42] [COL-01] [LIST-04] [STORE-04] [STORE-05] chooses columns by section, kept without saving a view', async ({
    page,
  }) => {
    const project = await openListing(page);
    await page.goto(`/project/${project}/dashboard`);
    const section = page.getByRole('columnheader', { name: 'Stock', exact: true });
    await expect(section).toHaveAttribute('aria-colspan', '2');
    // Each section shown is named over its columns, all of them.
    const spans = await page
      .locator('[role=columnheader][aria-colspan]')
      .evaluateAll((heads) =>
        heads.map((one) => [one.textContent ?? '', Number(one.getAttribute('aria-colspan'))] as const),
      );
    expect(spans.map(([label]) => label).filter((label) => label.trim() === '')).toEqual([]);
    const shownColumns = await page.locator('[data-head-column]').count();
    expect(spans.reduce((sum, [, span]) => sum + span, 0)).toBe(shownColumns);
    await page.getByRole('button', { name: 'Colonnes' }).click();
    const drawer = page.getByRole('dialog');
    const sections = await drawer
      .locator('legend')
      .evaluateAll((legends) => legends.map((legend) => legend.firstChild?.textContent));
    expect(sections).toEqual([
      'Produit',
      'Stock',
      'Couverture',
      'Ventes',
      'Ventes (Qté)',
      'Ventes (CA)',
      'Ventes (Taux dem.)',
      'Atterrissage (avant démarque)',
      'Prévision (toutes démarques)',
      'Prévision (démarque travaillée)',
      'Démarque',
      'Performance (toutes démarques)',
      'Performance (démarque en cours)',
    ]);
    for (const fixed of ['Produit', 'Démarque', 'Inclusion'])
      await expect(drawer.getByRole('checkbox', { name: fixed, exact: true })).toHaveCount(0);
    await drawer.getByLabel('Stock total').uncheck();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-head-column="stockTotal"]')).toHaveCount(0);
    await expect(page.getByText('· modifiée')).toBeVisible();
    const view = await page.locator('[data-part=view]').innerText();
    await page.goto('/operations');
    await page.goto(`/project/${project}/dashboard`);
    await expect(page.locator('[data-head-column="stockDistribution"]')).toBeVisible();
    await expect(page.locator('[data-head-column="stockTotal"]')).toHaveCount(0);
    expect(await page.locator('[data-part=view]').innerText()).toBe(view);
  });

  test('[COL-38] shows something in every column, of a group as of a product', async ({ page }) => {
    await openListing(page);
    await openFirstProducts(page);
    const columns = await page
      .locator('[data-head-column]')
      .evaluateAll((heads) => heads.map((head) => head.getAttribute('data-head-column') ?? ''));
    expect(columns.length).toBeGreaterThan(8);
    for (const kind of ['group', 'line'] as const)
      for (const column of columns) {
        const drawn = cell(rows(page, kind).first(), column);
        await expect(drawn, `${column} of a ${kind}`).toHaveCount(1);
        await expect.poll(() => drawn.innerHTML(), `${column} of a ${kind}`).not.toBe('');
      }
  });

  test('[COL-40] resizes a column up to 420 pixels', async ({ page }) => {
    await openListing(page);
    const head = page.locator('[data-head-column="stockTotal"]');
    const box = await head.boundingBox();
    if (!box) throw new Error('no header');
    await page.mouse.move(box.x + box.width - 1, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 1000, box.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await head.boundingBox())?.width).toBe(420);
    await page.reload();
    await expect.poll(async () => (await head.boundingBox())?.width).toBe(420);
  });

  test('[LIST-26] filters by a nested query that the address keeps', async ({ page }) => {
    await openListing(page);
    await expect(page.locator('[data-part=totals]')).toContainText('produit');
    const all = await page.locator('[data-part=totals]').innerText();
    await page.getByRole('button', { name: 'Filtrer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Champ' }).click();
    await page.keyboard.type('stock tot');
    await page.getByRole('option', { name: 'Stock total', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Opérateur' }).selectOption({ label: '≥' });
    await dialog.getByRole('spinbutton', { name: 'Valeur' }).fill('200');
    await dialog.getByRole('button', { name: /^Voir \d/ }).click();
    await expect(page.locator('[data-part=filter]')).toContainText('Stock total ≥ 200');
    await expect.poll(() => page.locator('[data-part=totals]').innerText()).not.toBe(all);
    await page.goBack();
    await expect.poll(() => page.locator('[data-part=totals]').innerText()).toBe(all);
  });

  test('[DIAG-01] shows what explains a product, beside the listing; back closes it, and its link opens all as it was', async ({
    page,
  }) => {
    await openListing(page);
    await openFirstProducts(page);
    const open = page.locator('[aria-expanded=true][role=row]');
    await expect(open).toHaveCount(2);
    await expect(page).toHaveURL(/ouverts=/);
    const asked = page.waitForRequest((request) => /\/products\//.test(request.url()));
    await rows(page, 'line').first().locator('[data-part=title]').click();
    await asked;
    const panel = page.getByRole('complementary');
    await expect(panel.getByRole('heading', { name: 'Résultat selon la démarque' })).toBeVisible();
    await expect(panel.getByRole('heading', { name: 'Stock par taille' })).toBeVisible();
    // Closed and opened again: no step is left that would undo nothing.
    const steps = await page.evaluate(() => history.length);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await rows(page, 'line').first().locator('[data-part=title]').click();
    await expect(panel.getByRole('heading', { name: 'Stock par taille' })).toBeVisible();
    expect(await page.evaluate(() => history.length)).toBe(steps);
    await panel.getByRole('button', { name: 'Produit suivant' }).click();
    await expect(panel).toContainText('2 sur');
    const link = page.url();
    await page.goBack();
    await expect(panel).toHaveCount(0);
    await page.goto(link);
    await expect(panel).toContainText('2 sur');
    await expect(open).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  });
});

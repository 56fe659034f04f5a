import { expect, type Locator, type Page, test } from '@playwright/test';
import { askAs } from './support/figures.ts';
import { openListing, rows } from './support/listing.ts';
import { USERS } from './support/sign-in.ts';

/** Opens the list of views. */
async function openViews(page: Page): Promise<Locator> {
  await page.locator('[data-part=view]').click();
  return page.getByRole('dialog', { name: 'Vues' });
}

const lineOf = (drawer: Locator, name: string): Locator =>
  drawer.getByRole('listitem').filter({ hasText: name });

/** A view of the screen as it is, under a name of this run. */
async function saveAs(page: Page, name: string, options: readonly string[] = []): Promise<Locator> {
  const drawer = await openViews(page);
  await drawer.getByRole('button', { name: 'Enregistrer sous…' }).click();
  await drawer.getByLabel('Nom').fill(name);
  for (const option of options) await drawer.getByLabel(option).check();
  await drawer.locator('form').getByRole('button', { name: 'Enregistrer' }).click();
  await expect(lineOf(drawer, name)).toBeVisible();
  return drawer;
}

async function deleteView(drawer: Locator, name: string): Promise<void> {
  await drawer.getByRole('button', { name: `Supprimer ${name}` }).click();
  await drawer.getByRole('button', { name: 'Confirmer' }).click();
  await expect(lineOf(drawer, name)).toHaveCount(0);
}

test.describe('The views', () => {
  test('[STATE-36] [VIEW-04] open on « Tous les produits », which is there before anybody has made one', async ({
    page,
  }) => {
    const api = askAs(page);
    const project = await openListing(page);
    await page.goto(`/project/${project}/listing`);
    await expect(page.locator('[data-part=view]')).toContainText('Tous les produits');
    const { data } = await api.get<{ data: { name: string; is_default: boolean }[] }>('/views');
    expect(data.filter(({ name }) => name === 'Tous les produits')).toMatchObject([{ is_default: true }]);

    // A server that has none is asked to make it, once, and it is the one that opens.
    const made: object[] = [];
    await page.route('**/api/views', async (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return route.fulfill({ json: { data: made } });
      const view = { ...data.find(({ is_default }) => is_default), ...request.postDataJSON(), _id: 'made' };
      made.push(view);
      await route.fulfill({ status: 201, json: view });
    });
    await page.goto(`/project/${project}/listing`);
    await expect(page.locator('[data-part=view]')).toContainText('Tous les produits');
    await expect(rows(page, 'group').or(rows(page, 'line')).first()).toBeVisible();
    expect(made).toMatchObject([{ name: 'Tous les produits' }]);
  });

  test('[VIEW-02] [PERM-03] one’s own are renamed, described, starred among the first, and deleted', async ({
    page,
  }) => {
    const api = askAs(page);
    await openListing(page, { user: USERS.merchandiser });
    const run = Date.now();
    const [former, called] = [`Zébrures ${run}`, `Zibelines ${run}`];
    let drawer = await saveAs(page, former);
    await expect(lineOf(drawer, former)).toContainText('Ma vue');

    // The last by its name; starred, it goes among the first.
    await expect(drawer.getByRole('listitem').last()).toContainText(former);
    const starred = page.waitForRequest(
      (request) => request.method() === 'PUT' && /\/api\/views\/[^/]+$/.test(request.url()),
    );
    await drawer.getByRole('button', { name: `Suivre ${former}` }).click();
    expect((await starred).postDataJSON()).toEqual({ starred: true });
    await expect(drawer.getByRole('button', { name: `Ne plus suivre ${former}` })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(drawer.getByRole('listitem').last()).not.toContainText(former);

    await drawer.getByRole('button', { name: `Modifier ${former}` }).click();
    const band = page.getByRole('form', { name: 'Modification de la vue' });
    await band.getByLabel('Nom').fill(called);
    await band.getByLabel('Description').fill('Pour la réunion du lundi');
    await band.getByRole('button', { name: 'Enregistrer la vue' }).click();
    await expect(page.locator('[data-part=view]')).toContainText(called);
    await page.reload();
    drawer = await openViews(page);
    await expect(lineOf(drawer, called)).toContainText('Pour la réunion du lundi');
    await expect(lineOf(drawer, former)).toHaveCount(0);
    const { data } = await api.get<{ data: { name: string; starred: boolean }[] }>('/views');
    expect(data.find(({ name }) => name === called)).toMatchObject({ starred: true });
    await deleteView(drawer, called);
  });

  test('[PERM-02] [PERM-03] of the team are changed and deleted by who has the right, locked for the others; a personal one is seen by its author alone', async ({
    page,
    browser,
  }) => {
    await openListing(page);
    const run = Date.now();
    const [team, own] = [`Équipe ${run}`, `Claire ${run}`];
    await saveAs(page, own);
    await page.keyboard.press('Escape');
    const drawer = await saveAs(page, team, ['Partagée avec toute l’équipe']);

    const other = await browser.newPage();
    await openListing(other, { user: USERS.merchandiser });
    const hers = await openViews(other);
    await expect(lineOf(hers, team)).toBeVisible();
    await expect(lineOf(hers, team)).not.toContainText('Ma vue');
    await expect(lineOf(hers, own)).toHaveCount(0);
    for (const act of ['Modifier', 'Supprimer'])
      await expect(hers.getByRole('button', { name: `${act} ${team}` })).toHaveCount(0);
    await expect(hers.getByRole('button', { name: `Suivre ${team}` })).toBeDisabled();
    await hers.getByRole('button', { name: 'Enregistrer sous…' }).click();
    await expect(hers.getByLabel('Partagée avec toute l’équipe')).toBeDisabled();
    await other.close();

    for (const name of [team, own]) {
      await expect(drawer.getByRole('button', { name: `Modifier ${name}` })).toBeEnabled();
      await deleteView(drawer, name);
    }
  });

  test('[COL-40] keep the widths of columns, also after a reload', async ({ page }) => {
    await openListing(page);
    const head = page.locator('[data-head-column="stockTotal"]');
    const widthOf = async () => (await head.boundingBox())?.width;
    await head.getByRole('button').first().focus();
    const former = await widthOf();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Alt+ArrowRight');
    const wide = (former ?? 0) + 30;
    await expect.poll(widthOf).toBe(wide);
    const called = `Large ${Date.now()}`;
    const drawer = await saveAs(page, called);
    await drawer
      .getByRole('listitem')
      .filter({ hasText: 'Tous les produits' })
      .locator('[data-part=view-name]')
      .click();
    await expect(page.locator('[data-part=view]')).toContainText('Tous les produits');
    await expect.poll(widthOf).toBe(former);
    await lineOf(await openViews(page), called)
      .locator('[data-part=view-name]')
      .click();
    await expect.poll(widthOf).toBe(wide);
    await page.reload();
    await expect(page.locator('[data-part=view]')).toContainText(called);
    await expect.poll(widthOf).toBe(wide);
    await deleteView(await openViews(page), called);
  });

  test('[VIEW-03] that are partial change the columns and leave the filter, the sort and the groups', async ({
    page,
  }) => {
    await openListing(page);
    const called = `Colonnes seules ${Date.now()}`;
    await page.getByRole('button', { name: 'Colonnes' }).click();
    await page.getByRole('dialog').getByLabel('Stock total').uncheck();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-head-column="stockTotal"]')).toHaveCount(0);
    await saveAs(page, called, ['Partielle']);

    const kept = { tri: 'stock_qty.asc', q: 'robe' };
    await openListing(page, { query: `&${new URLSearchParams(kept)}` });
    await expect(page.locator('[data-head-column="stockTotal"]')).toHaveCount(1);
    const groups = await rows(page, 'group').allInnerTexts();
    const drawer = await openViews(page);
    await lineOf(drawer, called).locator('[data-part=view-name]').click();
    await expect(page.locator('[data-head-column="stockTotal"]')).toHaveCount(0);
    await expect(page.locator('[data-part=view]')).toContainText(called);
    const address = new URL(page.url()).searchParams;
    expect(address.get('tri')).toBe(kept.tri);
    expect(address.get('q')).toBe(kept.q);
    expect(await rows(page, 'group').count()).toBe(groups.length);
    await deleteView(await openViews(page), called);
  });
});

import { expect, type Page, test } from '@playwright/test';
import { cell, openListing, rows } from './support/listing.ts';
import { USERS } from './support/sign-in.ts';

// Who may validate a phase, what of a project may not be saved, and where a discount comes from.

type Method = 'GET' | 'POST' | 'PUT';
type Ask = <T>(method: Method, path: string, data?: object) => Promise<T>;

/** The API as the signed-in user of the page. */
async function apiOf(page: Page): Promise<Ask> {
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/projects');
  await page.goto('/operations');
  const { authorization = '' } = await (await asked).allHeaders();
  return async <T>(method: Method, path: string, data?: object) => {
    const answer = await page.request.fetch(`/api${path}`, {
      method,
      headers: { authorization },
      ...(data && { data }),
    });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  };
}

test('[STATE-25] without the permission, the listing says why the phase cannot be validated and asks nothing', async ({
  page,
}) => {
  const refusals: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refusals.push(answer.url());
  });
  await openListing(page, { user: USERS.reader });
  const validate = page.getByRole('button', { name: /^Valider la démarque/ });
  await expect(validate).toBeDisabled();
  await expect(validate).toHaveAttribute('title', /ne permet pas : valider/);
  await validate.click({ force: true });
  await expect(rows(page, 'group').first()).toBeVisible();
  await expect(page).toHaveURL(/\/listing/);
  expect(refusals).toEqual([]);
});

test('[PROJ-03] a name that is taken is said at its field, and what is then saved is the change alone', async ({
  page,
}) => {
  await openListing(page);
  const ask = await apiOf(page);
  // A name of each run: a second try, or a server that runs on, has those of the first.
  const operation = `Essai ${crypto.randomUUID()}`;
  await ask('POST', '/projects', { name: `${operation}/Pris` });
  const { _id } = await ask<{ _id: string }>('POST', '/projects', { name: `${operation}/Libre` });
  await page.goto(`/project/${_id}`);
  await page.getByRole('button', { name: 'Réglages du projet' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nom du projet').fill('Pris');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByText(/s’appelle déjà/)).toBeVisible();
  await expect(dialog.getByLabel('Nom du projet')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Nom du projet').fill('Gardé');
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  expect((await saved).postDataJSON()).toEqual({
    name: `${operation}/Gardé`,
    seen: { name: `${operation}/Libre` },
  });
  await expect(page.getByRole('navigation', { name: 'Fil d’Ariane' })).toContainText('Gardé');
});

test('[PROJ-03] what a change takes out and in is said beside the button that saves it, whatever the height of the window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  const project = await openListing(page);
  await page.goto(`/project/${project}`);
  await page.getByRole('button', { name: 'Réglages du projet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Réglages du projet' });
  const effect = dialog.getByLabel('Effet sur les produits');
  await expect(dialog.getByText('Produits pris')).toBeAttached();
  await expect(effect).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Condition', exact: true }).click();
  await dialog.getByLabel('Ajouter une valeur').last().fill('Aurelle');
  await page.keyboard.press('Enter');
  await expect(effect).toHaveText(
    /^\d[\d\s]* produits? sort(ent)?(, dont \d[\d\s]* avec une démarque choisie)?$/,
  );
  // Seen where one confirms, from the top of the window's text to its end.
  const body = dialog.locator('[data-part="body"]');
  for (const end of ['top', 'bottom'] as const) {
    await body.evaluate((part, to) => part.scrollTo(0, to === 'top' ? 0 : part.scrollHeight), end);
    await expect(effect).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Enregistrer' })).toBeInViewport({ ratio: 1 });
  }
  await dialog.getByRole('button', { name: 'Annuler' }).click();
});

interface Listed {
  _id: string;
  data_date: string;
  end_date: string;
  phases: object[];
  snapshot: { status: string };
}

const AURELLE = { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Aurelle' }] };

/** A project without any optimisation, whose second phase starts at the 20 % that the first one gave a product. */
async function openSecondPhase(page: Page): Promise<{ project: string; code: string }> {
  const demo = await openListing(page);
  const ask = await apiOf(page);
  const listed = async (id: string) =>
    (await ask<{ data: Listed[] }>('GET', '/projects')).data.find(({ _id }) => _id === id);
  const { data_date, end_date, phases } = (await listed(demo)) ?? {};
  const { _id: project } = await ask<{ _id: string }>('POST', '/projects', {
    ...{ name: `Essai automatique ${crypto.randomUUID()}`, data_date, end_date, phases },
    ...{ discount_pct_range: [20, 30, 40, 50], selection: { item_query: AURELLE } },
  });
  await expect.poll(async () => (await listed(project))?.snapshot.status, { timeout: 240_000 }).toBe('ready');
  const path = `/projects/${project}/discounts`;
  const { data } = await ask<{ data: { _id: string; item_group_id: string }[] }>('GET', `${path}?size=1`);
  const [line] = data;
  if (!line) throw new Error('the project has no line');
  await ask('PUT', path, { [line._id]: { discount_pct_user: 20 } });
  await ask('PUT', `/projects/${project}`, { working_phase: 1 });
  return { project, code: line.item_group_id };
}

test('[STATE-22] [STATE-23] a discount typed over an automatic one and undone is automatic again, without a reload and after', async ({
  page,
}) => {
  const { project, code } = await openSecondPhase(page);
  await page.goto(`/project/${project}/listing?vue=e2e&grouper=-&mode=demarque&q=${code}`);
  const line = rows(page, 'line').filter({ hasText: code });
  const discount = cell(line, 'editionDiscount');
  const value = discount.locator('[data-part=discount]');
  const kind = discount.locator('[data-part=kind]');
  const saved = () =>
    page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && /\/projects\/[^/]+\/discounts$/.test(answer.url()),
    );
  await expect(value).toHaveText('20\u202f%');
  await expect(kind).toHaveText('Automatique');

  await discount.click();
  const typed = saved();
  await page.keyboard.type('40');
  await page.keyboard.press('Enter');
  await expect(kind).toHaveText('Choisie');
  await typed;
  const undone = saved();
  await page.keyboard.press('Control+z');
  await expect(value).toHaveText('20\u202f%');
  await expect(kind).toHaveText('Automatique');
  expect((await undone).ok()).toBe(true);
  await expect(kind).toHaveText('Automatique');
  await page.reload();
  await expect(value).toHaveText('20\u202f%');
  await expect(kind).toHaveText('Automatique');
});

import { expect, type Page, test } from '@playwright/test';
import { openListing, rows } from './support/listing.ts';
import { USERS } from './support/sign-in.ts';

// Who may validate a phase, and what of a project may not be saved.

type Ask = <T>(method: 'POST', path: string, data?: object) => Promise<T>;

/** The API as the signed-in user of the page. */
async function apiOf(page: Page): Promise<Ask> {
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/projects');
  await page.goto('/operations');
  const { authorization = '' } = await (await asked).allHeaders();
  return async <T>(method: 'POST', path: string, data?: object) => {
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
  await openListing(page, { user: USERS.merchandiser });
  const validate = page.getByRole('button', { name: /^Valider la démarque/ });
  await expect(validate).toBeDisabled();
  await expect(validate).toHaveAttribute('title', /n’a pas le droit de valider/);
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
  await ask('POST', '/projects', { name: 'Essai de nom/Pris' });
  const { _id } = await ask<{ _id: string }>('POST', '/projects', { name: 'Essai de nom/Libre' });
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
  expect((await saved).postDataJSON()).toEqual({ name: 'Essai de nom/Gardé' });
  await expect(page.getByRole('navigation', { name: 'Fil d’Ariane' })).toContainText('Gardé');
});

import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { openListing } from './support/listing.ts';
import { USERS } from './support/sign-in.ts';

// A merchandiser hands a phase over, her manager signs what was handed over and nothing else.

interface Listed {
  _id: string;
  data_date: string;
  end_date: string;
  phases: object[];
  snapshot: { status: string };
}

type Ask = <T>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object) => Promise<T>;

/** The API as the signed-in user of the page. */
async function apiOf(page: Page): Promise<Ask> {
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/projects');
  await page.goto('/operations');
  const { authorization = '' } = await (await asked).allHeaders();
  return async <T>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object) => {
    const answer = await page.request.fetch(`/api${path}`, {
      method,
      headers: { authorization },
      ...(data && { data }),
    });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  };
}

const AURELLE = { combinator: 'and', rules: [{ field: 'brand', operator: 'equals', value: 'Aurelle' }] };

/** A project of its own, with one product marked down. */
async function openOwnProject(ask: Ask, demo: string) {
  const listed = async (id: string) =>
    (await ask<{ data: Listed[] }>('GET', '/projects')).data.find(({ _id }) => _id === id);
  const { data_date, end_date, phases } = (await listed(demo)) ?? {};
  const { _id } = await ask<{ _id: string }>('POST', '/projects', {
    ...{ name: `Signature ${crypto.randomUUID()}`, data_date, end_date, phases },
    ...{ discount_pct_range: [20, 30, 40, 50], selection: { item_query: AURELLE } },
  });
  await expect.poll(async () => (await listed(_id))?.snapshot.status, { timeout: 240_000 }).toBe('ready');
  const { data } = await ask<{ data: { _id: string; item_group_id: string }[] }>(
    'GET',
    `/projects/${_id}/discounts?size=1`,
  );
  const [line] = data;
  if (!line) throw new Error('the project has no line');
  await ask('PUT', `/projects/${_id}/discounts`, { [line._id]: { discount_pct_user: 20 } });
  return { id: _id, line: line._id, code: line.item_group_id };
}

const answered = (page: Page, end: string) =>
  page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith(end));

async function submit(page: Page, word: string): Promise<void> {
  await page.getByRole('button', { name: /^Soumettre (de nouveau )?la démarque 1$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('À qui').selectOption({ label: 'Inès Dumont' });
  await dialog.getByLabel('Mot pour Inès').fill(word);
  const done = answered(page, '/approval');
  await dialog.getByRole('button', { name: 'Soumettre à Inès' }).click();
  expect((await done).status()).toBe(200);
  await expect(dialog).toBeHidden();
}

test('a merchandiser submits a phase, what she changes lapses, the manager returns it, then signs: it is validated', async ({
  page,
  browser,
}) => {
  const demo = await openListing(page, { user: USERS.merchandiser });
  const ask = await apiOf(page);
  const { id, line, code } = await openOwnProject(ask, demo);
  await page.goto(`/project/${id}`);
  await submit(page, 'Prête pour lundi');
  await expect(page.getByRole('button', { name: 'Suivre la signature de la démarque 1' })).toBeVisible();

  await ask('PUT', `/projects/${id}/discounts`, { [line]: { discount_pct_user: 50 } });
  const lapsed = page.getByRole('region', { name: 'Changé depuis la soumission' });
  await expect(lapsed.locator(`[data-code="${code}"]`)).toContainText(/20\s%\s→\s50\s%/);
  await submit(page, 'Un produit plus bas');
  await expect(lapsed).toBeHidden();

  const office = await browser.newContext();
  const manager = await office.newPage();
  await openListing(manager, { user: USERS.manager });
  await manager.goto(`/project/${id}`);
  await manager.getByRole('button', { name: 'Signer la démarque 1' }).click();
  const dialog = manager.getByRole('dialog', { name: 'Signer la démarque 1' });
  await expect(dialog).toContainText('Un produit plus bas');
  await expect(
    dialog.getByRole('region', { name: 'Prix qui changent' }).locator(`[data-code="${code}"]`),
  ).toContainText(/0\s%.*50\s%/);
  await dialog.getByLabel('Mot pour Marion').fill('Trop profond');
  const returned = answered(manager, '/approval/return');
  await dialog.getByRole('button', { name: 'Retourner avec ce mot' }).click();
  expect((await returned).status()).toBe(200);

  await expect(manager.getByRole('button', { name: 'Valider la démarque 1' })).toBeVisible();
  await expect(page.getByText(/Retournée par Inès Dumont.*Trop profond/)).toBeVisible();
  await submit(page, 'Il faut ce stock à zéro');
  await manager.getByRole('button', { name: 'Signer la démarque 1' }).click();
  await expect(dialog).toContainText('Il faut ce stock à zéro');
  const signed = answered(manager, '/approval/signature');
  await dialog.getByRole('button', { name: /^Signer et valider la démarque 1/ }).click();
  expect((await signed).status()).toBe(200);
  const validated = manager.getByRole('dialog', { name: /^Démarque 1 validée/ });
  await expect(validated).toContainText('signée par Inès Dumont');
  const download = manager.waitForEvent('download');
  await validated.getByRole('button', { name: 'Télécharger les prix des magasins' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toMatch(/Validée/);
  await expect(page.getByRole('button', { name: 'Soumettre la démarque 2' })).toBeVisible();
  await office.close();
});

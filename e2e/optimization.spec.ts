import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/sign-in.ts';

/** Address of the demo's Prêt-à-porter femme, read from the operations page. */
async function openOptimization(page: Page): Promise<void> {
  await signIn(page);
  const link = page.locator('main table a[href^="/project/"]').filter({ hasText: 'Prêt-à-porter' }).first();
  await page.goto(`${await link.getAttribute('href')}/optimization`);
  await expect(page.getByRole('heading', { name: 'Scénarios' })).toBeVisible();
}

/** Opens the dialog of a new scenario with its name filled in. */
async function newScenario(page: Page, name: string) {
  await page.getByRole('button', { name: 'Nouveau', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nom', { exact: true }).fill(name);
  return dialog;
}

test('[CONST-09] [OPT-11] a scenario’s scope previews six of its products, where the organisation has scopes', async ({
  page,
}) => {
  await openOptimization(page);
  const dialog = await newScenario(page, 'Portée');
  await expect(dialog.getByLabel('Aperçu des produits concernés').getByRole('listitem')).toHaveCount(6);
  await dialog.getByLabel('Produits concernés', { exact: true }).selectOption({ label: 'Famille' });
  const value = dialog.getByRole('group', { name: 'Valeurs' }).getByRole('checkbox').first();
  const listed = page.waitForRequest(
    (request) =>
      /\/discounts\?/.test(request.url()) &&
      request.url().includes('size=6') &&
      request.url().includes('filter'),
  );
  await value.check();
  await listed;
  const shown = dialog.getByLabel('Aperçu des produits concernés');
  await expect(shown.getByRole('listitem')).toHaveCount(6);
  await expect(shown).toContainText(/[0-9]+ produits/);
  await page.keyboard.press('Escape');
  await page.route('**/api/settings', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), useScenarioScope: false } });
  });
  await page.reload();
  const bare = await newScenario(page, 'Sans portée');
  await expect(bare.getByLabel('Budget de démarque au plus')).toBeVisible();
  await expect(bare.getByLabel('Produits concernés', { exact: true })).toHaveCount(0);
});

test('results are compared product by product, one product takes the other result, and sending is undone', async ({
  page,
}) => {
  await openOptimization(page);
  const stamp = Date.now();
  for (const [name, goal] of [
    [`Essai A ${stamp}`, 'Marge'],
    [`Essai B ${stamp}`, 'Écoulement'],
  ] as const) {
    const dialog = await newScenario(page, name);
    await dialog.getByRole('button', { name: goal, exact: true }).click();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByLabel(`Choisir ${name}`).check();
  }
  await page.getByRole('button', { name: 'Lancer les 2' }).click();
  await expect(
    page.getByRole('region', { name: 'Comparaison' }).getByRole('columnheader', { name: `Essai B ${stamp}` }),
  ).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('meilleur possible, sans budget ni cible')).toBeVisible({ timeout: 30_000 });
  const rows = page.getByLabel('Produits', { exact: true }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  await rows.nth(1).locator('button[aria-pressed=false]').first().click();
  await expect(page.getByText('1 produit pris d’un autre résultat.')).toBeVisible();
  const sent = page.waitForRequest((request) => request.url().endsWith('/optimizations/listing'));
  await page.getByRole('button', { name: /^Envoyer .* au listing$/ }).click();
  const body = (await sent).postDataJSON() as { choices: Record<string, string>; optimization_ids: string[] };
  expect(Object.keys(body.choices)).toHaveLength(1);
  expect(body.optimization_ids).toHaveLength(2);
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto(page.url().replace(/\/dashboard.*/, ''));
  const entry = page.getByRole('listitem').filter({ hasText: 'Optimisation appliquée' }).first();
  await entry.getByRole('button', { name: /^Annuler/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Annulation sur' }).first()).toBeVisible();
});

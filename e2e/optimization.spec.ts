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
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[VALID-07] nothing is sent without a project and a result: the button stays, and says what it lacks', async ({
  page,
}) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/optimizations/listing')) sent += 1;
  });
  await openOptimization(page);
  const name = `Envoi ${Date.now()}`;
  const dialog = await newScenario(page, name);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('button', { name: `Lancer ${name}` }).click();
  await expect(page.getByRole('button', { name: `Retirer ${name} de la comparaison` })).toBeVisible({
    timeout: 90_000,
  });
  const send = page.getByRole('button', { name: /^Envoyer .*au listing/ });
  const compared = page.getByRole('button', { name: /de la comparaison$/ });
  await expect(send).toBeEnabled();
  for (let left = await compared.count(); left > 0; left -= 1) {
    await compared.first().click();
    await expect(compared).toHaveCount(left - 1);
  }
  await expect(send).toBeDisabled();
  await expect(page.getByText('Cochez au moins un résultat à envoyer.')).toBeVisible();
  expect(sent).toBe(0);
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
  await expect(page.getByText('1 produit pris d’un autre résultat')).toBeVisible();
  const sent = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith('/optimizations/listing'),
  );
  await page.getByRole('button', { name: /^Envoyer .* au listing/ }).click();
  const body = (await sent).postDataJSON() as { choices: Record<string, string>; optimization_ids: string[] };
  expect(Object.keys(body.choices)).toHaveLength(1);
  expect(body.optimization_ids).toHaveLength(2);
  await expect(page).toHaveURL(/\/dashboard/);
  // What was sent shows before and after, on the total and on the groups.
  const band = page.getByRole('region', { name: 'Effet des modifications' });
  await expect(band).toContainText('avec l’envoi de l’optimisation');
  await expect(band).toContainText('→');
  await page.goto(page.url().replace(/\/dashboard.*/, ''));
  const entry = page.getByRole('listitem').filter({ hasText: 'Optimisation appliquée' }).first();
  await entry.getByRole('button', { name: /^Annuler/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Annulation sur' }).first()).toBeVisible();
});

test('[OPT-08] a result stands beside the plan in force: products at each discount, and the share of each project', async ({
  page,
}) => {
  await signIn(page);
  await page.locator('main table a[href^="/project-group/"]').filter({ hasText: 'Homme' }).first().click();
  await page.getByRole('link', { name: 'Optimisation', exact: true }).click();
  const name = `Groupe ${Date.now()}`;
  await runScenario(page, name, async () => undefined);
  const spread = page.getByRole('region', { name: 'Répartition des démarques' });
  const bars = spread.getByRole('img');
  await expect(bars.nth(1)).toBeVisible();
  for (const bar of await bars.all()) await expect(bar).toHaveAttribute('aria-label', /%.* · \d/);
  const shares = page.getByRole('region', { name: 'Par projet' }).getByRole('row');
  await expect(shares.filter({ hasText: 'Chaussures' })).toContainText('€');
  await expect(shares.filter({ hasText: 'Prêt-à-porter' })).toContainText('€');
});

/** Creates a scenario by its dialog and runs it, until its result is compared. */
async function runScenario(
  page: Page,
  name: string,
  fill: (dialog: Awaited<ReturnType<typeof newScenario>>) => Promise<void>,
): Promise<void> {
  const dialog = await newScenario(page, name);
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('button', { name: `Lancer ${name}` }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^(Comparer|Retirer) ${name}`) })).toBeVisible({
    timeout: 90_000,
  });
}

test('the comparison is of the days chosen, has pictures and no blank under it, and its names do not meet', async ({
  page,
}) => {
  await openOptimization(page);
  await runScenario(page, `Lignes ${Date.now()}`, async () => undefined);
  const table = page.getByRole('region', { name: 'Comparaison' });
  const revenue = table.getByRole('row', { name: /^CA/ }).getByRole('cell');
  await page.getByRole('button', { name: 'Jusqu’à la fin' }).click();
  await expect(table.getByRole('columnheader').first()).toContainText('Jusqu’au');
  const toTheEnd = await revenue.allTextContents();
  await page
    .getByRole('group', { name: 'Jours des prévisions' })
    .getByRole('button', { name: /^Démarque/ })
    .click();
  await expect(table.getByRole('columnheader').first()).not.toContainText('Jusqu’au');
  expect(await revenue.allTextContents()).not.toEqual(toTheEnd);
  await page.getByRole('button', { name: 'Jusqu’à la fin' }).click();
  // Doing nothing, last year and the plan in force stand before the runs, the best possible after them.
  const heads = await table.getByRole('columnheader').allTextContents();
  expect(heads.slice(1, 4).map((head) => head.replace(/en vigueur.*/, ''))).toEqual([
    'Ne rien faire',
    'N−1',
    'Actuel',
  ]);
  expect(heads.at(-1)).toContain('Meilleur possible');
  await expect(page.getByLabel('Produits', { exact: true }).locator('img').first()).toBeVisible();
  const blank = await page.locator('main').evaluate((main) => {
    const bottoms = [...main.children].map((child) => child.getBoundingClientRect().bottom);
    main.scrollTop = main.scrollHeight;
    const last = main.lastElementChild?.getBoundingClientRect().bottom ?? 0;
    return {
      inner: window.innerHeight - last,
      page: document.documentElement.scrollHeight - innerHeight,
      bottoms,
    };
  });
  expect(blank.inner).toBeLessThan(40);
  expect(blank.page).toBeLessThanOrEqual(0);
  const names = await page.locator('svg [data-part=name]').evaluateAll((texts) =>
    texts.map((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  expect(names.length).toBeGreaterThan(2);
  names.forEach((a, n) => {
    for (const b of names.slice(n + 1))
      expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 2 || b.bottom <= a.top + 2).toBe(
        true,
      );
  });
});

test('letters never move, a scenario asks before it is deleted, an impossible plan needs a reason', async ({
  page,
}) => {
  await openOptimization(page);
  const stamp = Date.now();
  const [sound, impossible] = [`Ferme ${stamp}`, `Trop ${stamp}`];
  await runScenario(page, sound, async () => undefined);
  const letterOf = (name: string) =>
    page.getByRole('button', { name: new RegExp(`^(Comparer|Retirer) ${name}`) }).textContent();
  const letter = await letterOf(sound);
  await runScenario(page, impossible, async (dialog) => {
    await dialog.getByLabel('Budget de démarque au plus').fill('1');
    await dialog.getByLabel('Écoulement de la saison').fill('99');
    await dialog.getByRole('button', { name: 'doit être atteinte' }).click();
  });
  expect(await letterOf(sound)).toBe(letter);
  expect(await letterOf(impossible)).not.toBe(letter);
  await page.getByRole('button', { name: `Comparer ${impossible}` }).click();
  await page
    .getByLabel('Résultat à envoyer')
    .selectOption({ label: `${await letterOf(impossible)} · ${impossible}` });
  await page.getByRole('button', { name: /^Envoyer .* au listing/ }).click();
  const force = page.getByRole('dialog');
  await expect(force.getByRole('button', { name: 'Envoyer malgré ses règles' })).toBeDisabled();
  await force.getByRole('button', { name: 'Abandonner' }).click();
  await page.getByRole('button', { name: `Modifier ${impossible}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Garder' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Oui, supprimer' }).click();
  await expect(page.getByRole('button', { name: `Modifier ${impossible}` })).toHaveCount(0);
  expect(await letterOf(sound)).toBe(letter);
});

test('a run of one project is not compared over several, and says which one it leaves out', async ({
  page,
}) => {
  await openOptimization(page);
  const name = `Seule ${Date.now()}`;
  await runScenario(page, name, async () => undefined);
  await page.goto('/operations');
  const group = page.locator('main a[href^="/project-group/"][href*="femme"]').first();
  await page.goto(`${await group.getAttribute('href')}/optimization`);
  const line = page
    .getByRole('region', { name: 'Exécutions' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expect(line).toContainText(/ne porte pas sur .*Chaussures.*\s: non comparée/);
  await expect(line.getByRole('button', { name: `Comparer ${name}` })).toHaveCount(0);
});

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './support/sign-in.ts';

interface Places {
  project: string;
  group: string;
  operation: string;
}

/** Addresses of the demo's Prêt-à-porter femme, its group and its operation, read from the operations page. */
async function places(page: Page): Promise<Places> {
  const address = async (prefix: string, text: string | RegExp) => {
    const link = page.locator(`main table a[href^="${prefix}"]`).filter({ hasText: text }).first();
    return (await link.getAttribute('href')) ?? '';
  };
  await page.locator('main table a[href^="/project/"]').first().waitFor();
  return {
    project: await address('/project/', 'Prêt-à-porter'),
    group: await address('/project-group/', 'Femme'),
    operation: await address('/operation/', 'Soldes été'),
  };
}

const notFound = /\/404$/;

test.describe('addresses', () => {
  test('[ROUTE-02] [ROUTE-03] the root leads to the operations, with every project', async ({ page }) => {
    await signIn(page);
    await page.goto('/');
    const answer = await page.waitForResponse((response) => response.url().endsWith('/api/projects'));
    const { data } = (await answer.json()) as { data: { _id: string }[] };
    await expect(page).toHaveURL(/\/operations$/);
    for (const { _id } of data)
      await expect(page.locator(`main table a[href="/project/${_id}"]`)).toBeVisible();
  });

  test('[ROUTE-01] [ROUTE-10] a deep link shows its screen, also after a reload', async ({ page }) => {
    await signIn(page);
    const { project } = await places(page);
    for (const screen of ['dashboard', 'listing']) {
      await page.goto(`${project}/${screen}`);
      await expect(page.getByRole('treegrid')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('treegrid')).toBeVisible();
      expect(new URL(page.url()).hash).toBe('');
    }
  });

  test('[ROUTE-04] [ROUTE-05] [ROUTE-07] [ROUTE-08] [ROUTE-09] each kind of collection has its own screens', async ({
    page,
  }) => {
    await signIn(page);
    const { project, group, operation } = await places(page);
    for (const collection of [project, group, operation]) {
      await page.goto(collection);
      await expect(page.getByRole('link', { name: 'Aperçu', exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await page.goto(`${collection}/optimization`);
      await expect(page.getByRole('heading', { name: 'Scénarios' })).toBeVisible();
      await page.goto(`${collection}/optimization/simple`);
      await expect(page.getByRole('heading', { name: 'Optimiser en trois questions' })).toBeVisible();
    }
    await page.goto(`${operation}/timeline`);
    await expect(page.getByRole('list', { name: /^Phases de/ }).first()).toContainText('Démarque 1');
    for (const elsewhere of [
      `${project}/timeline`,
      `${group}/timeline`,
      `${group}/dashboard`,
      `${operation}/dashboard`,
    ]) {
      await page.goto(elsewhere);
      await expect(page).toHaveURL(notFound);
    }
  });

  test('[ROUTE-15] [ROUTE-16] what does not exist leads to the page that says so', async ({ page }) => {
    await page.goto('/404');
    await expect(page.getByRole('heading', { name: 'Cette page n’existe pas' })).toBeVisible();
    await page.goto('/xyz/abc/def');
    await expect(page).toHaveURL(notFound);
    await signIn(page);
    for (const address of ['/season/x', '/project/inconnu', '/project/inconnu/dashboard']) {
      await page.goto(address);
      await expect(page).toHaveURL(notFound);
    }
  });

  test('[ROUTE-12] [STORE-06] the listing and the older dashboard show the same totals', async ({ page }) => {
    await signIn(page);
    const { project } = await places(page);
    await page.goto(`${project}/dashboard`);
    const products =
      (await page
        .locator('.pg-total')
        .getByText(/\d produits$/)
        .textContent()) ?? '';
    await page.getByRole('button', { name: 'Tableau', exact: true }).click();
    await page.reload();
    const total = page.getByRole('row').filter({ hasText: 'Total' }).first();
    await expect(total).toBeVisible();
    await expect(page.getByRole('treegrid')).toHaveCount(0);
    expect((await total.textContent())?.replace(/\D/g, '')).toContain(products.replace(/\D/g, ''));
    await page.getByRole('button', { name: 'Listing', exact: true }).click();
    await expect(page.getByRole('treegrid')).toBeVisible();
  });

  test('[ROUTE-13] the profile names the signed-in user', async ({ page }) => {
    await signIn(page, undefined, '/profile');
    await expect(page.getByText('Claire Vasseur').first()).toBeVisible();
    await expect(page.getByText('claire.vasseur@maison-brume.fr').first()).toBeVisible();
  });
});

test.describe('look and language', () => {
  test.use({ locale: 'en-US' });

  test('[GEN-01] [THEME-01] [THEME-05] [THEME-07] French whatever the browser, in the theme, cards below 1264 px', async ({
    page,
  }) => {
    await signIn(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    const button = page.getByRole('button', { name: 'Nouvelle opération' });
    await expect(button).toHaveCSS('background-color', 'rgb(39, 219, 155)');
    await expect(button).toHaveCSS('border-radius', '3px');
    await page.setViewportSize({ width: 1264, height: 768 });
    await expect(page.locator('main table').first()).toBeVisible();
    await page.setViewportSize({ width: 1263, height: 768 });
    await expect(page.locator('main table')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Prêt-à-porter' }).first()).toBeVisible();
  });
});

test.describe('a project from its creation to its end', () => {
  test('[PROJ-03] [PROJ-04] [STATE-12] [STATE-25] is created in four steps, validated, changed and deleted', async ({
    page,
  }) => {
    await signIn(page);
    await page.getByRole('button', { name: 'Nouvelle opération' }).click();
    // A name of its own for each attempt: one that is taken is refused, one in the bin is restored in its place.
    const operation = `Essai de bout en bout ${Date.now()}`;
    await page.getByLabel('Opération', { exact: true }).fill(operation);
    await page.getByLabel('Nom du projet').fill('Robes');
    const next = page.getByRole('button', { name: 'Suivant', exact: true });
    await next.click();
    await next.click();
    await page.getByRole('button', { name: 'Condition' }).click();
    // The first condition is on the brand.
    await page.getByLabel('Ajouter une valeur').fill('Aurelle');
    await page.getByLabel('Ajouter une valeur').press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Produits pris' })).toBeVisible();
    await next.click();
    const created = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/projects'),
    );
    await page.getByRole('button', { name: 'Créer le projet' }).click();
    expect((await created).postDataJSON()).toMatchObject({
      working_phase: 0,
      discount_pct_range: [20, 30, 40, 50, 60],
    });
    const toast = page.getByRole('status').filter({ hasText: 'est créé' });
    await expect(toast).toBeVisible();
    await expect(toast).toBeHidden({ timeout: 7_000 });

    await page.getByRole('button', { name: 'Valider la démarque 1' }).click({ timeout: 240_000 });
    const validated = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && /\/api\/projects\/[^/]+$/.test(response.url()),
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Valider la démarque 1' }).click();
    // Answered before the reload: a request that a reload cuts may never reach the server.
    expect((await validated).status()).toBe(200);
    // The version is that of the list of checks that was read.
    expect((await validated).request().postDataJSON()).toEqual({
      working_phase: 1,
      seen_version: expect.any(Number),
    });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Valider la démarque 2' })).toBeVisible();

    await page.getByRole('button', { name: 'Réglages du projet' }).click();
    await page.getByLabel('Nom du projet').fill('Robes et jupes');
    await page.getByRole('textbox', { name: 'Dernier jour' }).fill('31/10/2026');
    await page.getByRole('textbox', { name: 'Dernier jour' }).press('Tab');
    const changed = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && /\/api\/projects\/[^/]+$/.test(response.url()),
    );
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    expect((await changed).request().postDataJSON()).toMatchObject({ end_date: '2026-11-01' });
    await expect(page.getByRole('navigation', { name: 'Fil d’Ariane' })).toContainText('Robes et jupes');

    await page.reload();
    await page.getByRole('button', { name: 'Réglages du projet' }).click();
    await expect(page.getByRole('textbox', { name: 'Dernier jour' })).toHaveValue('31/10/2026');
    await page.getByRole('button', { name: 'Supprimer le projet' }).click();
    const bin = page.getByRole('button', { name: 'Mettre à la corbeille' });
    await expect(bin).toBeDisabled();
    await page
      .getByRole('dialog')
      .getByLabel(/Pour confirmer/)
      .fill('Robes et jupes');
    await bin.click();
    await expect(page).toHaveURL(/\/operations$/);
    // The list comes first, the word once it is done.
    await expect(page.getByText('Le projet « Robes et jupes » est à la corbeille.')).toBeVisible();
    await page.reload();
    await expect(page.locator('main table a').first()).toBeVisible();
    await expect(page.getByText(operation)).toHaveCount(0);

    await page.getByRole('button', { name: 'Corbeille' }).click();
    const restored = page.waitForResponse((answer) => answer.url().endsWith('/restoration'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Restaurer ${operation}` })
      .click();
    expect((await restored).status()).toBe(200);
    await page.keyboard.press('Escape');
    await expect(page.getByText(operation).first()).toBeVisible();
  });
});

test.describe('the overview', () => {
  test('[OPT-06] [OPT-07] simulates an objective by slider, then keeps it', async ({ page }) => {
    await signIn(page);
    const { project } = await places(page);
    await page.goto(project);
    const slider = page.getByRole('slider', { name: 'Part simulée, 40 %' });
    const before = Number(await slider.inputValue());
    const simulated = page.waitForResponse(
      (response) => response.url().endsWith('/simulate') && response.ok(),
    );
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await simulated;
    await page.getByLabel('Parts', { exact: true }).selectOption({ label: 'Du stock' });
    await page.getByLabel('Écart toléré par part').fill('2,5');
    await page.getByLabel('Attribuer d’abord selon').selectOption({ label: 'Stock, décroissant' });
    await expect(page.getByText('Effet face aux démarques actuelles')).toBeVisible();
    const kept = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && /\/projects\/[^/]+$/.test(response.url()),
    );
    await page.getByRole('button', { name: 'Fixer comme objectif' }).click();
    expect((await kept).ok()).toBe(true);
    expect((await kept).request().postDataJSON()).toMatchObject({
      objective: {
        discount_pct_distribution_params: { basis: 'sum_stock_qty', tolerance_pct: 2.5 },
        discount_pct_allocation_priority: 'stock_qty',
      },
    });
    await page.reload();
    await expect(slider).toHaveValue(String(before - 1));
    await expect(page.getByLabel('Parts', { exact: true })).toHaveValue('sum_stock_qty');
    await expect(page.getByLabel('Écart toléré par part')).toHaveValue('2,5');
    await expect(page.getByLabel('Attribuer d’abord selon')).toHaveValue('stock_qty');
  });

  test('[ERR-04] [ERR-05] says in place what could not be loaded, without a message', async ({ page }) => {
    await signIn(page);
    const { project } = await places(page);
    await page.route('**/discounts/stats*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Boum' } }),
    );
    await page.goto(project);
    await expect(page.getByRole('alert')).toContainText('Boum');
    await expect(page.locator('[data-part=toast]')).toHaveCount(0);
    await page.unroute('**/discounts/stats*');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByRole('heading', { name: 'Répartition des démarques' })).toBeVisible();
  });
});

test.describe('optimisation', () => {
  test('[SCEN-01] [SCEN-02] [STATE-28] [OPT-08] [OPT-09] scenarios are made, run together, compared and sent', async ({
    page,
  }) => {
    await signIn(page);
    const { project } = await places(page);
    await page.goto(`${project}/optimization`);
    // Runs outlive their scenario: names of their own keep an earlier try apart.
    const margin = `Essai marge ${Date.now()}`;
    const clearance = `Essai écoulement ${Date.now()}`;
    for (const [name, goal] of [
      [margin, 'Marge'],
      [clearance, 'Écoulement'],
    ] as const) {
      await page.getByRole('button', { name: 'Nouveau', exact: true }).click();
      await page.getByLabel('Nom', { exact: true }).fill(name);
      await page.getByRole('dialog').getByRole('button', { name: goal, exact: true }).click();
      await page.getByRole('button', { name: 'Enregistrer' }).click();
      await expect(page.getByRole('button', { name: `Lancer ${name}` })).toBeVisible();
      await page.getByLabel(`Choisir ${name}`).check();
    }
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/optimizations')) asked.push(request.url());
    });
    await page.getByRole('button', { name: 'Lancer les 2' }).click();
    await expect(
      page.getByRole('region', { name: 'Comparaison' }).getByRole('columnheader', { name: margin }),
    ).toBeVisible({ timeout: 240_000 });
    await expect(
      page.getByRole('region', { name: 'Comparaison' }).getByRole('columnheader', { name: clearance }),
    ).toBeVisible({
      timeout: 240_000,
    });
    expect(asked).toHaveLength(2);
    await page.getByLabel('Résultat à envoyer').selectOption({ label: await optionOf(page, margin) });
    const sent = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/optimizations/listing'),
    );
    await page.getByRole('button', { name: /^Envoyer .* au listing/ }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      project_ids: [project.split('/')[2]],
      remove_unspecified: false,
    });
    await expect(page).toHaveURL(/\/dashboard/);
    await page.goto(`${project}/optimization`);
    for (const name of [margin, clearance]) {
      await page.getByRole('button', { name: `Modifier ${name}` }).click();
      await page.getByRole('button', { name: 'Supprimer', exact: true }).click();
      await page.getByRole('button', { name: 'Oui, supprimer' }).click();
      await expect(page.getByRole('button', { name: `Modifier ${name}` })).toHaveCount(0);
    }
  });

  test('[OPT-10] three questions give a result to apply', async ({ page }) => {
    await signIn(page);
    const { group } = await places(page);
    await page.goto(`${group}/optimization/simple`);
    await page.getByLabel('Écouler le stock').check();
    await page.getByRole('button', { name: 'Calculer les démarques' }).click();
    await expect(page.getByRole('button', { name: /^Appliquer (à|malgré)/ })).toBeEnabled({
      timeout: 240_000,
    });
  });

  test('[ERR-02] [ERR-03] [STATE-11] [THEME-02] a refused action says why until dismissed', async ({
    page,
  }) => {
    await signIn(page);
    const { project } = await places(page);
    await page.goto(`${project}/optimization`);
    let body = '{"error":"Boum"}';
    await page.route('**/api/scenarios', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Nouveau', exact: true }).click();
    await page.getByLabel('Nom', { exact: true }).fill('Essai refusé');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Boum' });
    await expect(toast).toHaveCSS('background-color', 'rgb(255, 82, 82)');
    body = '';
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText("Une erreur inconnue s'est produite")).toBeVisible();
    await page.keyboard.press('Escape');
    await toast.getByRole('button', { name: 'Fermer le message' }).click();
    await expect(toast).toHaveCount(0);
  });
});

test.describe('import', () => {
  test('[IMPEX-03] two project files go in one request, and the report says what was refused', async ({
    page,
  }) => {
    await signIn(page);
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/projects/import')) requests += 1;
    });
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/projects/import'));
    await page.getByLabel('Choisir des fichiers').setInputFiles([
      { name: 'un.csv', mimeType: 'text/csv', buffer: Buffer.from('colonne\n1\n') },
      { name: 'deux.csv', mimeType: 'text/csv', buffer: Buffer.from('colonne\n2\n') },
    ]);
    expect((await (await sent).allHeaders())['content-type']).toContain('multipart/form-data');
    expect(requests).toBe(1);
    await expect(page.getByRole('dialog', { name: 'Import de projets' })).toBeVisible();
  });

  test('products with foreign headings are mapped, imported, and the bad row is reported with its place', async ({
    page,
  }) => {
    await signIn(page, undefined, '/import');
    const articles = 'K1;Libellé;Marque;K2\nZZ-1;Robe essai;Aurelle;79,99\nZZ-2;Pull essai;Novéa;abc\n';
    await page
      .getByLabel('Choisir des fichiers')
      .setInputFiles([{ name: 'articles.csv', mimeType: 'text/csv', buffer: Buffer.from(articles) }]);
    const start = page.getByRole('button', { name: 'Contrôler le fichier' });
    await expect(start).toBeDisabled();
    await page.getByLabel('Contenu de articles.csv').selectOption({ label: 'Produits' });
    await page.getByLabel('Champ Palier pour K1').selectOption('item_group_id');
    await page.getByLabel('Champ Palier pour K2').selectOption('price');
    await start.click();
    await page.getByRole('button', { name: 'Importer 1 ligne de 1 fichier' }).click({ timeout: 240_000 });
    await expect(page.getByRole('heading', { name: 'Contrôle qualité' })).toBeVisible({ timeout: 240_000 });
    const refused = page.getByRole('region', { name: 'Lignes refusées' }).getByRole('row').nth(1);
    await expect(refused).toContainText('articles.csv');
    await expect(refused).toContainText('K2');
    await expect(refused).toContainText('abc');
  });
});

test('every screen of the shell is free of accessibility faults', async ({ page }) => {
  await signIn(page);
  const { project, group, operation } = await places(page);
  const addresses = [
    '/operations',
    '/operations?nouveau=',
    project,
    group,
    `${operation}/timeline`,
    `${project}/optimization`,
  ];
  for (const address of [
    ...addresses,
    `${project}/optimization/simple`,
    `${project}/reporting`,
    `${project}/departures`,
    '/import',
    '/profile',
    '/404',
  ]) {
    await page.goto(address);
    await expect(page.locator('h1').first()).toBeAttached();
    await expect(page.locator('[data-part=skeleton], [aria-busy=true]')).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [address, id, nodes[0]?.target])).toEqual([]);
  }
});

/** Label of the option that ends by a name. */
async function optionOf(page: Page, name: string): Promise<string> {
  return (await page.locator('option').filter({ hasText: name }).first().textContent()) ?? name;
}

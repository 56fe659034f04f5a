import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Asker, askAs } from './support/figures.ts';
import { openListing } from './support/listing.ts';

// A merchandiser writes a rule, sees what it would do, applies it and takes it back.

test('[RULE-01] [RULE-02] [RULE-04] [RULE-05] [VALID-05] [VALID-06] [STATE-32] [CONST-08] a rule is written, applied and taken back', async ({
  page,
}) => {
  const api = askAs(page);
  const project = await openListing(page);
  const terms: string[] = [];
  page.on('request', (request) => {
    if (/\/fields\/brand/.test(request.url())) terms.push(request.url());
  });
  await page.getByRole('navigation', { name: 'Écrans' }).getByRole('link', { name: 'Règles' }).click();
  await expect(page.getByRole('heading', { name: 'Règles', level: 1 })).toBeVisible();
  const before = await api.get<{ data: { _id: string }[]; next_rule_number: number }>(
    `/projects/${project}/rules`,
  );
  const list = page.getByRole('list', { name: 'Règles, de la première à la dernière' });

  // It has its name before anything is sent; a discount of all products previews eleven of them.
  await page.getByRole('button', { name: 'Nouvelle règle' }).click();
  const editor = page.locator('[data-part="rule-editor"]');
  const name = editor.getByRole('textbox', { name: 'Nom de la règle' });
  await expect(name).toHaveValue(`Règle #${before.next_rule_number}`);
  await editor.getByRole('button', { name: 'Entre deux bornes' }).click();
  await editor.getByRole('combobox', { name: 'Au plus' }).selectOption('60');
  await expect(editor.locator('tr[data-product]')).toHaveCount(11);
  expect(terms).toEqual([]);
  await expect(editor.getByLabel('Effet de la règle')).toContainText('produits');
  // A name of this run: a second try has the rules that the first left.
  const called = `Jamais plus de 60 (${before.next_rule_number})`;
  await name.fill(called);
  const created = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith(`/projects/${project}/rules`),
  );
  await editor.getByRole('button', { name: 'Enregistrer le brouillon' }).click();
  const { data } = (await (await created).json()) as { data: { _id: string }[] };
  const row = list.locator(`[data-rule="${data[0]?._id}"]`);
  await expect(row).toContainText('brouillon');
  await expect(row).toContainText('démarque de 60\u202f% au plus');

  // By the values of a field: its terms are asked for, and 37 % is refused with its sentence.
  await editor.getByRole('button', { name: 'Selon un champ' }).click();
  await editor.getByRole('combobox', { name: 'Champ qui donne la démarque' }).click();
  await page.getByRole('option', { name: 'Marque', exact: true }).click();
  await editor.getByRole('textbox', { name: 'Démarque, autres' }).fill('37');
  await expect(editor.getByRole('alert')).toContainText('37\u202f% n’est pas une démarque de ce projet');
  expect(terms.length).toBeGreaterThan(0);
  await expect(editor.getByRole('button', { name: 'Enregistrer le brouillon' })).toBeDisabled();
  await editor.getByRole('button', { name: 'Abandonner' }).click();

  // Applied: read-only meanwhile, then every rule is processed and the listing has its ceiling.
  await page.getByRole('button', { name: /^Traiter \d+ brouillon/ }).click();
  const applied = page.getByRole('button', { name: 'Traiter à nouveau' });
  await expect(applied).toBeVisible({ timeout: 240_000 });
  await expect(page.getByText(/^Dernier traitement/)).toBeVisible();
  await expect(row).not.toContainText('brouillon');
  const { data: lines } = await api.get<{ data: { applied_discount_rules: { name: string }[] }[] }>(
    `/projects/${project}/discounts?size=5`,
  );
  for (const line of lines) expect(line.applied_discount_rules.map((rule) => rule.name)).toContain(called);

  // Deleted, put back, deleted again and applied: the project is as it was.
  const deleted = () =>
    page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
  const remove = async (): Promise<void> => {
    const done = deleted();
    await editor.getByRole('button', { name: 'Supprimer' }).click();
    await done;
  };
  await remove();
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('brouillon');
  await remove();
  await page.getByRole('button', { name: /^Traiter 1 suppression/ }).click();
  await expect(applied).toBeVisible({ timeout: 240_000 });
  const { data: after } = await api.get<{ data: { applied_discount_rules: { name: string }[] }[] }>(
    `/projects/${project}/discounts?size=5`,
  );
  expect(after.flatMap((line) => line.applied_discount_rules.map((rule) => rule.name))).not.toContain(called);
});

interface Known {
  _id: string;
  name: string;
}

/** Two rules that contradict each other on a family, the first of the project: « Au plus 20 », then « Au moins 40 ». */
async function addConflict(api: Asker, project: string, run: number): Promise<[Known, Known]> {
  const terms = await api.get<{ data: { value: string | null; item_group_count: number }[] }>(
    `/projects/${project}/fields/family?size=50`,
  );
  const [family] = terms.data
    .filter(({ value }) => value !== null)
    .sort((one, other) => one.item_group_count - other.item_group_count);
  const query = { combinator: 'and', rules: [{ field: 'family', operator: 'equals', value: family?.value }] };
  const rule = (name: string, position: number, discount: object) => ({
    ...{ name: `${name} (${run})`, position, query },
    ...{ discount_spec_map_type: 'fixed', discount_spec_map: { '*': discount } },
  });
  const { data } = await api.send<{ data: [Known, Known] }>('POST', `/projects/${project}/rules`, [
    rule('Au plus 20', 0, { min: null, max: 20 }),
    rule('Au moins 40', 1, { min: 40, max: null }),
  ]);
  return data;
}

async function processRules(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Traiter/ }).click();
  await expect(page.getByRole('button', { name: 'Traiter à nouveau' })).toBeVisible({ timeout: 240_000 });
}

/** Names of the first rules, in their order. */
async function expectOrder(list: Locator, ...rules: Known[]): Promise<void> {
  for (const [index, { _id }] of rules.entries())
    await expect(list.getByRole('listitem').nth(index)).toHaveAttribute('data-rule', _id);
}

test('[RULE-01] [RULE-02] rules are put in order, told from one another, kept for later and tried without', async ({
  page,
}) => {
  const api = askAs(page);
  const project = await openListing(page);
  const run = (await api.get<{ next_rule_number: number }>(`/projects/${project}/rules`)).next_rule_number;
  const [ceiling, floor] = await addConflict(api, project, run);
  await page.getByRole('navigation', { name: 'Écrans' }).getByRole('link', { name: 'Règles' }).click();
  const list = page.getByRole('list', { name: 'Règles, de la première à la dernière' });
  await expectOrder(list, ceiling, floor);

  // What stands above the project's rules is shown, locked, with the way to where it is set.
  const locked = page.getByRole('region', { name: 'Avant les règles du projet' });
  await locked.getByRole('button', { name: 'Déplier' }).click();
  await expect(locked.getByRole('listitem')).toHaveCount(6);
  await expect(locked).toContainText('Prix antérieur');
  await expect(locked.getByRole('link', { name: 'Régler' })).toHaveAttribute('href', '/settings');
  await locked.getByRole('button', { name: 'Replier' }).click();

  // The conflict says who wins, and what its remedy would change; pressed, the other wins.
  const conflict = page.locator('[data-conflict="2-1"]');
  await expect(conflict).toContainText('La règle la plus haute l’emporte');
  await expect(conflict.getByRole('list', { name: 'Effet de chaque remède' })).toContainText('2 avant 1');
  await conflict.getByRole('button', { name: 'Faire passer 2 avant 1' }).click();
  await expectOrder(list, floor, ceiling);

  // By the keyboard, then by dragging.
  await list.getByRole('button', { name: /^Déplacer la règle 1,/ }).press('Alt+ArrowDown');
  await expectOrder(list, ceiling, floor);
  await expect(page.getByText(`${floor.name} : place 2 sur`)).toBeAttached();
  await list.locator(`[data-rule="${floor._id}"]`).dragTo(list.locator(`[data-rule="${ceiling._id}"]`));
  await expectOrder(list, floor, ceiling);

  // Its products leave the rule that loses: no conflict is left between the two.
  await conflict.getByRole('button', { name: /^Exclure .* de la règle 2$/ }).click();
  await expect(conflict).toHaveCount(0);

  // The history says what changed; the first version is taken back, and saved.
  await list.getByRole('button', { name: new RegExp(`^${ceiling.name.replace(/[()]/g, '\\$&')}`) }).click();
  const editor = page.locator('[data-part="rule-editor"]');
  await editor.getByRole('button', { name: 'Historique de la règle' }).click();
  const history = page.getByRole('dialog');
  await expect(history.locator('[data-version="2"]')).toContainText('Après');
  await history
    .locator('[data-version="1"]')
    .getByRole('button', { name: 'Revenir à cette version' })
    .click();
  await editor.getByRole('button', { name: 'Enregistrer le brouillon' }).click();
  await expect(conflict).toBeVisible();

  // Kept as a set, they are added to another project.
  const set = `Soldes (${run})`;
  await page.getByRole('button', { name: 'Jeux de règles' }).click();
  await page.getByRole('textbox', { name: /^Garder .* de ce projet sous le nom$/ }).fill(set);
  await page.getByRole('dialog').getByRole('button', { name: 'Garder' }).click();
  await expect(page.locator(`[data-set="${set}"]`)).toBeVisible();
  const { data: projects } = await api.get<{ data: { _id: string; working_phase: number | null }[] }>(
    '/projects',
  );
  const other = projects.find(({ _id, working_phase }) => _id !== project && working_phase !== null);
  await page.goto(`/project/${other?._id}/rules`);
  await page.getByRole('button', { name: 'Jeux de règles' }).click();
  await page.locator(`[data-set="${set}"]`).getByRole('button', { name: 'Ajouter au projet' }).click();
  await expect(list).toContainText(floor.name);
  const { data: added } = await api.get<{ data: Known[] }>(`/projects/${other?._id}/rules`);
  for (const { _id, name } of added)
    if ([ceiling.name, floor.name].includes(name)) await api.remove(`/rules/${_id}`);

  // Applied, a product says what its rules do; tried without one, nothing is written.
  await page.goto(`/project/${project}/rules`);
  await processRules(page);
  const { conflicts } = await api.get<{ conflicts: { rule_id: string; item_group_ids: string[] }[] }>(
    `/projects/${project}/rules/summary`,
  );
  const taken = conflicts.find(({ rule_id }) => rule_id === ceiling._id)?.item_group_ids[0];
  await page.goto(`/project/${project}/listing?vue=e2e&produit=${taken}`);
  const own = page.locator(`[href*="${floor._id}"]`);
  await page.getByRole('link', { name: 'Voir la règle' }).and(own).click();
  await expect(editor.getByRole('textbox', { name: 'Nom de la règle' })).toHaveValue(floor.name);
  await expect(editor.getByText(/^Règle désactivée/)).toHaveCount(0);
  await page.goBack();
  const without = page.getByRole('link', { name: 'Essayer sans' });
  await without.and(own).click();
  await expect(editor.getByText(/^Règle désactivée/)).toBeVisible();
  await expect(editor.locator('tr[data-product]').first()).toBeVisible();

  for (const { _id } of [ceiling, floor]) await api.remove(`/rules/${_id}`);
  await page.goto(`/project/${project}/rules`);
  await processRules(page);
});

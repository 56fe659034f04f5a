import { expect, test } from '@playwright/test';
import { askAs } from './support/figures.ts';
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
  await expect(applied).toBeVisible({ timeout: 60_000 });
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
  await expect(applied).toBeVisible({ timeout: 60_000 });
  const { data: after } = await api.get<{ data: { applied_discount_rules: { name: string }[] }[] }>(
    `/projects/${project}/discounts?size=5`,
  );
  expect(after.flatMap((line) => line.applied_discount_rules.map((rule) => rule.name))).not.toContain(called);
});

import { expect, test } from '@playwright/test';
import { askAs } from './support/figures.ts';
import { signIn } from './support/sign-in.ts';

/** Its project is over when the demo begins. */
const OPERATION = 'Soldes hiver 2026';

test('an operation that is over has its post-mortem; what it taught is offered to the next of its kind', async ({
  page,
}) => {
  const lesson = `Deux taux suffisent ${Date.now()}`;
  await signIn(page);
  await page.getByRole('link', { name: `Bilan de ${OPERATION}` }).click();
  await expect(page.getByRole('heading', { name: `Bilan de ${OPERATION}` })).toBeVisible();
  const table = page.getByRole('region', { name: 'Prévu, réel, N−1' });
  await expect(table.getByRole('row', { name: /^Démarque 1/ })).toBeVisible();
  await table.getByRole('button', { name: 'Par famille' }).click();
  await expect(table.getByRole('columnheader', { name: 'Famille' })).toBeVisible();
  await expect(table.getByRole('row', { name: /^Démarque 1/ })).toHaveCount(0);

  const lessons = page.getByRole('region', { name: 'Leçons' });
  await lessons.getByRole('button', { name: 'Ajouter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Garder une leçon' });
  await dialog.getByLabel('Ce que vous en gardez').fill(lesson);
  await dialog.getByRole('button', { name: 'Taux', exact: true }).click();
  await dialog.getByLabel('Taux permis').fill('30, 50');
  await dialog.getByRole('button', { name: 'Garder' }).click();
  await expect(lessons.getByRole('listitem').filter({ hasText: lesson })).toContainText('30');

  await page.goto('/operations?nouveau');
  const creation = page.getByRole('dialog', { name: 'Nouvelle opération' });
  await creation.getByLabel('Opération').fill('Soldes d’été 2031');
  const offer = creation
    .getByRole('region', { name: `Leçons de ${OPERATION}` })
    .getByRole('listitem')
    .filter({ hasText: lesson });
  await offer.getByRole('button', { name: 'Reprendre' }).click();
  await expect(offer.getByRole('button', { name: 'Reprise' })).toHaveAttribute('aria-pressed', 'true');
  await creation.getByRole('button', { name: 'Annuler' }).click();

  await page.goto(`/operation/${encodeURIComponent(OPERATION)}/results`);
  await lessons.getByRole('button', { name: `Modifier la leçon ${lesson}` }).click();
  await page
    .getByRole('dialog', { name: 'Modifier la leçon' })
    .getByRole('button', { name: 'Supprimer' })
    .click();
  await expect(lessons.getByRole('listitem').filter({ hasText: lesson })).toHaveCount(0);
});

test('the post-mortem of a project is set beside its counterpart of the operation before, and its address says so', async ({
  page,
}) => {
  await signIn(page);
  await page.getByRole('link', { name: 'Bilan de Prêt-à-porter' }).first().click();
  const compared = page.getByLabel('Comparer à');
  await expect(page.getByRole('columnheader', { name: 'N−1' })).toHaveCount(4);
  await compared.selectOption(OPERATION);
  const table = page.getByRole('region', { name: `Prévu, réel, ${OPERATION}` });
  await expect(table.getByRole('columnheader', { name: 'Comparé' })).toHaveCount(4);
  const cells = table.getByRole('row', { name: /^Démarque 1/ }).getByRole('cell');
  await expect(cells.nth(3)).toHaveText(/\d/);
  const before = await cells.nth(3).innerText();
  await page.reload();
  await expect(cells.nth(3)).toHaveText(before);

  // What the operation before sold in that phase, as its own post-mortem says.
  await page.goto(`/operation/${encodeURIComponent(OPERATION)}/results`);
  const own = page
    .getByRole('region', { name: 'Prévu, réel, N−1' })
    .getByRole('row', { name: /^Démarque 1/ });
  await expect(own.getByRole('cell').nth(1)).toHaveText(before);
});

test('the operations are set beside an earlier one over the same phases, and their address says so', async ({
  page,
}) => {
  interface Brief {
    _id: string;
    name: string;
    working_phase: number | null;
    overview: { forecast: { sales: number } };
  }
  const api = askAs(page);
  await signIn(page);
  await page.getByLabel('Comparer à').selectOption(OPERATION);
  await expect(page).toHaveURL(/face=/);
  const { data } = await api.get<{ data: Brief[] }>('/projects');
  const named = (name: string) => data.find((project) => project.name === name);
  const own = named('Soldes été 2026/Femme/Prêt-à-porter');
  const earlier = named(`${OPERATION}/Femme/Prêt-à-porter`);
  const { phases } = await api.get<{ phases: { project_phase: number; real: { sales: number } }[] }>(
    `/projects/${earlier?._id}/results`,
  );
  const same = phases.filter(({ project_phase }) => project_phase >= (own?.working_phase ?? 0));
  const before = same.reduce((sum, { real }) => sum + real.sales, 0);
  const gap = 100 * ((own?.overview.forecast.sales ?? Number.NaN) / before - 1);
  const text = Math.abs(gap).toLocaleString('fr-FR', { maximumFractionDigits: 1 });
  await page.reload();
  const row = page.locator('tbody tr').filter({ has: page.locator(`a[href*="${own?._id}"]`) });
  await expect(row).toContainText(`${gap < 0 ? '−' : '+'}${text}`);
  await page.getByLabel('Comparer à').selectOption('');
  await expect(page).not.toHaveURL(/face=/);
});

test('the settings of a project that is over say so: where it is filed may change, its dates and products may not', async ({
  page,
}) => {
  await signIn(page);
  await page
    .getByRole('row')
    .filter({ has: page.getByText('Terminé', { exact: true }) })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('button', { name: 'Réglages du projet' }).click();
  const settings = page.getByRole('dialog', { name: 'Réglages du projet' });
  await expect(settings.getByLabel('Nom du projet')).toBeEnabled();
  const dates = settings.getByRole('region', { name: 'Démarques et dates' });
  await expect(dates.getByRole('group').first()).toHaveAttribute('title', 'Le projet est terminé.');
  for (const field of await dates.getByRole('textbox').all()) await expect(field).toBeDisabled();
  await expect(settings.getByRole('checkbox').first()).toBeDisabled();
});

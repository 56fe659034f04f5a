import { expect, type Page, test } from '@playwright/test';
import { importChecked } from './support/import-files.ts';
import { signIn, USERS } from './support/sign-in.ts';

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const items = (code: string): string =>
  `code produit;libellé;marque;prix TTC;prix de revient;stock\n${code}1;Cape;Lune;50,00;20,00;10\n${code}2;Gilet;Lune;40,00;12,00;8\n`;
const sales = (code: string, place: string, amounts: readonly string[]): string =>
  [
    'date;code produit;magasin;quantité;montant TTC',
    ...amounts.map((amount, at) => `2026-06-${20 + at};${code}1;${place};1;${amount}`),
  ].join('\n');

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Contrôler/ }).click();
  await expect(page.getByRole('heading', { name: 'Fichiers lus' })).toBeVisible({ timeout: 180_000 });
}

async function publish(page: Page): Promise<void> {
  await importChecked(page);
  await expect(page.getByText('Terminé', { exact: true })).toBeVisible({ timeout: 180_000 });
}

/** A project of these products alone, open on its overview. */
async function createProject(page: Page, name: string, code: string): Promise<void> {
  await page.goto('/operations?nouveau=');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Opération', { exact: true }).fill('Deux devises');
  await dialog.getByLabel('Nom du projet').fill(name);
  await dialog.getByRole('button', { name: 'Suivant' }).click();
  await dialog.getByRole('button', { name: 'Suivant' }).click();
  await dialog.getByRole('button', { name: 'Condition' }).click();
  await dialog.getByRole('combobox', { name: 'Champ' }).click();
  await page.getByRole('option', { name: 'Code produit', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Opérateur' }).selectOption({ label: 'commence par' });
  await dialog.getByRole('textbox', { name: 'Valeur', exact: true }).fill(code);
  await expect(dialog.getByRole('status')).toContainText('2');
  await dialog.getByRole('button', { name: 'Suivant' }).click();
  await dialog.getByRole('button', { name: 'Créer le projet' }).click();
  await expect(page).toHaveURL(/\/project\/[^/]+$/);
}

test('two currencies: each has its totals, a project says what it converts and at which rate, and what has none', async ({
  page,
}, { retry }) => {
  // Another attempt has products and a currency of its own: the rate of the first is there already.
  const code = `DV${retry}-`;
  const foreign = retry % 2 === 0 ? 'CHF' : 'SEK';
  await signIn(page, USERS.newcomer);
  await page.goto('/import');
  await page
    .getByLabel('Choisir des fichiers')
    .setInputFiles([
      file('articles devises.csv', items(code)),
      file('ventes_FR.csv', sales(code, 'Annecy', ['50,00', '45,00'])),
      file(`ventes_${foreign}.csv`, sales(code, `Ville ${foreign}`, ['55,00', '65,00'])),
    ]);
  await page.getByLabel(`Devise des montants de ventes_${foreign}.csv`).selectOption(foreign);
  await check(page);
  // Asked until the organisation has said its currency, as an earlier import may have.
  const own = page.getByRole('region', { name: /Quelle est celle de l’enseigne/ });
  if ((await own.count()) > 0) await own.getByRole('radio', { name: /^EUR/ }).check();
  const read = page.getByRole('region', { name: 'Fichiers lus' });
  await expect(read.getByRole('row', { name: /^ventes_FR/ })).toContainText(/95,00\s€/);
  await expect(read.getByRole('row', { name: `ventes_${foreign}` })).toContainText(
    new RegExp(`120,00\\s${foreign}`),
  );
  const effect = page.getByRole('region', { name: 'Ce qui va changer' });
  await expect(effect.getByText(`CA en ${foreign}, toutes dates`)).toBeVisible();
  await expect(effect).toContainText(new RegExp(`120\\s${foreign}`));
  await publish(page);

  const name = `Capes ${Date.now()}`;
  await createProject(page, name, code);
  const address = page.url();
  const note = page.getByRole('note', { name: 'Devises' });
  await expect(note).toContainText(`2 ventes en ${foreign} sans cours`, { timeout: 120_000 });
  await note.getByRole('link', { name: 'Importer des taux de change' }).click();
  await expect(page).toHaveURL(/\/import$/);
  await page
    .getByLabel('Choisir des fichiers')
    .setInputFiles([file('taux.csv', `devise;date;taux de change\n${foreign};2026-06-01;1,05\n`)]);
  await check(page);
  await page.getByRole('radio', { name: `1 ${foreign} = 1,05 EUR` }).check();
  await publish(page);

  await page.goto(address);
  await expect(note).toContainText(
    new RegExp(`1 lieu en ${foreign}, 120\\s${foreign} de ventes converties au cours du 01/06/2026`),
    {
      timeout: 120_000,
    },
  );
  await expect(note).toContainText(new RegExp(`1 ${foreign} = 1,05\\s€`));
  await expect(note).not.toContainText('sans cours');
});

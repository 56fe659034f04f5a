import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { type Company, signInUpstream, startCompany } from './support/company.ts';
import { readFigure } from './support/figures.ts';
import { importChecked } from './support/import-files.ts';
import { cell, rows } from './support/listing.ts';
import { gapsOf, readSheet } from './support/post-mortem.ts';
import type { CustomerFile } from './support/shoe-shop.ts';
import { readShopPrices, TOY_SHOP, ToyShop } from './support/toy-shop.ts';

// Another retailer's season, from its first files to its lessons, by four people of different rights, on a server of its
// own: what its shops sell each week follows the prices that were signed, read in the file that the shops are sent.

const OPERATION = 'Soldes été 2026';
const REASON = 'En vitrine dès le 24';
const LESSON = 'Ouvrir plus fort sur le plein air';
/** What a busy machine takes to import, to forecast or to check. */
const SLOW = { timeout: 240_000 };

const PEOPLE = [
  { sub: 'camille', email: 'camille.martin@mon-enseigne.fr', name: 'Camille Martin', role: '' },
  { sub: 'lea', email: 'lea.marchand@latoupie.fr', name: 'Léa Marchand', role: 'Marchandiseur' },
  { sub: 'bruno', email: 'bruno.vidal@latoupie.fr', name: 'Bruno Vidal', role: 'Manager' },
  { sub: 'dora', email: 'dora.petit@latoupie.fr', name: 'Dora Petit', role: 'Données' },
  { sub: 'luc', email: 'luc.moreau@latoupie.fr', name: 'Luc Moreau', role: 'Lecture' },
] as const;
type Login = (typeof PEOPLE)[number]['sub'];

let company: Company;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-toys-'));
  company = await startCompany(
    PEOPLE.map(({ sub, email, name }) => ({ sub, email, name, email_verified: true })),
  );
});
test.afterAll(async () => {
  await company?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Calls that were refused for want of a right: no screen makes one. */
const forbidden: string[] = [];

async function enter(browser: Browser, login: Login): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: company.origin })).newPage();
  page.on('response', (answer) => {
    if (answer.status() === 403) forbidden.push(`${login}: ${answer.request().method()} ${answer.url()}`);
  });
  await signInUpstream(page, `${company.origin}/operations`, login);
  await expect(page).toHaveURL(/\/operations/);
  return page;
}

async function addMembers(page: Page): Promise<void> {
  await page.goto('/members');
  for (const { name, email, role } of PEOPLE.slice(1)) {
    await page.getByRole('button', { name: 'Ajouter un membre' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ajouter un membre' });
    await dialog.getByLabel('Nom', { exact: true }).fill(name);
    await dialog.getByLabel('Adresse électronique').fill(email);
    await dialog.getByLabel('Rôle').selectOption({ label: role });
    await dialog.getByRole('button', { name: 'Ajouter' }).click();
    await expect(dialog).toBeHidden();
  }
}

/** Sends files, answers what they leave open, and waits for the end. `named`: columns to be told apart, by their heading. */
async function send(page: Page, files: readonly CustomerFile[], named: Record<string, string> = {}) {
  await page.goto('/import');
  await page
    .getByLabel('Choisir des fichiers')
    .setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })),
    );
  const check = page.getByRole('button', { name: /^Contrôler \d+ fichiers?/ });
  await expect(check).toBeVisible(SLOW);
  for (const [heading, field] of Object.entries(named))
    await page.getByLabel(`Champ Palier pour ${heading}`).selectOption({ label: field });
  await check.click();
  await expect(page.getByRole('button', { name: /^Importer .+ lignes? de/ })).toBeVisible(SLOW);
  // A file whose dates read both ways is asked about, and each answer settles one column.
  for (const answer of await page.getByRole('radio', { name: /^Jour d’abord/ }).all()) await answer.check();
  await importChecked(page, SLOW.timeout);
  await expect(page.getByText('Terminé', { exact: true })).toBeVisible(SLOW);
}

async function createProject(page: Page, name: string, universe: string, first: boolean): Promise<string> {
  await page.goto('/operations');
  await page.getByRole('button', { name: 'Nouvelle opération' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nouvelle opération' });
  await dialog.getByLabel('Opération', { exact: true }).fill(OPERATION);
  await dialog.getByLabel('Nom du projet').fill(name);
  const next = dialog.getByRole('button', { name: 'Suivant' });
  await next.click();
  if (first) {
    await expect(dialog).toContainText('Soldes d’été du 24 juin au 21 juil. 2026');
    await dialog.getByRole('button', { name: 'Retirer la démarque 4' }).click();
    await dialog.getByRole('button', { name: 'Retirer la démarque 3' }).click();
    await dialog.getByLabel('Dernier jour', { exact: true }).fill('07/07/2026');
  }
  // A second project of the operation begins with the days of the first.
  await expect(dialog.getByRole('textbox', { name: 'Premier jour', exact: true })).toHaveCount(2);
  await expect(dialog.getByLabel('Dernier jour', { exact: true })).toHaveValue('07/07/2026');
  await next.click();
  await dialog.getByRole('button', { name: 'Condition' }).click();
  await dialog.getByRole('combobox', { name: 'Champ' }).click();
  await page.keyboard.type('Rayon');
  await page.getByRole('option', { name: 'Rayon', exact: true }).first().click();
  await dialog.getByLabel('Ajouter une valeur').fill(universe);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: /^Produits pris/ })).toContainText(
    String(TOY_SHOP.by_universe),
  );
  await next.click();
  await dialog.getByRole('button', { name: 'Créer le projet' }).click();
  await expect(page).toHaveURL(/\/project\//);
  return new URL(page.url()).pathname;
}

async function group(page: Page, name: string, projects: readonly string[]): Promise<void> {
  await page.goto('/groups');
  await page.getByRole('button', { name: 'Nouveau groupe' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nouveau groupe' });
  await dialog.getByLabel('Nom du groupe').fill(name);
  for (const project of projects) await dialog.getByText(project, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Créer le groupe' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('main')).toContainText(name);
}

async function askForSignatures(page: Page): Promise<void> {
  await page.goto('/settings');
  const region = page.getByRole('region', { name: 'Signature des démarques' });
  await region.getByText('Toujours').click();
  await region.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(region).toContainText('Règle fixée par Bruno Vidal');
}

async function optimise(page: Page, project: string): Promise<void> {
  await page.goto(`${project}/optimization`);
  await page.getByRole('button', { name: 'Créer un scénario' }).click(SLOW);
  const dialog = page.getByRole('dialog', { name: 'Nouveau scénario' });
  await dialog.getByLabel('Nom', { exact: true }).fill('Marge d’abord');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await page
    .getByRole('button', { name: /^Lancer/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Envoyer \d+ démarques au listing/ }).click(SLOW);
  await expect(page.locator('main')).toContainText('Ces résultats donnent les démarques en vigueur.', SLOW);
}

/** Chooses a discount of one product in the listing, with a reason. */
async function choose(page: Page, project: string, code: string, pct: string, reason = ''): Promise<void> {
  await page.goto(`${project}/listing`);
  await page.getByRole('button', { name: 'Démarque', exact: true }).click(SLOW);
  await page.getByPlaceholder('Nom ou code').fill(code);
  const found = rows(page, 'group').first();
  await expect(found).toContainText('1 produit');
  await found.getByRole('button', { name: /^Ouvrir/ }).click();
  const line = rows(page, 'line').filter({ hasText: code }).first();
  await cell(line, 'editionDiscount').click();
  await page.keyboard.type(pct);
  if (reason) {
    await page.keyboard.press('Shift+F2');
    await page.keyboard.type(reason);
  }
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/discounts') && answer.ok(),
  );
  await page.keyboard.press('Enter');
  await saved;
}

/** « Si Fabricant est Farandole, au plus 30 % »: written, then applied. */
async function writeRule(page: Page, project: string): Promise<void> {
  await page.goto(`${project}/rules`);
  await page.getByRole('button', { name: 'Écrire la première règle' }).click(SLOW);
  const editor = page.locator('[data-part="rule-editor"]');
  await editor.getByRole('textbox', { name: 'Nom de la règle' }).fill('Farandole à 30');
  await editor.getByLabel('Ajouter une valeur').first().fill('Farandole');
  await page.keyboard.press('Enter');
  await editor.getByRole('button', { name: '30\u202f%', exact: true }).click();
  await editor.getByRole('button', { name: 'Enregistrer le brouillon' }).click();
  await page.getByRole('button', { name: /^Traiter/ }).click();
  await expect(page.getByRole('button', { name: 'Traiter à nouveau' })).toBeVisible(SLOW);
}

async function submit(page: Page, project: string, number: number, word: string): Promise<void> {
  await page.goto(project);
  const again = new RegExp(`^Soumettre (de nouveau )?la démarque ${number}$`);
  await page.getByRole('button', { name: again }).first().click(SLOW);
  const dialog = page.getByRole('dialog', { name: new RegExp(`la démarque ${number}`) });
  await dialog.getByLabel('À qui').selectOption({ label: 'Bruno Vidal' });
  await dialog.getByLabel(/^Mot pour/).fill(word);
  await dialog.getByRole('button', { name: 'Soumettre à Bruno' }).click(SLOW);
  await expect(dialog).toBeHidden(SLOW);
}

async function openSignature(page: Page, project: string, number: number): Promise<Locator> {
  await page.goto(project);
  await page
    .getByRole('button', { name: `Signer la démarque ${number}` })
    .first()
    .click(SLOW);
  return page.getByRole('dialog', { name: `Signer la démarque ${number}` });
}

/** Signs a phase, and reads the prices that the shops are sent. */
async function sign(page: Page, project: string, number: number): Promise<Map<string, number>> {
  const dialog = await openSignature(page, project, number);
  await dialog.getByRole('button', { name: /^Signer et valider/ }).click(SLOW);
  const signed = page.getByRole('dialog', { name: new RegExp(`^Démarque ${number} validée`) });
  const download = page.waitForEvent('download', SLOW);
  await signed.getByRole('button', { name: 'Télécharger les prix des magasins' }).click(SLOW);
  const path = join(folder, `prix-${number}.csv`);
  await (await download).saveAs(path);
  return readShopPrices(readFileSync(path, 'utf8'));
}

test('another retailer’s season by four people: brought, made, planned, returned, signed, lapsed, sold, over, and its lesson', async ({
  browser,
}) => {
  test.skip(
    !process.env.PALIER_THOROUGH,
    'a season of some ten minutes, with a server of its own: PALIER_THOROUGH=1',
  );
  test.setTimeout(1_500_000);
  const shop = new ToyShop();
  const camille = await enter(browser, 'camille');
  await addMembers(camille);
  const dora = await enter(browser, 'dora');
  await send(dora, shop.firstDelivery(), { 'Libellé caisse': 'Libellé' });
  const lea = await enter(browser, 'lea');
  const bruno = await enter(browser, 'bruno');
  await askForSignatures(bruno);

  const project = await createProject(lea, 'Jouets d’été', 'Plein air', true);
  await createProject(lea, 'Costumes', 'Déguisements', false);
  await group(lea, 'Saisonniers', ['Jouets d’été', 'Costumes']);
  await lea.goto(project);
  await expect(lea.getByText(/Données du dimanche 21 juin$/)).toBeVisible(SLOW);
  await optimise(lea, project);
  await choose(lea, project, TOY_SHOP.shown, '50', REASON);
  await writeRule(lea, project);
  await submit(lea, project, 1, 'Prête pour mercredi');

  // The manager reads it in the bell, returns it with a word, signs it once changed.
  await bruno.goto('/operations');
  await bruno.getByRole('button', { name: /^Nouvelles/ }).click();
  await expect(bruno.getByRole('dialog', { name: 'Nouvelles' })).toContainText(
    'Léa Marchand vous soumet la démarque 1',
  );
  const asked = await openSignature(bruno, project, 1);
  await asked.getByLabel('Mot pour Léa').fill('Trop profond en vitrine');
  await asked.getByRole('button', { name: 'Retourner avec ce mot' }).click(SLOW);
  await expect(asked).toBeHidden(SLOW);
  await lea.goto(project);
  await expect(lea.getByText(/Retournée par Bruno Vidal.*Trop profond en vitrine/).first()).toBeVisible(SLOW);
  await choose(lea, project, TOY_SHOP.shown, '40', REASON);
  await submit(lea, project, 1, 'Ramené à 40');
  const first = await sign(bruno, project, 1);
  expect(first.size).toBeGreaterThan(20);

  // A week's files come while the next phase waits for its signature: a product that came with them, once it has a price,
  // makes the signature lapse for itself, and is said so to both.
  await submit(lea, project, 2, 'Avant les ventes de la semaine');
  const asSigned = (code: string, day: string) => (day < '2026-06-24' ? undefined : first.get(code));
  await send(dora, shop.delivery('2026-06-22', '2026-06-30', asSigned));
  await lea.goto(project);
  await expect(lea.getByText(/Données du mardi 30 juin$/)).toBeVisible(SLOW);
  await choose(lea, project, TOY_SHOP.new_products[0] ?? '', '20');
  await lea.goto(project);
  await expect(
    lea.getByText('1 produit a changé depuis la soumission : à soumettre de nouveau.').first(),
  ).toBeVisible(SLOW);
  const lapsed = await openSignature(bruno, project, 2);
  await expect(lapsed).toContainText(/1 produit a changé depuis la soumission/, SLOW);
  await expect(lapsed.getByRole('button', { name: /^Signer et valider/ })).toBeDisabled();
  await submit(lea, project, 2, 'Avec les nouveautés');
  const second = await sign(bruno, project, 2);
  await bruno.goto(project);
  await expect(bruno.getByText('Toutes les démarques de ce projet sont validées.')).toBeVisible(SLOW);

  // The last weeks, at the prices signed; the project is over.
  await send(
    dora,
    shop.delivery('2026-07-01', '2026-07-07', (code) => second.get(code)),
  );
  await send(
    dora,
    shop.delivery('2026-07-08', '2026-07-12', () => undefined),
  );
  await bruno.goto('/operations');
  await expect(bruno.getByRole('row').filter({ hasText: 'Jouets d’été' }).last()).toContainText(
    'Terminé',
    SLOW,
  );

  // Its post-mortem: the parts of the gap are what its own rows give, worked out apart.
  await bruno.goto(`${project}/results`);
  const gap = bruno.getByRole('region', { name: /^Écart au plan/ });
  await expect(gap).toContainText(/\d/, SLOW);
  const download = bruno.waitForEvent('download');
  await bruno.getByRole('button', { name: 'Exporter' }).click();
  const path = join(folder, 'bilan.csv');
  await (await download).saveAs(path);
  const lines = readSheet(readFileSync(path, 'utf8'));
  expect(lines.length).toBeGreaterThan(50);
  const apart = gapsOf(lines);
  for (const { line, parts } of apart.rows)
    for (const [name, value] of Object.entries(parts))
      expect(Math.abs(value - line.gap[name as keyof typeof parts]), `${line.code} ${name}`).toBeLessThan(
        0.02,
      );
  const sum = apart.sums.price + apart.sums.volume + apart.sums.mix + apart.sums.stock_out;
  expect(Math.abs(sum - apart.whole)).toBeLessThan(0.5);
  await expect(gap).toContainText('=');
  // Said to the unit, of rows that the file gives to the cent.
  const said = readFigure((await gap.innerText()).split('=').at(-1)?.split('\n')[0] ?? '');
  expect(Math.abs(said.value - sum), 'gap to the plan').toBeLessThan(said.within + 0.01 * lines.length);
  await expect(bruno.getByRole('region', { name: /^Décisions contre/ })).toContainText(REASON);

  const lessons = bruno.getByRole('region', { name: 'Leçons' });
  await lessons.getByRole('button', { name: 'Ajouter' }).click();
  const lesson = bruno.getByRole('dialog', { name: 'Garder une leçon' });
  await lesson.getByLabel('Ce que vous en gardez').fill(LESSON);
  await lesson.getByRole('button', { name: 'Garder' }).click();
  await expect(lessons).toContainText(LESSON);
  await lea.goto('/operations?nouveau');
  const next = lea.getByRole('dialog', { name: 'Nouvelle opération' });
  await next.getByLabel('Opération', { exact: true }).fill('Soldes hiver 2027');
  await expect(next.getByRole('region', { name: `Leçons de ${OPERATION}` })).toContainText(LESSON);

  // Who reads without costs meets no figure of them, and no forbidden call was made by anybody.
  const luc = await enter(browser, 'luc');
  await luc.goto(`${project}/results`);
  await expect(luc.getByText('Le bilan montre des marges')).toBeVisible();
  expect(forbidden).toEqual([]);
});

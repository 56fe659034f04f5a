import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { askAs } from './support/figures.ts';
import { importChecked } from './support/import-files.ts';
import { cell, openListing, rows } from './support/listing.ts';
import { signIn, USERS } from './support/sign-in.ts';

// A season of two rounds, by three people: it is made, planned, submitted, returned, signed and sold, then it is over
// and its lesson is taken by the next. The files of the weeks are the demo's own, sold at the prices that were signed;
// they come at once, for the demo's other projects are worked out again with each (weeks.test.ts plays week by week).

const OPERATION = `Fin de série ${Date.now()}`;
const REASON = 'En vitrine dès le 8';
const LESSON = 'Deux rounds suffisent';
/** What a busy machine takes to work out the figures of every project of the organisation again. */
const SLOW = { timeout: 600_000 };

const DEMO = join(import.meta.dirname, '../packages/demo/src/cli.ts');
let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'palier-season-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function enter(browser: Browser, user: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, user);
  return page;
}

/** The first amount of a place, « 120,0 k€ », as every screen writes it. */
async function amountIn(place: Locator): Promise<string> {
  const amount = /\d[\d\s,]*k€/;
  await expect(place).toContainText(amount);
  return (
    amount.exec((await place.innerText()).split('\n').find((line) => amount.test(line)) ?? '')?.[0] ?? ''
  );
}

async function makeProject(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Nouvelle opération' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nouvelle opération' });
  await dialog.getByLabel('Opération', { exact: true }).fill(OPERATION);
  await dialog.getByLabel('Nom du projet').fill('Aurelle');
  await dialog.getByRole('button', { name: 'Suivant' }).click();
  await dialog.getByRole('button', { name: 'Retirer la démarque 4' }).click();
  await dialog.getByRole('button', { name: 'Retirer la démarque 3' }).click();
  await dialog.getByLabel('Dernier jour', { exact: true }).fill('21/07/2026');
  await dialog.getByRole('button', { name: 'Suivant' }).click();
  await dialog.getByRole('button', { name: 'Condition' }).click();
  await dialog.getByLabel('Ajouter une valeur').fill('Aurelle');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: /^Produits pris/ })).toContainText(/\d/);
  await dialog.getByRole('button', { name: 'Suivant' }).click();
  await dialog.getByRole('button', { name: 'Créer le projet' }).click();
  await expect(page).toHaveURL(/\/project\//);
  return new URL(page.url()).pathname;
}

async function plan(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Calculer', exact: true }).click(SLOW);
  await page.getByRole('button', { name: 'Calculer les démarques' }).click();
  await page
    .getByRole('button', { name: /^Appliquer/ })
    .first()
    .click(SLOW);
  await expect(page.getByText(/démarques changées dans le listing/).first()).toBeVisible();
}

async function chooseWithReason(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Listing', exact: true }).click();
  await page.getByRole('button', { name: 'Démarque', exact: true }).click();
  await rows(page, 'group')
    .first()
    .getByRole('button', { name: /^Ouvrir/ })
    .click();
  const line = rows(page, 'line').first();
  const now = await cell(line, 'editionDiscount').innerText();
  await cell(line, 'editionDiscount').click();
  await page.keyboard.type(now.startsWith('50') ? '40' : '50');
  await page.keyboard.press('Shift+F2');
  await page.keyboard.type(REASON);
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/discounts') && answer.ok(),
  );
  await page.keyboard.press('Enter');
  await saved;
  await expect(line).toContainText('Choisie');
}

async function submit(page: Page, number: number, word: string): Promise<void> {
  await page
    .getByRole('button', { name: `Soumettre la démarque ${number}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: `Soumettre la démarque ${number}` });
  await dialog.getByLabel('À qui').selectOption({ label: 'Inès Dumont' });
  await dialog.getByLabel('Mot pour Inès').fill(word);
  await dialog.getByRole('button', { name: 'Soumettre à Inès' }).click(SLOW);
  await expect(dialog).toBeHidden();
}

async function openSignature(page: Page, number: number): Promise<Locator> {
  await page
    .getByRole('button', { name: `Signer la démarque ${number}` })
    .first()
    .click(SLOW);
  return page.getByRole('dialog', { name: `Signer la démarque ${number}` });
}

/** Signs a phase, and keeps the file of its prices. */
async function sign(page: Page, number: number): Promise<string> {
  const dialog = await openSignature(page, number);
  await dialog.getByRole('button', { name: /^Signer et valider/ }).click(SLOW);
  const signed = page.getByRole('dialog', { name: new RegExp(`^Démarque ${number} validée`) });
  const download = page.waitForEvent('download');
  await signed.getByRole('button', { name: 'Télécharger les prix des magasins' }).click(SLOW);
  const path = join(folder, `prix-${number}.csv`);
  await (await download).saveAs(path);
  await signed.getByRole('button', { name: 'Fermer' }).last().click();
  return path;
}

/** Plays the weeks until a day at the prices signed, and imports what the shops sent of them. */
async function importWeeks(page: Page, until: string, prices: readonly string[]): Promise<void> {
  const files = join(folder, until);
  const decided = prices.flatMap((path) => ['--prices', path]);
  execFileSync(process.execPath, [DEMO, files, '--until', until, ...decided]);
  await page.goto('/import');
  await page
    .getByLabel('Choisir des fichiers')
    .setInputFiles(readdirSync(files).flatMap((name) => (name.endsWith('.csv') ? [join(files, name)] : [])));
  await page.getByRole('button', { name: /^Contrôler \d+ fichiers/ }).click();
  await importChecked(page, SLOW.timeout);
  await expect(page.getByText('Terminé', { exact: true })).toBeVisible(SLOW);
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('a season by three people: made, planned, returned, signed, sold, over, and its lesson taken by the next', async ({
  browser,
}) => {
  test.setTimeout(1_500_000);
  const marion = await enter(browser, USERS.merchandiser);
  const project = await makeProject(marion);
  await plan(marion);
  await chooseWithReason(marion);

  // One value for one name and one horizon, wherever it is read.
  await marion.goto(project);
  const sales = await amountIn(marion.getByRole('region', { name: 'Chiffres clés' }));
  await marion.goto('/operations');
  await expect(row(marion, 'Aurelle').last()).toContainText(sales);
  await marion.goto(`${project}/dashboard`);
  await expect(marion.locator('main')).toContainText(sales);
  await submit(marion, 1, 'Prête pour mercredi');

  const ines = await enter(browser, USERS.manager);
  await ines.getByRole('button', { name: /^Nouvelles/ }).click();
  const news = ines.getByRole('dialog', { name: 'Nouvelles' });
  await news
    .getByRole('link', { name: /Marion Roche vous soumet la démarque 1/ })
    .first()
    .click();
  await expect(news).toBeHidden();
  const asked = await openSignature(ines, 1);
  await expect(asked).toContainText(sales);
  await asked.getByLabel('Mot pour Marion').fill('Trop profond');
  await asked.getByRole('button', { name: 'Retourner avec ce mot' }).click(SLOW);
  await marion.goto(project);
  await expect(marion.getByText(/Retournée par Inès Dumont.*Trop profond/)).toBeVisible();
  await submit(marion, 1, 'Il faut ce stock à zéro');
  const first = await sign(ines, 1);

  // The next round is worked on its own figures: it waits for them.
  await submit(marion, 2, 'La suite');
  const second = await sign(ines, 2);
  await expect(ines.getByText('Toutes les démarques de ce projet sont validées.')).toBeVisible();

  await importWeeks(ines, '2026-07-22', [first, second]);
  await ines.goto(project);
  await expect(ines.getByText(/Données du mercredi 22 juillet$/)).toBeVisible(SLOW);
  const real = await amountIn(ines.getByRole('region', { name: 'Chiffres clés' }));
  await ines.goto('/operations');
  await expect(row(ines, 'Aurelle').last()).toContainText('Terminé');
  await expect(row(ines, 'Aurelle').last()).toContainText(real);
  await ines
    .getByRole('link', { name: `Bilan de ${OPERATION}` })
    .first()
    .click();
  await expect(ines.getByRole('heading', { name: `Bilan de ${OPERATION}` })).toBeVisible();
  await expect(ines.locator('main')).toContainText(real);
  const table = ines.getByRole('region', { name: 'Prévu, réel, N−1' });
  await expect(table.getByRole('row', { name: /^Démarque [12]/ })).toHaveCount(2);
  await expect(ines.getByRole('region', { name: /^Décisions contre/ })).toContainText(REASON);

  // « Imprimer une page » is one page.
  const printed = await ines.pdf({ preferCSSPageSize: true, path: join(folder, 'bilan.pdf') });
  expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  const lessons = ines.getByRole('region', { name: 'Leçons' });
  await lessons.getByRole('button', { name: 'Ajouter' }).click();
  const lesson = ines.getByRole('dialog', { name: 'Garder une leçon' });
  await lesson.getByLabel('Ce que vous en gardez').fill(LESSON);
  await lesson.getByRole('button', { name: 'Garder' }).click();
  await expect(lessons).toContainText(LESSON);

  const claire = await enter(browser, USERS.lead);
  await claire.goto('/operations?nouveau');
  const next = claire.getByRole('dialog', { name: 'Nouvelle opération' });
  await next.getByLabel('Opération', { exact: true }).fill('Fin de série d’automne');
  await expect(next.getByRole('region', { name: `Leçons de ${OPERATION}` })).toContainText(LESSON);

  // Who reads without costs is told why there is no post-mortem for him.
  const hugo = await enter(browser, USERS.reader);
  await hugo.goto(`/operation/${encodeURIComponent(OPERATION)}/results`);
  await expect(hugo.getByText('Le bilan montre des marges')).toBeVisible();
  for (const page of [marion, ines, claire, hugo]) await page.context().close();
});

test('a person limited to a brand: nothing outside is listed or counted, acts on a whole project say why they are not hers', async ({
  page,
  browser,
}) => {
  const claire = askAs(page);
  const project = await openListing(page);
  const { data: members } = await claire.get<{ data: { user_id: string; email: string }[] }>('/members');
  const marion = members.find(({ email }) => email === USERS.merchandiser)?.user_id;
  const limit = (perimeter: object | null) => claire.send('PUT', `/members/${marion}`, { perimeter });
  const { data: brands } = await claire.get<{ data: { value: string; item_group_count: number }[] }>(
    `/projects/${project}/fields/brand`,
  );
  const [own, other] = brands;
  if (!own || !other) throw new Error('two brands');
  const limited = await enter(browser, USERS.merchandiser);
  await limited.goto(`/project/${project}/listing?grouper=brand`);
  const grid = limited.getByRole('treegrid');
  await expect(grid).toContainText(other.value);
  // Her open screen follows: the stream that was opened with more ends at once.
  await limit({ project_groups: [], fields: [{ field: 'brand', values: [own.value] }] });
  try {
    await expect(grid).not.toContainText(other.value, { timeout: 240_000 });
    await limited.reload();
    await expect(rows(limited, 'group')).toHaveCount(1);
    await expect(rows(limited, 'group')).toContainText(own.value);
    await expect(limited.locator('main')).toContainText(`${own.item_group_count} produits`);
    const whole = limited
      .getByRole('button', { name: /^(Soumettre|Valider|Suivre|Signer) .*démarque/ })
      .first();
    await expect(whole).toBeDisabled();
    await expect(whole).toHaveAttribute('title', /périmètre/);
  } finally {
    await limit(null);
    await limited.context().close();
  }
});

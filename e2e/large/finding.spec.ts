import { expect, type Page, test } from '@playwright/test';
import { rows } from '../support/listing.ts';
import { Figures } from './support/figures.ts';
import { french, goToListing, openProducts, TOTAL } from './support/screen.ts';
import { lap, STILL } from './support/stopwatch.ts';
import { type Caller, callerOf, wholeRange } from './support/whole-range.ts';

const GROUPS = '&grouper=section,family';
const figures = new Figures();
let page: Page;
let caller: Caller;
let project: string;
let lineCount: number;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  caller = await callerOf(page);
  const whole = await wholeRange(caller, page);
  project = whole._id;
  lineCount = whole.snapshot?.discount_count ?? 0;
});

test.afterAll(async () => {
  figures.print(`Finding products among ${lineCount}`);
  await page.close();
});

/** How many lines the server finds for a question. */
async function countOf(question: Record<string, string>): Promise<number> {
  const answer = await caller.request.get(`/api/projects/${project}/discounts`, {
    headers: caller.headers,
    params: { size: 1, ...question },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { discount_count: number }).discount_count;
}

const says = (count: number) => ({ selector: TOTAL, text: french(count) });

test('[LIST-27] searches as one types', async () => {
  const found = await countOf({ q: 'robe midi' });
  expect(found).toBeGreaterThan(10);
  expect(found).toBeLessThan(lineCount);
  for (let times = 0; times < 3; times += 1) {
    await goToListing(page, project, GROUPS);
    await expect(page.locator(TOTAL)).toHaveText(new RegExp(french(lineCount)));
    await page.getByRole('searchbox', { name: 'Nom ou code' }).click();
    await lap(figures, page, 'search typed, to its groups and count', () => page.keyboard.type('robe midi'), [
      says(found),
      ...STILL,
    ]);
  }
});

test('[LIST-26] filters, and back takes the filter away', async () => {
  const rules = [{ field: 'stock_qty', operator: 'gte', value: 200 }];
  const found = await countOf({ filter: JSON.stringify({ combinator: 'and', rules }) });
  await goToListing(page, project, GROUPS);
  await page.getByRole('button', { name: 'Filtrer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Champ' }).selectOption({ label: 'Stock total' });
  await dialog.getByRole('combobox', { name: 'Opérateur' }).selectOption({ label: '≥' });
  await dialog.getByRole('spinbutton', { name: 'Valeur' }).fill('200');
  const apply = dialog.getByRole('button', { name: /^Voir \d/ });
  await lap(figures, page, 'filter applied, to its groups and count', () => apply.click(), [
    says(found),
    ...STILL,
  ]);
  await page.goBack();
  await expect(page.locator(TOTAL)).toHaveText(new RegExp(french(lineCount)));
});

test('[DIAG-01] opens a product beside the listing', async () => {
  await goToListing(page, project, GROUPS);
  await openProducts(page);
  for (let index = 0; index < 4; index += 1) {
    const title = rows(page, 'line').nth(index).locator('[data-part=title]');
    await lap(figures, page, 'panel of a product', () => title.click(), [
      { selector: '[data-part=panel] h3', text: 'Résultat selon la démarque' },
    ]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary')).toHaveCount(0);
  }
});

test('the overview of the project shows its figures', async () => {
  await goToListing(page, project, GROUPS);
  const start = performance.now();
  await page.getByRole('link', { name: 'Aperçu' }).click();
  await expect(page.locator('main')).toContainText(/CA|Marge/);
  await expect(page.locator('main [data-part=skeleton]')).toHaveCount(0);
  figures.add('overview, to its figures', performance.now() - start);
});

import { expect, type Page, test } from '@playwright/test';
import { cell, rows } from '../support/listing.ts';
import { Figures } from './support/figures.ts';
import { discountOf, goToListing, openProducts } from './support/screen.ts';
import { lap, type Sight, STILL } from './support/stopwatch.ts';
import { type Caller, callerOf, wholeRange } from './support/whole-range.ts';

const EDITION = '&grouper=section,family&mode=demarque';
const SAVED: Sight = { selector: '[data-part=saving]', text: '^Enregistré' };
const figures = new Figures();
let page: Page;
let caller: Caller;
let project: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  caller = await callerOf(page);
  project = (await wholeRange(caller, page))._id;
});

test.afterAll(async () => {
  figures.print('Editing 100,000 products');
  await page.close();
});

/** Lines of the project whose discount was chosen by hand at this level. */
async function countAt(level: number): Promise<number> {
  const rules = [{ field: 'discount_pct_user', operator: 'equals', value: level }];
  const answer = await caller.request.get(`/api/projects/${project}/discounts`, {
    headers: caller.headers,
    params: { size: 1, filter: JSON.stringify({ combinator: 'and', rules }) },
  });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { discount_count: number }).discount_count;
}

test('[EDIT-01] [EDIT-07] an edit shows at once, is acknowledged, and is undone', async () => {
  await goToListing(page, project, EDITION);
  await openProducts(page);
  await page.getByRole('button', { name: 'Affichage compact' }).click();
  const lines = rows(page, 'line');
  await expect.poll(() => lines.count()).toBeGreaterThan(6);
  const before: (number | null)[] = [];
  for (let index = 0; index < 5; index += 1) {
    before.push(await discountOf(lines.nth(index)));
  }
  // Each product five times, so that the median is that of 25 edits.
  for (let times = 0; times < 5; times += 1) {
    for (let index = 0; index < 5; index += 1) {
      const line = lines.nth(index);
      const wanted = (await discountOf(line)) === 60 ? 50 : 60;
      await cell(line, 'editionDiscount').click();
      await page.keyboard.type(String(wanted));
      const row = await line.getAttribute('data-row');
      const shown = `[data-row="${row}"] [data-field="editionDiscount"] [data-part=discount]`;
      const acknowledged = page.waitForResponse(
        (response) => response.request().method() === 'PUT' && response.url().endsWith('/discounts'),
      );
      await lap(figures, page, 'edit: key to its row', () => page.keyboard.press('Enter'), [
        { selector: shown, text: `^${wanted}\\s%` },
      ]);
      const answer = await acknowledged;
      const id = (await line.getAttribute('data-id')) ?? '';
      expect(((await answer.json()) as { data: object[] }).data).toContainEqual(
        expect.objectContaining({ _id: id, discount_pct_user: wanted }),
      );
      await answer.finished();
      const { requestStart, responseEnd } = answer.request().timing();
      figures.add('edit: request to acknowledged', responseEnd - requestStart);
      await expect(page.locator('[data-part=saving]')).toHaveText(/^Enregistré/);
    }
  }
  for (let times = 0; times < 25; times += 1) await page.keyboard.press('Control+z');
  await expect.poll(() => discountOf(lines.nth(0))).toBe(before[0]);
  await expect(page.locator('[data-part=saving]')).toHaveText(/^Enregistré/);
  await page.reload();
  await expect.poll(() => lines.count()).toBeGreaterThan(6);
  for (const [index, discount] of before.entries()) expect(await discountOf(lines.nth(index))).toBe(discount);
});

test('[EDIT-01] pastes and undoes a block', async () => {
  const lines = rows(page, 'line');
  const before = await discountOf(lines.nth(0));
  const values = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? '50' : '60'));
  await cell(lines.nth(0), 'editionDiscount').click();
  await page.keyboard.press('Escape');
  const paste = (): Promise<void> =>
    page.getByRole('treegrid').evaluate((grid, text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      grid.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, values.join('\n'));
  await lap(figures, page, 'paste of 30 products, to saved', paste, [
    {
      selector: '[role=row][data-kind=line] [data-field="editionDiscount"] [data-part=discount]',
      text: '^60\\s%',
    },
    SAVED,
  ]);
  await expect.poll(() => discountOf(lines.nth(1))).toBe(60);
  await lap(figures, page, 'undo of the paste, to saved', () => page.keyboard.press('Control+z'), [SAVED]);
  await expect.poll(() => discountOf(lines.nth(0))).toBe(before);
});

test('[EDIT-02] rehearses, edits, undoes and redoes tens of thousands of products', async () => {
  await goToListing(page, project, EDITION);
  const group = rows(page, 'group').filter({ hasText: 'Femme' }).first();
  const mean = cell(group, 'editionDiscount').locator('[data-part=discount]');
  const former = await mean.innerText();
  const before = await countAt(50);
  await cell(group, 'editionDiscount').click();
  await page.keyboard.type('50');
  const dialog = page.getByRole('dialog');
  await lap(figures, page, 'group: rehearsal of its effect', () => page.keyboard.press('Enter'), [
    { selector: 'dialog button', text: '^Donner 50' },
  ]);
  const apply = dialog.getByRole('button', { name: /^Donner 50/ });
  const count = Number(/à ([\d\s]+) produits/.exec(await apply.innerText())?.[1]?.replaceAll(/\s/g, ''));
  expect(count).toBeGreaterThan(10_000);
  const row = await group.getAttribute('data-row');
  const shown = `[data-row="${row}"] [data-field="editionDiscount"] [data-part=discount]`;
  const asBefore = former.split('\n')[0]?.replaceAll(/\s/g, '\\s') ?? '';
  const closed: Sight = { selector: 'dialog[open]', absent: true };
  await lap(figures, page, 'group: applied and shown', () => apply.click(), [closed, ...STILL], 120_000);
  const done = await countAt(50);
  expect(done - before).toBeGreaterThan(1000);
  const undo = page.getByRole('button', { name: 'Annuler', exact: true }).first();
  await lap(
    figures,
    page,
    'group: undone and shown',
    () => undo.click(),
    [{ selector: shown, text: `^${asBefore}` }, ...STILL],
    120_000,
  );
  expect(await countAt(50)).toBe(before);
  const changed: Sight[] = [{ selector: shown, text: `^(?!${asBefore})` }, ...STILL];
  const redo = page.getByRole('button', { name: 'Rétablir', exact: true }).first();
  await lap(figures, page, 'group: redone and shown', () => redo.click(), changed, 120_000);
  expect(await countAt(50)).toBe(done);
  await undo.click();
  await expect(mean).toHaveText(former, { timeout: 120_000 });
  await expect.poll(() => countAt(50)).toBe(before);
});

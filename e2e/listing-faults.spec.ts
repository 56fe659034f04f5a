import { expect, type Locator, type Page, test } from '@playwright/test';
import { cell, openFirstProducts, openListing, rows } from './support/listing.ts';

const EDITION = '&mode=demarque';

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('treegrid').evaluate((grid, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

async function edges(locator: Locator): Promise<{ left: number; right: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('out of sight');
  return { left: box.x, right: box.x + box.width };
}

interface ProjectBrief {
  _id: string;
  working_phase: number | null;
  snapshot?: { discount_count: number };
}

/** Projects with products and a worked phase, as the page that is open asks for them. */
async function openProjects(page: Page): Promise<ProjectBrief[]> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/projects');
  await page.reload();
  const { data }: { data: ProjectBrief[] } = await (await answered).json();
  return data.filter(
    ({ snapshot, working_phase }) => (snapshot?.discount_count ?? 0) > 0 && working_phase !== null,
  );
}

test('a paste that cannot be done says of how many products, which and why, beside the column being edited', async ({
  page,
}) => {
  await openListing(page, { query: EDITION });
  await openFirstProducts(page);
  await cell(rows(page, 'line').nth(0), 'editionDiscount').click();
  await paste(page, '12345\nabc');
  const toast = page.getByRole('alert').filter({ hasText: 'n’ont pas changé' });
  await expect(toast).toContainText('2 produits n’ont pas changé');
  await expect(toast).toContainText('« abc »');
  for (const width of [1366, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => (await edges(page.getByRole('treegrid'))).right)
      .toBeGreaterThan(width - 40);
    const column = await edges(page.locator('[data-head-column="editionDiscount"]'));
    const name = await edges(page.locator('[data-head-column="product"]'));
    const message = await edges(toast);
    expect(message.right, `${width} px`).toBeLessThanOrEqual(column.left);
    expect(message.left, `${width} px`).toBeGreaterThanOrEqual(name.right - 1);
  }
});

test('a filter stays in the project where it was made', async ({ page }) => {
  const filter = { combinator: 'and', rules: [{ field: 'stock_qty', operator: 'gte', value: 200 }] };
  const project = await openListing(page);
  const other = (await openProjects(page)).find(({ _id }) => _id !== project);
  if (!other) throw new Error('the demo has one project only');
  await page.goto(`/project/${project}/listing?filtre=${encodeURIComponent(JSON.stringify(filter))}`);
  const shown = page.locator('[data-part=filter]');
  await expect(shown).toContainText('≥ 200');
  // What a link shows is kept once its reader changes something.
  await page.getByRole('button', { name: 'Affichage compact' }).click();
  await page.goto(`/project/${other._id}/listing`);
  await expect(rows(page, 'group').first()).toBeVisible();
  await expect(shown).not.toContainText('≥ 200');
  await page.goto(`/project/${project}/listing`);
  await expect(shown).toContainText('≥ 200');
});

import { expect, type Page, test } from '@playwright/test';
import { openListing, rows } from './support/listing.ts';

/** Labels of the groups of a level, in the order they are seen. */
const groupsAt = (page: Page, level: number) =>
  page.locator(`[role=row][data-kind=group][aria-level="${level}"]`);
const missing = (page: Page, level: number) =>
  groupsAt(page, level).filter({ hasText: '(non renseigné)' }).first();

test.describe('an address', () => {
  test('[ROUTE-10] sorted by a column, it opens the same listing after a reload and in another tab', async ({
    page,
    context,
  }) => {
    const project = await openListing(page);
    await page.goto(`/project/${project}/listing?vue=e2e&grouper=-&tri=stock_qty.desc`);
    await expect(rows(page, 'line').first()).toBeVisible();
    await page.reload();
    await expect(rows(page, 'line').first()).toBeVisible();
    const first = await rows(page, 'line').first().getAttribute('data-id');
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(rows(other, 'line').first()).toHaveAttribute('data-id', first ?? '');
    expect(new URL(other.url()).searchParams.get('tri')).toBe('stock_qty.desc');
  });

  test('[ROUTE-01] opens its screen whatever its last part holds', async ({ page }) => {
    const project = await openListing(page);
    for (const last of ['a.b', 'v1.2%20%C3%A9t%C3%A9.csv', 'a%2Fb', '100%25']) {
      const answer = await page.goto(`/project/${project}/reporting/${last}?a=b.c`);
      expect(answer?.status(), last).toBe(200);
      await expect(page.getByRole('banner'), last).toBeVisible();
      await expect(page, last).not.toHaveURL(/\/404$/);
    }
  });
});

/** A project of the demo in which nobody has decided anything yet. */
async function untouched(page: Page): Promise<string> {
  await openListing(page);
  const listed = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/projects');
  await page.goto('/operations');
  const { data }: { data: { _id: string; name: string }[] } = await (await listed).json();
  const found = data.find(({ name }) => name.startsWith('Ventes privées'));
  if (!found) throw new Error('the demo has no sale to come');
  return found._id;
}

test.describe('a group whose value is missing', () => {
  // Who last changed a product, and its goal: where nobody has worked yet, products have neither.
  const GROUPING = 'discount_pct_update_user,optimization_goal';

  test('[LIST-01] stands among the others at the first level and below, and opens', async ({ page }) => {
    const project = await untouched(page);
    await page.goto(`/project/${project}/listing?vue=e2e&grouper=${GROUPING}`);
    await missing(page, 1)
      .getByRole('button', { name: /^Ouvrir/ })
      .click();
    await missing(page, 2)
      .getByRole('button', { name: /^Ouvrir/ })
      .click();
    await expect(rows(page, 'line').first()).toBeVisible();
    // The address names the open groups: whoever follows it sees the same.
    await expect.poll(() => new URL(page.url()).search).toContain('ouverts');
    await page.reload();
    await expect(rows(page, 'line').first()).toBeVisible();
    await missing(page, 1)
      .getByRole('button', { name: /^Fermer/ })
      .click();
    await expect(rows(page, 'line')).toHaveCount(0);
    await expect(missing(page, 1)).toBeVisible();
  });

  test('[LIST-03] opens and closes with all the others', async ({ page }) => {
    const project = await untouched(page);
    await page.goto(`/project/${project}/listing?vue=e2e&grouper=${GROUPING}`);
    await expect(missing(page, 1)).toBeVisible();
    await page.getByRole('button', { name: 'Autres actions' }).click();
    await page.getByRole('menuitem', { name: 'Tout ouvrir' }).click();
    await expect(rows(page, 'line').first()).toBeVisible();
    await page.getByRole('button', { name: 'Autres actions' }).click();
    await page.getByRole('menuitem', { name: 'Tout fermer' }).click();
    await expect(groupsAt(page, 2)).toHaveCount(0);
    await expect(missing(page, 1)).toBeVisible();
  });
});

import { expect, type Locator, type Page } from '@playwright/test';

/** The button that imports what was checked. */
const publishButton = (page: Page): Locator => page.getByRole('button', { name: /^Importer .+ lignes? de/ });

/** Says that files of new layouts were read right, where that is asked, and imports them. */
export async function importChecked(page: Page, timeout = 180_000): Promise<void> {
  const publish = publishButton(page);
  await expect(publish).toBeVisible({ timeout });
  const looks = page.getByRole('checkbox', { name: /^C’est bien cela/ });
  if ((await looks.count()) > 0) await looks.check();
  await publish.click({ timeout });
}

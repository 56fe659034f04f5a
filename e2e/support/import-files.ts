import { expect, type Locator, type Page } from '@playwright/test';

/** The button that imports what was checked. */
const publishButton = (page: Page): Locator => page.getByRole('button', { name: /^Importer .+ lignes? de/ });

/**
 * Says that files of new layouts were read right, where that is asked, one by one or together, and that a stock of a few
 * products is a part of the organisation's, and imports them.
 */
export async function importChecked(page: Page, timeout = 180_000): Promise<void> {
  const publish = publishButton(page);
  await expect(publish).toBeVisible({ timeout });
  const right = { name: /^C’est bien cela|^Oui.+ qu’une partie du stock/ };
  const looks = page.getByRole('checkbox', right).or(page.getByRole('radio', right));
  // An answer that changes how a file is read has it read again, and shown after.
  await expect(async () => {
    for (const look of await looks.all()) await look.check({ timeout: 5000 });
    await expect(publish).toBeEnabled({ timeout: 1000 });
  }).toPass({ timeout });
  await publish.click({ timeout });
}

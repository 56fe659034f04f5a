import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

test('the sign-in page can be used by everybody, with the keyboard alone too', async ({ page }) => {
  await page.goto('/operations');
  await page.getByLabel('Mot de passe').waitFor();
  await expectAccessible(page);
  await expect(page.getByLabel('Mot de passe')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('input[type=radio]').nth(1)).toBeChecked();
  await page.getByLabel('Mot de passe').fill('marée-basse');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('input[type=radio]').nth(1)).toBeChecked();
  await expectAccessible(page);
});

test('/auth-info can be used by everybody', async ({ page }) => {
  await page.goto('/?error=access_denied&state=s');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

import { expect, type Page, test } from '@playwright/test';
import { demoPassword, signIn, USERS } from './support/sign-in.ts';

const loginPage = (page: Page) => page.getByRole('heading', { name: 'Connexion', exact: true });

/** Opens /auth-info, which offers the window and the logout, and waits for it. */
async function openAuthInfo(page: Page): Promise<void> {
  await page.goto('/auth-info');
  await expect(page.getByRole('button', { name: 'Se connecter dans une fenêtre' })).toBeVisible();
}

async function openWindow(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Se connecter dans une fenêtre' }).click();
  const popup = await opening;
  await loginPage(popup).waitFor();
  return popup;
}

/** Goes to another screen of the application without loading the page again. */
async function openScreen(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    window.history.pushState({}, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

async function fill(page: Page, user: string): Promise<void> {
  await page.locator(`input[type=radio][value="${user}"]`).check();
  await page.getByLabel('Mot de passe').fill(demoPassword());
}

test.describe('the sign-in window', () => {
  test('[AUTH-04][AUTH-06][AUTH-09] is 400 by 600, shows the whole form and signs in', async ({ page }) => {
    await page.addInitScript(() => {
      const open = window.open.bind(window);
      window.open = (url, target, features) => {
        document.documentElement.dataset.features = features ?? '';
        return open(url, target, features);
      };
    });
    await openAuthInfo(page);
    const popup = await openWindow(page);
    expect(await page.evaluate(() => document.documentElement.dataset.features)).toMatch(
      /width=400,height=600/,
    );
    await expect(page.getByRole('button', { name: 'Se connecter dans une fenêtre' })).toBeDisabled();
    const asked = await popup.evaluate(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    );
    expect(asked).toBe(true);
    await fill(popup, USERS.merchandiser);
    const closing = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Se connecter' }).click();
    await closing;
    await expect(page).toHaveURL(/\/operations$/);
    await page.goto('/profile');
    await expect(page.getByText('Marion Roche').first()).toBeVisible();
  });

  test('[ERR-12][AUTH-06] closed by the user says so and can be opened again', async ({ page }) => {
    await openAuthInfo(page);
    const popup = await openWindow(page);
    await popup.close();
    await expect(page.getByRole('alert')).toContainText('Fenêtre fermée');
    await page.getByText('Détail technique').click();
    await expect(page.getByText('Popup closed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Se connecter dans une fenêtre' })).toBeEnabled();
  });

  test('[AUTH-05] left unanswered is closed after 60 s', async ({ page }) => {
    await page.clock.install();
    await openAuthInfo(page);
    const popup = await openWindow(page);
    const closing = popup.waitForEvent('close');
    await page.clock.runFor(61_000);
    await closing;
    await expect(page.getByRole('alert')).toContainText('Connexion trop longue');
  });

  test('cancelled in the window is an error of the application', async ({ page }) => {
    await openAuthInfo(page);
    const popup = await openWindow(page);
    await popup.getByRole('button', { name: 'Annuler' }).click();
    await expect(page.getByRole('alert')).toContainText('Connexion annulée');
  });
});

test.describe('the token request of a silent renewal', () => {
  test('[AUTH-15] is tried three times when the network fails', async ({ page }) => {
    await signIn(page);
    let attempts = 0;
    await page.route('**/oauth/token', (route) => {
      attempts += 1;
      return route.abort('connectionreset');
    });
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Service de connexion injoignable');
    expect(attempts).toBe(3);
  });

  test('[AUTH-31][ERR-14] that never answers is given up', async ({ page }) => {
    await signIn(page);
    await page.clock.install();
    let attempts = 0;
    await page.route('**/oauth/token', () => {
      attempts += 1;
    });
    await page.reload();
    for (const expected of [1, 2, 3]) {
      await expect.poll(() => attempts).toBe(expected);
      await page.clock.runFor(10_500);
    }
    await expect(page.getByRole('alert')).toContainText('Connexion trop longue');
    await page.getByText('Détail technique').click();
    await expect(page.getByText('Timeout when executing fetch')).toBeVisible();
  });

  test('[AUTH-17] refuses an ID token that was changed on its way', async ({ page }) => {
    await signIn(page);
    await page.route('**/oauth/token', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { id_token: string };
      const [header, payload, signature] = body.id_token.split('.');
      const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
      const forged = Buffer.from(JSON.stringify({ ...claims, iss: 'https://mechant.example/' })).toString(
        'base64url',
      );
      await route.fulfill({ response, json: { ...body, id_token: `${header}.${forged}.${signature}` } });
    });
    await page.reload();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByText('Détail technique').click();
    await expect(page.getByText(/Issuer \(iss\)/)).toBeVisible();
  });

  test('[AUTH-32] two tabs that renew at once both get their token', async ({ page, context }) => {
    await signIn(page);
    const other = await context.newPage();
    await Promise.all([page.reload(), other.goto('/profile')]);
    await expect(other.getByText('Claire Vasseur').first()).toBeVisible();
    await expect(page).toHaveURL(/\/operations$/);
  });
});

test.describe('signing out', () => {
  test('[AUTH-07] goes through the provider’s logout and back to the origin', async ({ page }) => {
    await signIn(page);
    await page.goto('/auth-info');
    const leaving = page.waitForRequest((request) => new URL(request.url()).pathname === '/v2/logout');
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    const { origin, searchParams } = new URL((await leaving).url());
    expect(searchParams.get('returnTo')).toBe(origin);
    expect(searchParams.get('client_id')).toBe('palier-web');
    await loginPage(page).waitFor();
    await page.goto('/operations');
    await loginPage(page).waitFor();
  });

  test('in one tab signs out the others, which do not sign in again by themselves', async ({
    page,
    context,
  }) => {
    await signIn(page);
    const other = await context.newPage();
    await other.goto('/profile');
    await expect(other.getByText('Claire Vasseur').first()).toBeVisible();
    await page.goto('/auth-info');
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(other).toHaveURL(/\/auth-info$/);
    await expect(other.getByRole('alert')).toContainText('Vous êtes déconnecté');
    await expect(other.getByText('Claire Vasseur')).toHaveCount(0);
    await loginPage(page).waitFor();
    await other.getByRole('button', { name: 'Se reconnecter' }).click();
    await loginPage(other).waitFor();
    await fill(other, USERS.lead);
    await other.getByRole('button', { name: 'Se connecter' }).click();
    await expect(other).toHaveURL(/\/profile$/);
  });

  test('as somebody else in another tab, this tab shows nothing more of the first one', async ({
    page,
    context,
  }) => {
    await page.clock.install();
    await signIn(page, USERS.lead, '/profile');
    await expect(page.getByText('Claire Vasseur').first()).toBeVisible();
    await context.clearCookies();
    const other = await context.newPage();
    await signIn(other, USERS.stranger, '/profile');
    // The first tab learns it when its token, a quarter of an hour long, must be renewed.
    await page.clock.fastForward('20:00');
    const reloaded = page.waitForEvent('load');
    await openScreen(page, '/operations');
    await reloaded;
    await openScreen(page, '/profile');
    await expect(page.getByText('Paul Berthier').first()).toBeVisible();
    await expect(page.getByText('Claire Vasseur')).toHaveCount(0);
  });
});

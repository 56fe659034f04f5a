import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { demoPassword, signIn, USERS } from './support/sign-in.ts';

/** Addresses of the requests a page makes from now on, kept when `keep` says so. */
function watch(page: Page, keep: (url: URL) => boolean): URL[] {
  const seen: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (keep(url)) seen.push(url);
  });
  return seen;
}

const isAuthorize = ({ pathname }: URL) => pathname === '/authorize';
const loginPage = (page: Page) => page.getByRole('heading', { name: 'Connexion', exact: true });

async function fillLogin(page: Page, user: string = USERS.lead): Promise<void> {
  await page.locator(`input[type=radio][value="${user}"]`).check();
  await page.getByLabel('Mot de passe').fill(demoPassword());
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

async function clientCookie(context: BrowserContext, suffix: string) {
  return (await context.cookies()).find(({ name }) => name.endsWith(suffix));
}

test.describe('signing in by redirect', () => {
  test('[AUTH-01][AUTH-13] asks the provider with the code flow, PKCE and a way back to the origin', async ({
    page,
  }) => {
    const asked = watch(page, isAuthorize);
    await page.goto('/operations');
    await loginPage(page).waitFor();
    const origin = new URL(page.url()).origin;
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      redirect_uri: origin,
      response_type: 'code',
      response_mode: 'query',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  for (const path of ['/', '/operations', '/profile', '/project/x', '/project/x/dashboard']) {
    test(`[GUARD-01] ${path} asks for a sign-in and no data`, async ({ page }) => {
      const calls = watch(page, ({ pathname }) => pathname.startsWith('/api/'));
      await page.goto(path);
      await loginPage(page).waitFor();
      expect(calls).toEqual([]);
    });
  }

  for (const path of ['/404', '/auth-info']) {
    test(`[GUARD-01][ROUTE-15] ${path} is shown without asking the provider`, async ({ page }) => {
      const asked = watch(page, isAuthorize);
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(new URL(page.url()).pathname).toBe(path);
      expect(asked).toEqual([]);
    });
  }

  test('[ROUTE-16] an unknown address leads to /404', async ({ page }) => {
    await page.goto('/xyz/abc/def/ghi/jkl');
    await expect(page).toHaveURL(/\/404$/);
  });

  test('[GUARD-03][AUTH-03] comes back to the address first asked for; Back finds no code', async ({
    page,
  }) => {
    await signIn(page, USERS.lead, '/profile');
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByText('Claire Vasseur').first()).toBeVisible();
    await page.goBack();
    expect(page.url()).not.toContain('code=');
  });

  test('[ROUTE-02] / leads to /operations', async ({ page }) => {
    await page.goto('/');
    await loginPage(page).waitFor();
    await fillLogin(page);
    await expect(page).toHaveURL(/\/operations$/);
  });

  test('[AUTH-34] the cookies of a sign-in under way and of the session last one day', async ({
    page,
    context,
  }) => {
    const hoursOf = async (name: RegExp) =>
      (await context.cookies())
        .filter((cookie) => name.test(cookie.name))
        .map(({ expires }) => Math.round((expires - Date.now() / 1000) / 360) / 10);
    await page.goto('/operations');
    await loginPage(page).waitFor();
    expect(await hoursOf(/palier\.(login|resume)[^.]*\.\d+$/)).toEqual([24, 24]);
    await fillLogin(page);
    await expect(page).toHaveURL(/\/operations$/);
    expect(await hoursOf(/\.is\.authenticated$/)).toEqual([24]);
  });

  test('[ERR-08][GUARD-02][ROUTE-14] cancelling leads to /auth-info, from which one can sign in', async ({
    page,
  }) => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Annuler' }).click();
    await expect(page).toHaveURL(/\/auth-info$/);
    await expect(page.getByRole('alert')).toContainText('Connexion annulée');
    await page.getByRole('button', { name: 'Se reconnecter' }).click();
    await loginPage(page).waitFor();
    await fillLogin(page);
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByText('Claire Vasseur').first()).toBeVisible();
  });

  test('a wrong password stays on the page and says so', async ({ page }) => {
    await page.goto('/operations');
    await page.getByLabel('Mot de passe').fill('marée-basse');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Utilisateur ou mot de passe incorrect.');
  });
});

test.describe('the callback', () => {
  test('[AUTH-02][AUTH-28][GUARD-02] with a state that nobody asked for is an error on /auth-info', async ({
    page,
  }) => {
    await page.goto('/?code=c&state=s');
    await expect(page).toHaveURL(/\/auth-info$/);
    await page.getByText('Détail technique').click();
    await expect(page.getByText('Invalid state')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Se reconnecter' })).toBeVisible();
  });

  test('[AUTH-02] a code without state is no callback', async ({ page }) => {
    await page.goto('/?code=c');
    await loginPage(page).waitFor();
  });

  test('[GUARD-02] an error of the provider is kept for the next screens', async ({ page }) => {
    await page.goto('/?error=access_denied&state=s');
    await expect(page).toHaveURL(/\/auth-info$/);
    await page.evaluate(() => {
      window.history.pushState({}, '', '/operations');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(page).toHaveURL(/\/auth-info$/);
  });
});

test.describe('coming back later', () => {
  test('[AUTH-11][AUTH-14] a reload finds the session in an iframe, without asking', async ({ page }) => {
    await signIn(page);
    const asked = watch(page, isAuthorize);
    await page.reload();
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect.poll(() => asked.length).toBe(1);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      prompt: 'none',
      response_mode: 'web_message',
    });
    await expect(page).toHaveURL(/\/operations$/);
  });

  test('[AUTH-11] without the cookie nothing is asked silently', async ({ page, context }) => {
    await signIn(page);
    await context.clearCookies({ name: /is\.authenticated/ });
    const asked = watch(page, isAuthorize);
    await page.goto('/404');
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
  });

  test('[GUARD-04] nothing is decided while the silent answer is late', async ({ page }) => {
    await signIn(page);
    const answer = Promise.withResolvers<void>();
    await page.route('**/oauth/token', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const paths: string[] = [];
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) paths.push(new URL(frame.url()).pathname);
    });
    await page.reload();
    await expect(page.getByRole('status')).toContainText('Connexion en cours');
    answer.resolve();
    await expect(page.getByRole('status').filter({ hasText: 'Connexion en cours' })).toHaveCount(0);
    expect(new Set(paths)).toEqual(new Set(['/operations']));
  });

  test('[AUTH-36] every call of the API carries the token', async ({ page }) => {
    const bearers: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/'))
        bearers.push(request.headers().authorization ?? 'none');
    });
    await signIn(page);
    await page.goto('/profile');
    await expect.poll(() => bearers.length).toBeGreaterThan(1);
    for (const bearer of bearers) expect(bearer).toMatch(/^Bearer ey/);
  });

  test('[AUTH-37] the permissions are asked for once while going from screen to screen', async ({ page }) => {
    const calls = watch(page, ({ pathname }) => pathname === '/api/me');
    await page.goto('/operations');
    await loginPage(page).waitFor();
    expect(calls).toEqual([]);
    await fillLogin(page);
    await expect(page).toHaveURL(/\/operations$/);
    await expect.poll(() => calls.length).toBe(1);
    for (const path of ['/profile', '/operations', '/profile', '/operations']) {
      await page.evaluate((address) => {
        window.history.pushState({}, '', address);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    }
    expect(calls).toHaveLength(1);
  });

  test('[AUTH-12] a session ended at the provider ends here, without its logout page', async ({
    page,
    context,
  }) => {
    await signIn(page);
    await context.clearCookies({ name: /palier\.session/ });
    const asked = watch(page, ({ pathname }) => ['/v2/logout', '/authorize'].includes(pathname));
    await page.reload();
    await loginPage(page).waitFor();
    expect(asked.map(({ pathname, searchParams }) => [pathname, searchParams.get('prompt')])).toEqual([
      ['/authorize', 'none'],
      ['/authorize', null],
    ]);
    expect(await clientCookie(context, '.is.authenticated')).toBeUndefined();
    await fillLogin(page);
    await expect(page).toHaveURL(/\/operations$/);
  });

  test('[GUARD-05] a refusal of the API leads to /auth-info with its sentence', async ({ page }) => {
    await signIn(page);
    await page.route('**/api/projects*', (route) =>
      route.fulfill({ status: 403, json: { error: 'Projet réservé.', code: 'forbidden' } }),
    );
    await page.reload();
    await expect(page).toHaveURL(/\/auth-info$/);
    await expect(page.getByRole('alert')).toContainText('Accès refusé');
    await expect(page.getByRole('alert')).toContainText('Projet réservé.');
  });

  test('the address 127.0.0.1 moves to the public one, path kept', async ({ page, baseURL }) => {
    const other = (baseURL ?? '').replace('localhost', '127.0.0.1');
    await page.goto(`${other}/404`);
    expect(page.url()).toBe(`${baseURL}/404`);
  });
});

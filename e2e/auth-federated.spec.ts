import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { startUpstream, type Upstream } from '../apps/server/src/identity/test/upstream-fixture.ts';

/** Palier in front of a company's own provider, which lives on another site and knows nothing of us. */
test.describe.configure({ mode: 'serial' });

let origin: string;
let upstream: Upstream;
let server: ChildProcess;
let data: string;

test.beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  data = await mkdtemp(join(tmpdir(), 'palier-federated-'));
  upstream = await startUpstream(origin, [
    { sub: 'kc-claire', email: 'claire.vasseur@maison-brume.fr', email_verified: true, name: 'Claire V.' },
    { sub: 'kc-zoe', email: 'zoe@ailleurs.fr', email_verified: true, name: 'Zoé' },
  ]);
  const entry = join(import.meta.dirname, '../apps/server/src/main.ts');
  server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    stdio: 'ignore',
    env: {
      ...process.env,
      PALIER_PORT: String(port),
      PALIER_DATA: data,
      PALIER_DEMO_PRODUCTS: '20',
      PALIER_OIDC_ISSUER: upstream.issuer,
      PALIER_OIDC_CLIENT_ID: upstream.client_id,
      PALIER_OIDC_CLIENT_SECRET: upstream.client_secret,
    },
  });
  await expect.poll(isReady, { timeout: 200_000 }).toBe(true);
});

test.afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await Promise.all([ended, upstream.close()]);
  await rm(data, { recursive: true, force: true });
});

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`${origin}/health/ready`)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

/** Opens a page of the application and signs in on the provider's form. */
async function signInUpstream(page: Page, path: string, login: string): Promise<void> {
  await page.goto(`${origin}${path}`);
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('x');
  await page.locator('button[type=submit]').click();
}

test('[AUTH-01][GUARD-03] the form is the provider’s, and the user comes back to the address first asked for', async ({
  page,
}) => {
  await signInUpstream(page, '/profile', 'kc-claire');
  await expect(page).toHaveURL(`${origin}/profile`);
  await expect(page.getByText('Claire Vasseur').first()).toBeVisible();
});

test('[AUTH-11] a reload asks nothing of the provider', async ({ page }) => {
  await signInUpstream(page, '/profile', 'kc-claire');
  await expect(page.getByText('Claire Vasseur').first()).toBeVisible();
  upstream.requests.length = 0;
  await page.reload();
  await expect(page.getByText('Claire Vasseur').first()).toBeVisible();
  expect(upstream.requests).toEqual([]);
});

test('[AUTH-04] the window shows the provider’s form and closes', async ({ page }) => {
  await page.goto(`${origin}/auth-info`);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Se connecter dans une fenêtre' }).click();
  const popup = await opening;
  await popup.locator('input[name=login]').fill('kc-claire');
  await popup.locator('input[name=password]').fill('x');
  const closing = popup.waitForEvent('close');
  await popup.locator('button[type=submit]').click();
  await closing;
  await expect(page).toHaveURL(`${origin}/operations`);
});

test('[GUARD-05] somebody whom Palier does not know is told so, and may come back as somebody else', async ({
  page,
}) => {
  await signInUpstream(page, '/operations', 'kc-zoe');
  await expect(page).toHaveURL(`${origin}/auth-info`);
  await expect(page.getByRole('alert')).toContainText('Accès refusé');
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page.locator('input[name=login]')).toBeVisible();
  expect(upstream.requests).toContain('/realms/mode/protocol/openid-connect/logout');
  await page.locator('input[name=login]').fill('kc-claire');
  await page.locator('input[name=password]').fill('x');
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(`${origin}/operations`);
});

test('[AUTH-07] signing out here leaves the provider’s session: the next sign-in asks no password', async ({
  page,
}) => {
  await signInUpstream(page, '/profile', 'kc-claire');
  await expect(page.getByText('Claire Vasseur').first()).toBeVisible();
  await page.goto(`${origin}/auth-info`);
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(`${origin}/operations`);
});

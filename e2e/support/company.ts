import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import {
  startUpstream,
  type Upstream,
  type UpstreamUser,
} from '../../apps/server/src/identity/test/upstream-fixture.ts';

/** Palier of its own in front of a company's provider, which lives on another site and knows nothing of us. */
export interface Company {
  origin: string;
  upstream: Upstream;
  close(): Promise<void>;
}

/** Starts it with people of the provider; the demo's small retailer and its empty organisation are there. */
export async function startCompany(people: UpstreamUser[]): Promise<Company> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const data = await mkdtemp(join(tmpdir(), 'palier-company-'));
  const upstream = await startUpstream(origin, people);
  const entry = join(import.meta.dirname, '../../apps/server/src/main.ts');
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
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
  await expect.poll(() => isReady(origin), { timeout: 300_000 }).toBe(true);
  return {
    ...{ origin, upstream },
    async close() {
      await Promise.all([ended(server), upstream.close()]);
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Opens a page of the application and signs in on the provider's form, whose login is the person's `sub`. */
export async function signInUpstream(page: Page, address: string, login: string): Promise<void> {
  await page.goto(address);
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('x');
  await page.locator('button[type=submit]').click();
}

async function ended(server: ChildProcess): Promise<void> {
  const end = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await end;
}

async function isReady(origin: string): Promise<boolean> {
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

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// The listing of 100,000 products, on the real server and a demo kept from one run to the next (npm run test:large).
process.env.PALIER_E2E_PORT ??= '4693';
process.env.PALIER_E2E_DATA ??= process.env.PALIER_LARGE_DATA ?? join(tmpdir(), 'palier-large');
process.env.PALIER_E2E_KEEP = '1';
const { default: base } = await import('../playwright.config.ts');
const server = base.webServer;
if (!server || Array.isArray(server)) throw new Error('one server serves the journeys');

// Spread, as defineConfig(base, …) would start the server of both.
export default defineConfig({
  ...base,
  testDir: '.',
  testIgnore: [],
  // The first run generates and imports the demo; what hangs ends all the same.
  timeout: 60 * 60_000,
  retries: 0,
  globalTeardown: '',
  use: { ...base.use, actionTimeout: 60_000, screenshot: 'only-on-failure' },
  webServer: {
    ...server,
    command: 'node --disable-warning=ExperimentalWarning ../../apps/server/src/main.ts',
    timeout: 40 * 60_000,
    env: { ...server.env, PALIER_DEMO_PRODUCTS: '100000' },
  },
});

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** One real server with the demo retailer serves every journey; journeys that need their own start it themselves. */
const port = Number(process.env.PALIER_E2E_PORT ?? 4690);
const data = process.env.PALIER_E2E_DATA ?? join(tmpdir(), `palier-e2e-${process.pid}`);
process.env.PALIER_E2E_PORT = String(port);
process.env.PALIER_E2E_DATA = data;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Those have their own demo and their own command: npm run test:large.
  testIgnore: 'large/**',
  fullyParallel: false,
  workers: 1,
  retries: process.env.CI ? 1 : 0,
  // Limits only catch what hangs: a busy machine must not fail a journey that would have ended.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  outputDir: join(tmpdir(), `palier-e2e-results-${process.env.PALIER_E2E_PORT}`),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : [['line']],
  globalTeardown: './support/remove-data.ts',
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1366, height: 768 },
    trace: 'on-first-retry',
    launchOptions: {
      ...(process.env.PALIER_CHROMIUM ? { executablePath: process.env.PALIER_CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node --disable-warning=ExperimentalWarning ../apps/server/src/main.ts`,
    // The server answers before the demo's retailer is imported and its working day played: journeys need both.
    ...(process.env.PALIER_E2E_REUSE === '1'
      ? { url: `http://localhost:${port}/health/ready`, reuseExistingServer: true }
      : { wait: { stdout: /^Palier est prêt/m } }),
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      ...process.env,
      PALIER_PORT: String(port),
      PALIER_DATA: data,
      PALIER_DEMO_PASSWORD: 'palier-e2e',
    } as Record<string, string>,
  },
});

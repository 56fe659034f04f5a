import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// The browser's journeys are Playwright's (e2e/); everything else runs here.
export default defineConfig({
  test: {
    // Vitest leaves a core to whoever watches; a run that nobody watches takes them all.
    maxWorkers: '100%',
    // Limits only catch what hangs: a busy machine must not fail a test that would have passed.
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          // Files of one process share what they import: reading it again takes longer than most of them run.
          isolate: false,
          include: ['packages/**/*.test.ts', 'apps/server/**/*.test.ts', 'lab/**/*.test.ts'],
          // Processes that tests start find their programs compiled by the first that ran.
          env: { NODE_COMPILE_CACHE: join(tmpdir(), 'palier-compiled') },
          globalSetup: ['apps/server/src/test/stores-setup.ts'],
          testTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 240_000,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          root: 'apps/web',
          setupFiles: [join(import.meta.dirname, 'apps/web/src/test/patience.ts')],
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 120_000,
        },
      },
    ],
  },
});

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of streams and of signatures, which Node gives only to a process of its own, not to a realm of jsdom. */
const OF_A_PROCESS = [
  'src/app/use-live-updates.test.tsx',
  'src/lib/live/connection.test.ts',
  'src/lib/session/id-token.test.ts',
  'src/lib/session/sign-in-client.test.ts',
];

/**
 * Vitest leaves a core to whoever watches; a run that nobody watches takes them all. Each project says so: those that do
 * not have another number, which Vitest refuses among projects that run together.
 */
const ALL_CORES = '100%';

/** Short files that take a minute or two. */
const LONG = /\/(lab\/.*|unseen)\.test\.ts$/;

/**
 * The long files begin first: one of them at the end would leave a core with nothing to do. Without a former run to tell,
 * as in CI, Vitest takes the largest files for the longest.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The browser's units, in jsdom. */
const web = {
  maxWorkers: ALL_CORES,
  environment: 'jsdom',
  root: 'apps/web',
  setupFiles: [join(import.meta.dirname, 'apps/web/src/test/patience.ts')],
  expect: { poll: { timeout: 20_000 } },
  testTimeout: 120_000,
};

// The browser's journeys are Playwright's (e2e/); everything else runs here.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Limits only catch what hangs: a busy machine must not fail a test that would have passed.
    projects: [
      {
        test: {
          name: 'node',
          maxWorkers: ALL_CORES,
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
        // A realm for each file, not a process: making one took longer than the tests.
        test: {
          ...web,
          name: 'web',
          pool: 'vmThreads',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: OF_A_PROCESS,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: { ...web, name: 'web-process', include: OF_A_PROCESS },
      },
    ],
  },
});

// npm test: sets itself up, runs every test (vitest, then the browser's with Playwright), and ends with one line that counts them.
// npm test -- --unit runs the first part only; any other argument filters the files of both.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import {
  ensureChromium,
  ensureDependencies,
  ensureWebBuilt,
  nodeBinary,
  root,
  toolEnvironment,
} from './lib/setup.mjs';

const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')));
const filters = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const results = mkdtempSync(join(tmpdir(), 'palier-tests-'));

ensureDependencies();
const browser = flags.has('--unit') ? undefined : ensureChromium();
ensureWebBuilt();

function tool(script, args, extra = {}) {
  return spawnSync(nodeBinary(), [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env: { ...toolEnvironment(), ...extra },
    stdio: 'inherit',
  }).status;
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(results, name), 'utf8'));
  } catch {
    return undefined;
  }
}

function unitTests() {
  const file = join(results, 'unit.json');
  const status = tool('vitest/vitest.mjs', [
    'run',
    ...filters,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport('unit.json');
  return {
    status,
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
}

function browserTests() {
  const args = [
    'test',
    '--config',
    'e2e/playwright.config.ts',
    ...(filters.length > 0 ? ['--pass-with-no-tests', ...filters] : []),
  ];
  const status = tool('@playwright/test/cli.js', args, {
    PALIER_CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, 'browser.json'),
  });
  const stats = readReport('browser.json')?.stats;
  return {
    status,
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  };
}

const runs = [unitTests(), ...(flags.has('--unit') ? [] : [browserTests()])];
rmSync(results, { recursive: true, force: true });
const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
const broken = runs.some((run) => run.status !== 0);
// A runner that broke before it could count must not read as a success.
const failed = broken ? Math.max(1, sum('failed')) : sum('failed');
console.log(`\n${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
process.exit(failed > 0 ? 1 : 0);

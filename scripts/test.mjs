// npm test: sets itself up, runs every test (vitest, then the browser's with Playwright), and ends with one line that counts them.
// npm test -- --unit runs the first part only; any other argument filters the files of both.
// npm test -- --database postgresql://… runs the server's tests on that server (PostgreSQL or a Citus coordinator), each
// file in a database of its own, which it drops; the name must have the right to create them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import {
  ensureChromium,
  ensureDependencies,
  ensureWebBuilt,
  nodeBinary,
  root,
  toolEnvironment,
} from './lib/setup.mjs';
import {
  describeRuns,
  filesToRetry,
  mergeRetry,
  readReport,
  summariseBrowser,
  summariseUnit,
} from './lib/test-reports.mjs';

/** More failing files than this are no accident of a busy machine. */
const MOST_RETRIED = 4;

const { values, positionals: filters } = readArguments();
const results = mkdtempSync(join(tmpdir(), 'palier-tests-'));

ensureDependencies();
const browser = values.unit ? undefined : ensureChromium();
ensureWebBuilt();

/** @returns what was asked for; ends the process with a sentence when it is not understood */
function readArguments() {
  const options = { unit: { type: 'boolean' }, database: { type: 'string' } };
  try {
    const read = parseArgs({ options, allowPositionals: true });
    const { database } = read.values;
    if (database === undefined || /^postgres(ql)?:\/\//.test(database)) return read;
    console.error(`--database expects postgresql://…, not ${database}`);
  } catch (error) {
    console.error(error.message);
  }
  process.exit(2);
}

function tool(script, args, extra = {}) {
  return spawnSync(nodeBinary(), [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env: { ...toolEnvironment(), ...extra },
    stdio: 'inherit',
  }).status;
}

function vitest(name, files) {
  const file = join(results, `${name}.json`);
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const database = values.database ? { PALIER_TEST_DATABASE: values.database } : {};
  const status = tool('vitest/vitest.mjs', ['run', ...files, '--passWithNoTests', ...reports], database);
  const report = readReport(file);
  return { status, report, ...summariseUnit(report) };
}

/** The unit tests; in CI, where machines are shared, files that failed are tried once more, alone. */
function unitTests() {
  const first = vitest('unit', filters);
  const files = process.env.CI && first.report ? filesToRetry(first.report) : [];
  if (files.length === 0 || files.length > MOST_RETRIED) return first;
  const again = vitest('again', files);
  return { status: again.status, ...mergeRetry(first, again) };
}

function browserTests() {
  const file = join(results, 'browser.json');
  const args = [
    'test',
    '--config',
    'e2e/playwright.config.ts',
    ...(filters.length > 0 ? ['--pass-with-no-tests', ...filters] : []),
  ];
  const status = tool('@playwright/test/cli.js', args, {
    PALIER_CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return { status, ...summariseBrowser(readReport(file)) };
}

const runs = [unitTests(), ...(values.unit ? [] : [browserTests()])];
rmSync(results, { recursive: true, force: true });
const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
const broken = runs.some((run) => run.status !== 0);
// A runner that broke before it could count must not read as a success.
const failed = broken ? Math.max(1, sum('failed')) : sum('failed');
console.log(describeRuns(runs));
console.log(`\n${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
process.exit(failed > 0 ? 1 : 0);

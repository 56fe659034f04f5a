// What the runners' JSON reports say, in the few lines that somebody who reads the end of a log needs.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './setup.mjs';

/** A runner's report, or undefined when it broke before writing one. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const firstLine = (text) => (text ?? '').split('\n', 1)[0];

/**
 * Vitest's report as counts and as tests worth naming.
 * @returns {{ passed: number, failed: number, skipped: number, failures: string[], slow: { name: string, seconds: number }[] }}
 */
export function summariseUnit(report) {
  const files = report?.testResults ?? [];
  const failures = files.flatMap((file) => {
    const name = relative(root, file.name);
    const broken = file.assertionResults.filter((test) => test.status === 'failed');
    if (broken.length === 0 && file.status === 'failed') return [`${name}: ${firstLine(file.message)}`];
    return broken.map((test) => `${name} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  });
  const count = (...statuses) =>
    files.flatMap((file) => file.assertionResults).filter((test) => statuses.includes(test.status)).length;
  return {
    passed: count('passed'),
    failed: Math.max(count('failed'), failures.length),
    skipped: count('pending', 'skipped', 'todo', 'disabled'),
    failures,
    slow: files.map((file) => ({
      name: relative(root, file.name),
      seconds: (file.endTime - file.startTime) / 1000,
    })),
  };
}

/** What fast-check says of a counterexample: another draw that passes proves nothing against it. */
const isCounterexample = (failure) => failure.includes('Property failed after');

/** The files whose failures a second try may settle, as a browser's journeys are tried twice; none when one cannot. */
export function filesToRetry(report) {
  const failed = (report?.testResults ?? []).filter(
    (file) => file.status === 'failed' || file.assertionResults.some((test) => test.status === 'failed'),
  );
  const messages = failed.flatMap((file) =>
    file.assertionResults.flatMap((test) => test.failureMessages ?? []),
  );
  return messages.some(isCounterexample) ? [] : failed.map((file) => relative(root, file.name));
}

/**
 * The counts of a run of which some files were tried again: those files count as their second try says, and what
 * failed once and then passed is named.
 */
export function mergeRetry(first, again) {
  const retried = new Set(again.report?.testResults.map((file) => file.name));
  const before = summariseUnit({
    testResults: first.report.testResults.filter((file) => retried.has(file.name)),
  });
  return {
    ...first,
    passed: first.passed - before.passed + again.passed,
    failed: again.failed,
    skipped: first.skipped - before.skipped + again.skipped,
    failures: again.failures,
    unsteady: first.failures,
  };
}

function* specsOf(suite) {
  yield* suite.specs ?? [];
  for (const inner of suite.suites ?? []) yield* specsOf(inner);
}

/** Playwright's report, in the shape of summariseUnit; a test that passed on its second try is named as well. */
export function summariseBrowser(report) {
  const tests = (report?.suites ?? [])
    .flatMap((suite) => [...specsOf(suite)])
    .flatMap((spec) => spec.tests.map((test) => ({ ...test, name: `e2e/${spec.file} › ${spec.title}` })));
  const reason = (test) =>
    firstLine(test.results.find((result) => result.error)?.error?.message ?? 'no message');
  return {
    passed: (report?.stats?.expected ?? 0) + (report?.stats?.flaky ?? 0),
    failed: report?.stats?.unexpected ?? 0,
    skipped: report?.stats?.skipped ?? 0,
    failures: tests
      .filter((test) => test.status === 'unexpected')
      .map((test) => `${test.name}: ${reason(test)}`),
    unsteady: tests.filter((test) => test.status === 'flaky').map((test) => `${test.name}: ${reason(test)}`),
    slow: tests.map((test) => ({
      name: test.name,
      seconds: test.results.reduce((sum, result) => sum + result.duration, 0) / 1000,
    })),
  };
}

const listed = (title, lines) => (lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]);

/** The end of the log: what was slowest, what passed only when tried again, what failed. */
export function describeRuns(runs) {
  const slowest = runs
    .flatMap((run) => run.slow)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 12)
    .map((one) => `${one.seconds.toFixed(0).padStart(4)} s  ${one.name}`);
  return [
    ...listed('Slowest:', slowest),
    ...listed(
      'Passed on the second try:',
      runs.flatMap((run) => run.unsteady ?? []),
    ),
    ...listed(
      'Failed:',
      runs.flatMap((run) => run.failures),
    ),
  ].join('\n');
}

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProgressReporter } from './progress-reporter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a job that has just said how far it is ends without a pause', async () => {
  const written: number[] = [];
  const reporter = new ProgressReporter(async (_, share) => {
    written.push(share);
  });
  reporter.report('Lecture', 0.5);
  await reporter.finish();
  expect(written).toEqual([0.5]);
});

it('a job ends once its last progress is written, and none follows', async () => {
  const write = Promise.withResolvers<void>();
  const written: number[] = [];
  const reporter = new ProgressReporter(async (_, share) => {
    await write.promise;
    written.push(share);
  });
  reporter.report('Lecture', 0.5);
  reporter.report('Lecture', 0.6);
  const finished = reporter.finish().then(() => written.push(1));
  write.resolve();
  await finished;
  await vi.runAllTimersAsync();
  expect(written).toEqual([0.5, 1]);
});

it('progress is written at most four times a second, the latest each time', async () => {
  const written: number[] = [];
  const reporter = new ProgressReporter(async (_, share) => {
    written.push(share);
  });
  for (let share = 1; share <= 10; share += 1) {
    reporter.report('Lecture', share);
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.runAllTimersAsync();
  expect(written).toEqual([1, 3, 5, 8, 10]);
});

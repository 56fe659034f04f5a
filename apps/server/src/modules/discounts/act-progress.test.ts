import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AppEvent } from '../../events/events.ts';
import type { ProjectScope } from '../../scope.ts';
import { type Progress, withProgress } from './act-progress.ts';

const project = { organization_id: 'o', project_id: 'p', user_id: 'claire' } as ProjectScope;
const told: AppEvent[] = [];
const events = {
  publish: async (event: AppEvent) => {
    told.push(event);
  },
  subscribe: () => () => {},
};

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
});
afterEach(() => vi.useRealTimers());

/** An act of so many steps of as many milliseconds. */
async function acting(report: Progress | undefined, steps: number, ms: number): Promise<string> {
  for (let step = 1; step <= steps; step++) {
    vi.advanceTimersByTime(ms);
    report?.(step / steps);
  }
  return 'done';
}

it('tells who acts, and her alone, how far a long act has come, not more often than can be read', async () => {
  const act = { kind: 'edit', line_count: 100_000 } as const;
  expect(await withProgress(events, project, act, (report) => acting(report, 40, 50))).toBe('done');
  expect(told.every(({ type, user_id }) => type === 'act' && user_id === 'claire')).toBe(true);
  const shares = told.map(({ data }) => Number(data.share));
  expect(shares.length).toBeLessThan(8);
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.slice(0, -1).every((share) => share < 1)).toBe(true);
  expect(shares.at(-1)).toBe(1);
});

it('tells nothing of a short act nor of few lines, and says the end of one that fails', async () => {
  await withProgress(events, project, { kind: 'edit', line_count: 100_000 }, (report) =>
    acting(report, 5, 50),
  );
  await withProgress(events, project, { kind: 'undo', line_count: 100 }, (report) => acting(report, 40, 50));
  expect(told).toEqual([]);
  const failing = withProgress(events, project, { kind: 'undo', line_count: 100_000 }, async (report) => {
    await acting(report, 40, 50);
    throw new Error('full disk');
  });
  await expect(failing).rejects.toThrow('full disk');
  expect(told.at(-1)?.data.share).toBe(1);
});

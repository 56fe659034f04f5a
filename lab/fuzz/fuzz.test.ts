import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';

// The short form of `npm run fuzz`.
it('random calls, some of them hostile, are answered or refused, never by an unexpected error', async () => {
  const { calls, statuses, faults } = await fuzz(250, 7);
  expect(faults).toEqual([]);
  expect(calls).toBe(250);
  expect(statuses['200'], 'calls that reach the rows').toBeGreaterThan(30);
});

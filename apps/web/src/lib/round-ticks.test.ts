import { expect, it } from 'vitest';
import { roundTicks } from './round-ticks.ts';

it('a scale shows round values between its bounds', () => {
  expect(roundTicks(131.7, 361.2)).toEqual([200, 300]);
  expect(roundTicks(131.7, 361.2, 6)).toEqual([150, 200, 250, 300, 350]);
  expect(roundTicks(-0.3, 0.35)).toEqual([-0.2, 0, 0.2]);
  expect(roundTicks(5, 5)).toEqual([5]);
});

import { expect, it } from 'vitest';
import { NO_DECISION } from '../decision/decision.ts';
import { isDecided } from './departure.ts';

it('a product is decided by what somebody did to it, not by what the rules gave it', () => {
  expect(isDecided(NO_DECISION)).toBe(false);
  expect(isDecided({ ...NO_DECISION, ...{ discount_pct_auto: 30, discount_pct_min: 20 } })).toBe(false);
  for (const act of [
    { discount_pct_user: 0 },
    { included: false },
    { optimization_goal: 'profit' },
    { discount_pct_reviewed: true },
    { discount_pct_opti: 40 },
  ])
    expect(isDecided({ ...NO_DECISION, ...act })).toBe(true);
});

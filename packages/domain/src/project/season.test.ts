import { expect, it } from 'vitest';
import { usualSeasonStart } from './season.ts';

it.each([
  ['summer sales', '2026-06-24', '2026-02-01'],
  ['winter sales', '2027-01-06', '2026-08-01'],
  ['the end of winter sales', '2026-02-10', '2025-08-01'],
  ['the middle of spring', '2026-03-18', '2026-02-01'],
  ['the end of August', '2026-08-20', '2026-02-01'],
  ['the middle of autumn', '2026-10-07', '2026-08-01'],
])('finds the season that %s clear', (_, firstPhase, start) => {
  expect(usualSeasonStart(firstPhase)).toBe(start);
});

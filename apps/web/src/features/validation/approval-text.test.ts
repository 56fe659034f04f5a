import { expect, it } from 'vitest';
import { ruleText } from './approval-text.ts';

it('a sentence that ends with a date ends with one full stop', () => {
  const set_at = '2026-11-26T09:00:00.000Z';
  expect(ruleText({ mode: 'always', set_by: 'Inès Dumont', set_at, causes: [] })).toBe(
    'Règle fixée par Inès Dumont le 26 nov. 2026.',
  );
});

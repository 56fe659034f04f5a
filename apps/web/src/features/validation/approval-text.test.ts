import { expect, it } from 'vitest';
import { changeText, ruleText } from './approval-text.ts';

it('a sentence that ends with a date ends with one full stop', () => {
  const set_at = '2026-11-26T09:00:00.000Z';
  expect(ruleText({ mode: 'always', set_by: 'Inès Dumont', set_at, causes: [] })).toBe(
    'Règle fixée par Inès Dumont le 26 nov. 2026.',
  );
});

it('what a line lapsed of is said: its discount, its list price, or that it is gone', () => {
  const line = {
    ...{ discount_id: 'd', item_group_id: 'P1', title: null, changed_by: null, changed_at: null },
    ...{ seen_pct: 30, worked_pct: 30, seen_price: 28, price: 17.5 },
  };
  const text = (changes: Partial<typeof line> | { price: null }) =>
    changeText({ ...line, ...changes }, 'EUR').replaceAll(/\s/g, ' ');
  expect(text({ worked_pct: 40 })).toBe('30 % → 40 %');
  expect(text({})).toBe('28,00 € → 17,50 € (tarif changé)');
  expect(text({ price: null })).toBe('28,00 € → sorti du projet');
});

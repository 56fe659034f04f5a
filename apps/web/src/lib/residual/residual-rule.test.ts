import { expect, it } from 'vitest';
import { residualFields, ruleTyped, typedRule } from './residual-rule.ts';

const rule = { field: 'tags', values: { Permanent: 1, Capsule: 0.125 }, other: 0.2 };

it('a rule is typed in percents and read back as it was', () => {
  expect(typedRule(rule).rows).toEqual([
    { value: 'Capsule', share: '12,5' },
    { value: 'Permanent', share: '100' },
  ]);
  expect(ruleTyped(typedRule(rule))).toEqual(rule);
  expect(ruleTyped({ ...typedRule(rule), field: '' })).toEqual({ field: null, values: {}, other: 0.2 });
});

it('an empty line is none; a value without its share, or named twice, is not a rule', () => {
  const typed = typedRule(rule);
  const withRow = (value: string, share: string) =>
    ruleTyped({ ...typed, rows: [...typed.rows, { value, share }] });
  expect(withRow('', ' ')).toEqual(rule);
  expect(withRow('Soldes', '')).toBeNull();
  expect(withRow('Soldes', '140')).toBeNull();
  expect(withRow('', '40')).toBeNull();
  expect(withRow(' permanent ', '40')).toBeNull();
  expect(ruleTyped({ ...typed, other: 'peu' })).toBeNull();
});

it('only fields that products have may decide, and a column of the retailer in force stays', () => {
  const offered = residualFields('tags').map(({ value }) => value);
  expect(offered).toContain('release_season');
  expect(offered).not.toContain('price');
  // Lists of figures: no value of theirs has a name.
  expect(offered).not.toContain('items_stats');
  expect(offered).not.toContain('daily_sales_qty_history');
  expect(offered).toContain('size');
  expect(residualFields('attributes.gamme').at(-1)).toEqual({ value: 'attributes.gamme', label: 'gamme' });
});

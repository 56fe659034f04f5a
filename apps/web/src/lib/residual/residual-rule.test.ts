import { expect, it } from 'vitest';
import { residualFields, residualRuleFault, ruleTyped, typedRule } from './residual-rule.ts';

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

it('what is not a rule says which part of it is not', () => {
  const typed = typedRule(rule);
  const faultOf = (value: string, share: string) =>
    residualRuleFault({ ...typed, rows: [...typed.rows, { value, share }] });
  expect(residualRuleFault(typed)).toBeNull();
  expect(faultOf('Soldes', '140')).toBe('Donnez la part que garde « Soldes », de 0 à 100 %.');
  expect(faultOf('Soldes', '')).toBe('Donnez la part que garde « Soldes », de 0 à 100 %.');
  expect(faultOf('', '40')).toBe('Nommez chaque valeur à laquelle vous donnez une part.');
  expect(faultOf(' permanent ', '40')).toBe('« permanent » est donnée deux fois : gardez une seule ligne.');
  expect(residualRuleFault({ ...typed, other: 'peu' })).toBe(
    'Donnez la part que gardent tous les autres, de 0 à 100 %.',
  );
  expect(residualRuleFault({ field: '', rows: typed.rows, other: '140' })).toBe(
    'Donnez la part que garde un invendu, de 0 à 100 %.',
  );
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

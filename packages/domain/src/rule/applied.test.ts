import { expect, it } from 'vitest';
import { appliedRules } from './applied.ts';

it('[ENT-10] the rules of a line are the same in either form that it carries them', () => {
  const rules = [
    { id: 'r1', name: 'Plafond' },
    { id: 'r2', name: 'Plancher' },
  ];
  expect(appliedRules({ applied_discount_rules: rules })).toEqual(rules);
  const ids = { applied_discount_rule_ids: ['r1', 'r2'] };
  expect(appliedRules({ ...ids, discount_rules: rules.toReversed() })).toEqual(rules);
  expect(appliedRules(ids)).toEqual([
    { id: 'r1', name: 'r1' },
    { id: 'r2', name: 'r2' },
  ]);
  expect(appliedRules({})).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import {
  appliedRuleNames,
  editedState,
  isRulebookReadOnly,
  needsTerms,
  newRuleName,
  RULE_STATES,
} from './rule.ts';

describe('a rule', () => {
  it('[VALID-06] added to a rulebook of two is « Règle #3 »', () => {
    expect(newRuleName(2)).toBe('Règle #3');
  });

  it('[VALID-05] needs its terms only when it goes by a field, value by value', () => {
    expect(needsTerms({ discount_spec_by: 'brand', discount_spec_map_type: 'match' })).toBe(true);
    expect(needsTerms({ discount_spec_by: 'brand', discount_spec_map_type: 'fixed' })).toBe(false);
    expect(needsTerms({ discount_spec_by: null, discount_spec_map_type: 'match' })).toBe(false);
    expect(needsTerms({})).toBe(false);
  });

  it('[STATE-32] is new, edited or processed; a change leaves a new one new', () => {
    expect(RULE_STATES).toEqual(['new', 'edited', 'processed']);
    expect(RULE_STATES.map(editedState)).toEqual(['new', 'edited', 'edited']);
  });

  it('[STATE-33] may not be changed while rules are being processed', () => {
    expect(isRulebookReadOnly({ processing_rule_count: 1 })).toBe(true);
    expect(isRulebookReadOnly({ processing_rule_count: 0 })).toBe(false);
  });

  it('[ENT-10] applied to a line is named alike in both forms', () => {
    const rules = [
      { id: 'r1', name: 'Fin de série' },
      { id: 'r2', name: 'Marques protégées' },
    ];
    const whole = appliedRuleNames({ applied_discount_rules: rules });
    expect(appliedRuleNames({ applied_discount_rule_ids: ['r1', 'r2'] }, rules)).toEqual(whole);
    expect(whole).toEqual(['Fin de série', 'Marques protégées']);
    expect(appliedRuleNames({ applied_discount_rule_ids: ['r9'] }, rules)).toEqual(['r9']);
    expect(appliedRuleNames({})).toEqual([]);
  });
});

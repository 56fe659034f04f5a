import { describe, expect, it } from 'vitest';
import { editedState, newRuleName, RULE_STATES } from './rule.ts';

describe('a rule', () => {
  it('[VALID-06] added to a rulebook of two is « Règle #3 »', () => {
    expect(newRuleName(2)).toBe('Règle #3');
  });

  it('[STATE-32] is new, edited or processed; a change leaves a new one new', () => {
    expect(RULE_STATES).toEqual(['new', 'edited', 'processed']);
    expect(RULE_STATES.map(editedState)).toEqual(['new', 'edited', 'edited']);
  });
});

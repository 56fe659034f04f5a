/** match: by the field's value. range: by interval of a numeric field. fixed: the same for all. */
export const RULE_MAP_TYPES = ['match', 'fixed', 'range'] as const;
export type RuleMapType = (typeof RULE_MAP_TYPES)[number];

export const RULE_STATES = ['new', 'edited', 'processed'] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** The name of a rule added to a rulebook that holds `count` of them: « Règle #3 » after two. */
export function newRuleName(count: number): string {
  return `Règle #${count + 1}`;
}

/** The state of a rule once the user has changed it. */
export function editedState(state: RuleState): RuleState {
  return state === 'new' ? 'new' : 'edited';
}

/** match: by the field's value. range: by interval of a numeric field. fixed: the same for all. */
export const RULE_MAP_TYPES = ['match', 'fixed', 'range'] as const;
export type RuleMapType = (typeof RULE_MAP_TYPES)[number];

export const RULE_STATES = ['new', 'edited', 'processed'] as const;
export type RuleState = (typeof RULE_STATES)[number];

const RULE_NUMBER = /^Règle #(\d+)$/;

/**
 * The number of a rule added to a rulebook: 3 after two. A number that a rule has, or once had, is not given again.
 * @param names of the rules there, and of those that were.
 */
export function newRuleNumber(count: number, names: readonly string[] = []): number {
  const taken = names.map((name) => Number(RULE_NUMBER.exec(name)?.[1] ?? 0));
  return Math.max(count, ...taken) + 1;
}

/** The name of a rule added to a rulebook that holds `count` of them: « Règle #3 » after two. */
export function newRuleName(count: number, names: readonly string[] = []): string {
  return ruleNameOf(newRuleNumber(count, names));
}

/** The name that a number gives. */
export const ruleNameOf = (number: number): string => `Règle #${number}`;

/** The state of a rule once the user has changed it. */
export function editedState(state: RuleState): RuleState {
  return state === 'new' ? 'new' : 'edited';
}

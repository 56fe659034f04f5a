/** match: by the field's value. range: by interval of a numeric field. fixed: the same for all. */
export const RULE_MAP_TYPES = ['match', 'fixed', 'range'] as const;
export type RuleMapType = (typeof RULE_MAP_TYPES)[number];

export const RULE_STATES = ['new', 'edited', 'processed'] as const;
export type RuleState = (typeof RULE_STATES)[number];
export const RULE_STATE_LABELS: Record<RuleState, string> = {
  new: 'Nouvelle',
  edited: 'Modifiée',
  processed: 'Appliquée',
};

/** The name of a rule added to a rulebook that holds `count` of them: « Règle #3 » after two. */
export function newRuleName(count: number): string {
  return `Règle #${count + 1}`;
}

/** Whether a rule's terms are to be loaded: it goes by a field, value by value. */
export function needsTerms(rule: {
  discount_spec_by?: string | null;
  discount_spec_map_type?: RuleMapType | null;
}): boolean {
  return Boolean(rule.discount_spec_by) && rule.discount_spec_map_type === 'match';
}

/** The state of a rule once the user has changed it. */
export function editedState(state: RuleState): RuleState {
  return state === 'new' ? 'new' : 'edited';
}

/** A rulebook may not be changed while rules are being processed. */
export function isRulebookReadOnly(rulebook: { processing_rule_count: number }): boolean {
  return rulebook.processing_rule_count > 0;
}

export interface AppliedRule {
  id: string;
  name: string;
}

/** A line's rules, in either of the forms they come in: whole, or as ids to look up. */
export interface RuledLine {
  applied_discount_rules?: readonly AppliedRule[] | null;
  applied_discount_rule_ids?: readonly string[] | null;
}

/** Names of the rules that framed a line's discount; the id stands for a rule that no longer exists. */
export function appliedRuleNames(line: RuledLine, discountRules: readonly AppliedRule[] = []): string[] {
  if (line.applied_discount_rules) return line.applied_discount_rules.map(({ name }) => name);
  const names = new Map(discountRules.map(({ id, name }) => [id, name]));
  return (line.applied_discount_rule_ids ?? []).map((id) => names.get(id) ?? id);
}

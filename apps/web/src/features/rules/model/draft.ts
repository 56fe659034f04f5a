import type { NewRule, Rule, RuleVersion } from '@palier/contract';
import { FIXED_KEY, type RuleDiscount, ruleNameOf } from '@palier/domain';
import { clientId } from '../../../lib/client-id.ts';

/** A rule as it is being written. */
export type RuleDraft = Required<Pick<NewRule, 'name' | 'query' | 'active'>> &
  Required<Pick<NewRule, 'discount_spec_by' | 'discount_spec_map' | 'discount_spec_map_type'>> & {
    _id: string;
  };

/** How the discount of a rule is said. */
export type DiscountMode = 'fixed' | 'bounds' | 'field';

/** What may be edited of a rule. */
export function draftOf(rule: Rule | (RuleVersion['content'] & { _id: string })): RuleDraft {
  const { _id, name, query, active, discount_spec_by, discount_spec_map, discount_spec_map_type } = rule;
  return { _id, name, query, active, discount_spec_by, discount_spec_map, discount_spec_map_type };
}

/** A new rule: its id and its name are there before anything is sent. */
export function newDraft(number: number): RuleDraft {
  return {
    _id: clientId(),
    name: ruleNameOf(number),
    query: null,
    active: true,
    discount_spec_by: null,
    discount_spec_map: null,
    discount_spec_map_type: 'fixed',
  };
}

/** The same rule under another id and name. */
export function copyOf(draft: RuleDraft): RuleDraft {
  return { ...draft, _id: clientId(), name: `${draft.name} (copie)` };
}

/** Whether two rules say the same. The database keeps the keys of an object in an order of its own. */
export function isSame(one: RuleDraft, other: RuleDraft): boolean {
  return isSameValue(draftOf({ ...one, position: 0 }), draftOf({ ...other, position: 0 }));
}

/** Whether two values of JSON say the same, whatever the order of their keys. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** How the rule's discount is said: by a field's values, one for all, or between bounds. */
export function modeOf({
  discount_spec_by,
  discount_spec_map,
  discount_spec_map_type,
}: RuleDraft): DiscountMode {
  if (discount_spec_map_type !== 'fixed' && (discount_spec_by || discount_spec_map_type)) return 'field';
  return typeof discount_spec_map?.[FIXED_KEY] === 'object' ? 'bounds' : 'fixed';
}

/** The draft saying its discount in another way; what was said in the former is left out. */
export function inMode(draft: RuleDraft, mode: DiscountMode): RuleDraft {
  if (mode === 'field') return { ...draft, discount_spec_map_type: 'match', discount_spec_map: null };
  const former = draft.discount_spec_map?.[FIXED_KEY];
  const open = { min: typeof former === 'number' ? former : null, max: null };
  const fixed = typeof former === 'object' ? (former.min ?? former.max) : null;
  const all: RuleDiscount | null = mode === 'bounds' ? open : fixed;
  return {
    ...draft,
    discount_spec_by: null,
    discount_spec_map_type: 'fixed',
    discount_spec_map: all === null ? null : { [FIXED_KEY]: all },
  };
}

/** The draft with what one key of its map gets; null takes it away. */
export function withEntry(draft: RuleDraft, key: string, discount: RuleDiscount | null): RuleDraft {
  const { [key]: _, ...others } = draft.discount_spec_map ?? {};
  const map = discount === null ? others : { ...others, [key]: discount };
  return { ...draft, discount_spec_map: Object.keys(map).length > 0 ? map : null };
}

/** Why a draft is not to be kept yet; null when it may. */
export function isUnsaved(draft: RuleDraft | undefined, rule: Rule | undefined): boolean {
  return draft !== undefined && (rule === undefined || !isSame(draft, draftOf(rule)));
}

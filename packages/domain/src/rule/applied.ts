import type { Line, LineRule } from '../vocabulary/line.ts';

/**
 * The rules that frame a line, in order, in either form that a line carries them: named, or by their ids with the
 * names beside. One without a name goes by its id.
 */
export function appliedRules(
  line: Partial<Pick<Line, 'applied_discount_rules' | 'applied_discount_rule_ids' | 'discount_rules'>>,
): LineRule[] {
  if (line.applied_discount_rules) return line.applied_discount_rules;
  const names = new Map((line.discount_rules ?? []).map(({ id, name }) => [id, name]));
  return (line.applied_discount_rule_ids ?? []).map((id) => ({ id, name: names.get(id) ?? id }));
}

import type { DecisionRow } from '@palier/analytics';
import { discountKind, effectiveDiscount, type Line } from '@palier/domain';
import type { Scope } from '../../scope.ts';
import type { DiscountRow } from './repository.ts';

/** A line's decision as the listing's copy takes it. */
export function presentDecision(row: DiscountRow): DecisionRow {
  return {
    discount_id: row.discount_id,
    item_group_id: row.item_group_id,
    included: row.included,
    discount_pct_user: row.discount_pct_user,
    discount_pct_auto: row.discount_pct_auto,
    discount_pct_opti: row.discount_pct_opti,
    discount_pct_is_optimal: row.discount_pct_is_optimal,
    discount_pct_min: row.discount_pct_min,
    discount_pct_max: row.discount_pct_max,
    optimization_goal: row.optimization_goal,
    discount_pct_reviewed: row.discount_pct_reviewed,
    previous_discount_pcts: row.previous_discount_pcts,
    next_discount_pcts: row.next_discount_pcts,
    applied_discount_rule_ids: row.applied_discount_rule_ids,
    discount_pct_update_date: row.discount_pct_update_date?.toISOString() ?? null,
    discount_pct_update_user: row.discount_pct_update_user,
    discount_pct_update_description: row.discount_pct_update_description,
    version: row.version,
  };
}

/** A line after an edit by `user`: what the decision holds now. The screen has the rest, and its effect, already. */
export function presentEditedLine(
  row: DiscountRow,
  user: Pick<Scope, 'user_id' | 'user_name'>,
  { has_optimizations }: { has_optimizations: boolean },
): Line {
  const { discount_id, applied_discount_rule_ids, discount_pct_update_user, ...decision } =
    presentDecision(row);
  return {
    _id: discount_id,
    ...decision,
    // A line that held the value already was left alone: whoever changed it last is on the screen.
    ...(discount_pct_update_user === user.user_id && { discount_pct_update_user: user.user_name }),
    previous_discount_pcts: [...decision.previous_discount_pcts],
    next_discount_pcts: [...decision.next_discount_pcts],
    applied_discount_rule_ids: [...applied_discount_rule_ids],
    discount_pct: effectiveDiscount(row),
    discount_kind: discountKind(row, has_optimizations),
    version: row.version,
  };
}

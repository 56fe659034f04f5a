import type { DecisionRow } from '@palier/analytics';
import { discountKind, effectiveDiscount, isChangedSinceReview, type Line } from '@palier/domain';
import type { Scope } from '../../scope.ts';
import type { DiscountRow } from './repository.ts';

/** A line's decision as the listing's copy takes it. */
export function presentDecision({ project_id: _, ...row }: DiscountRow): DecisionRow {
  return {
    ...row,
    discount_pct_update_date: row.discount_pct_update_date?.toISOString() ?? null,
    review_lost_date: row.review_lost_date?.toISOString() ?? null,
  };
}

/** A line after an edit by `user`: the decision as it is now. The screen has the rest, and its effect, already. */
export function presentEditedLine(
  row: DiscountRow,
  user: Pick<Scope, 'user_id' | 'user_name'>,
  { has_optimizations }: { has_optimizations: boolean },
): Line {
  const { discount_id, discount_pct_update_user, ...decision } = presentDecision(row);
  return {
    _id: discount_id,
    ...decision,
    // Where the edit left the discount as it is, whoever changed it last is on the screen.
    ...(discount_pct_update_user === user.user_id && { discount_pct_update_user: user.user_name }),
    discount_pct: effectiveDiscount(row),
    discount_kind: discountKind(row, has_optimizations),
    changed_since_review: isChangedSinceReview(row),
  };
}

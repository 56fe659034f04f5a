import type { DiscountEdit } from '@palier/domain';
import type { SavedDecision } from './edit-queue.ts';
import type { LineChange, RowDelta } from './effect.ts';

/** Who decided, when and why: what a later edit of the same line leaves as it is. */
export function stampOf(decision: SavedDecision | undefined): SavedDecision {
  if (!decision) return {};
  const { discount_pct_update_date, discount_pct_update_user, discount_pct_update_description } = decision;
  return { discount_pct_update_date, discount_pct_update_user, discount_pct_update_description };
}

/** An edit that changes no figure. */
export const NO_DELTA: RowDelta = {
  forecast: null,
  discount_budget: 0,
  from_pct: null,
  to_pct: null,
  stock_qty: 0,
  user_count: 0,
  from_kind: null,
  to_kind: null,
  reviewed_count: 0,
  changed_since_review_count: 0,
  included_count: 0,
};

/** What an edit changes of a line: its comment is not shown there. */
export function toChange(edit: LineChange | DiscountEdit): LineChange {
  const { comment: _, ...change } = edit as DiscountEdit;
  return change;
}

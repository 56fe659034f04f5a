import { effectiveDiscount, isDiscountOptimal, losesReview, regainsReview } from '@palier/domain';
import type { DecidingColumns } from './alike.ts';
import type { DecisionChanges } from './repository.ts';

const DECIDES_OPTIMAL = [
  'discount_pct_user',
  'discount_pct_auto',
  'discount_pct_opti',
  'discount_pct_min',
  'discount_pct_max',
] as const satisfies readonly (keyof DecisionChanges)[];

/**
 * The changes of a line, with what follows from them: whether its discount is the optimiser's, and the review that they
 * take. Every act that may change a discount asks it; who took the review is stamped where it is written.
 */
export function withConsequences(line: DecidingColumns, changes: DecisionChanges): DecisionChanges {
  const all = { ...changes };
  const after = { ...line, ...changes };
  if (DECIDES_OPTIMAL.some((column) => changes[column] !== undefined))
    all.discount_pct_is_optimal = isDiscountOptimal(after);
  if (changes.discount_pct_reviewed === undefined && losesReview(line, after)) {
    all.discount_pct_reviewed = false;
    all.review_lost_pct = effectiveDiscount(line);
  }
  return all;
}

/** The changes that undo the act that took a line's review, with the review if the discount is again the one `seen`. */
export function withReviewBack(
  line: DecidingColumns,
  changes: DecisionChanges,
  seen: number | null,
): DecisionChanges {
  if (!regainsReview({ ...line, ...changes }, seen)) return changes;
  const { review_lost_pct: _, ...others } = changes;
  return { ...others, ...NO_LOSS, discount_pct_reviewed: true };
}

/** Nothing has changed since the line's review. */
export const NO_LOSS = {
  review_lost_date: null,
  review_lost_by: null,
  review_lost_act: null,
  review_lost_pct: null,
} as const satisfies DecisionChanges;

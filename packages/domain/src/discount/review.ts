import type { Decision } from '../decision/decision.ts';
import { type DiscountDecision, effectiveDiscount, workedDiscount } from './resolution.ts';
import type { DiscountPath } from './steps.ts';

/** What of a line says whether its discount is the one that was reviewed. */
export type ReviewedLine = DiscountDecision &
  Pick<DiscountPath, 'previous_discount_pcts'> &
  Partial<Pick<Decision, 'included' | 'discount_pct_reviewed'>>;

/** Whether a change of a line is one of its discount: of the one in force, or of the one at which it stands. */
export function isDiscountChanged(before: ReviewedLine, after: ReviewedLine): boolean {
  return (
    effectiveDiscount(before) !== effectiveDiscount(after) || workedDiscount(before) !== workedDiscount(after)
  );
}

/** Whether a change takes the review of a line: it was reviewed, and its discount is no longer the one that was seen. */
export function losesReview(before: ReviewedLine, after: ReviewedLine): boolean {
  return before.discount_pct_reviewed === true && isDiscountChanged(before, after);
}

/** Whether undoing the act that took a line's review gives it back: the discount is again the one seen. */
export function regainsReview(after: ReviewedLine, seen: number | null): boolean {
  return effectiveDiscount(after) === seen;
}

/** Whether a line is to be reviewed again: its discount was changed after its review. */
export function isChangedSinceReview(
  line: Pick<ReviewedLine, 'discount_pct_reviewed'> & { review_lost_date?: Date | string | null },
): boolean {
  return line.discount_pct_reviewed !== true && (line.review_lost_date ?? null) !== null;
}

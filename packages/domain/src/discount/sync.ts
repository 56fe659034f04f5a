import { type DiscountDecision, effectiveDiscount } from './resolution.ts';

/** A line as two projects that sell the same product compare it. */
export interface SyncedLine extends DiscountDecision {
  /** false: the product takes no part, and its discount says nothing to others. */
  included?: boolean;
}

export interface DiscountDifference {
  discount_pct: number | null;
  source_discount_pct: number;
  out_of_sync: boolean;
}

/**
 * The discounts in force of one product in two projects, or null when the source has none to give: the product
 * is not there, takes no part, or has no discount yet.
 */
export function compareDiscounts(
  target: SyncedLine,
  source: SyncedLine | undefined,
): DiscountDifference | null {
  if (!source || source.included === false) return null;
  const source_discount_pct = effectiveDiscount(source);
  if (source_discount_pct === null) return null;
  const discount_pct = effectiveDiscount(target);
  return { discount_pct, source_discount_pct, out_of_sync: discount_pct !== source_discount_pct };
}

/** The discounts of a line over the phases, in points. */
export interface DiscountPath {
  discount_pct?: number | null;
  /** One per past phase, in order; the last one is the previous phase's. */
  previous_discount_pcts?: readonly (number | null)[] | null;
  /** One per later phase, in order; the first one is the next phase's. */
  next_discount_pcts?: readonly (number | null)[] | null;
  /** Zero-based index of the phase that discount_pct belongs to. */
  project_phase?: number | null;
}

/** The discount of the phase before the worked one, or null in the first phase. */
export function previousDiscount(line: DiscountPath): number | null {
  return line.previous_discount_pcts?.at(-1) ?? null;
}

/**
 * A line as it was decided: once the last phase is validated, the discount shown is that phase's, which is no longer one
 * of those before it.
 *
 * @param working_phase the project's; null once it has none.
 */
export function lineAtItsPhase<L extends DiscountPath>(line: L, working_phase: number | null): L {
  return working_phase === null && line.previous_discount_pcts
    ? { ...line, previous_discount_pcts: line.previous_discount_pcts.slice(0, -1) }
    : line;
}

/** A line's discounts of the phases before one, one for each: 0 where it was not marked down, or not there yet. */
export function discountsBefore(
  { previous_discount_pcts }: Pick<DiscountPath, 'previous_discount_pcts'>,
  phase: number,
): number[] {
  return Array.from({ length: phase }, (_, at) => previous_discount_pcts?.[at] ?? 0);
}

/** Points added to the previous markdown (which counts as 0 when there is none); null without a discount. */
export function discountIncrement(line: DiscountPath): number | null {
  if (line.discount_pct === null || line.discount_pct === undefined) return null;
  return line.discount_pct - (previousDiscount(line) ?? 0);
}

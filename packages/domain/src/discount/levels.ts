/** Distance between two offered discounts, in points. */
export const DISCOUNT_STEPS = [10, 5] as const;
export type DiscountStep = (typeof DISCOUNT_STEPS)[number];
export const DEFAULT_DISCOUNT_STEP: DiscountStep = 10;

export interface DiscountRange {
  /** Discounts the project allows, in points; the largest one is the maximum offered. */
  discount_pct_range: readonly number[];
  discount_step?: DiscountStep | null;
}

/**
 * The discounts offered: 0 (« Pas de démarque ») and every multiple of the step up to the range's maximum.
 *
 * @returns points in increasing order, e.g. [0, 10, 20, 30, 40, 50, 60].
 */
export function discountLevels(project: DiscountRange): number[] {
  const step = project.discount_step ?? DEFAULT_DISCOUNT_STEP;
  const maximum = Math.min(100, Math.max(0, ...project.discount_pct_range));
  const count = Math.floor(maximum / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The level nearest to a discount, the lower of two as near; 0 when there is no level. Levels ascend. */
export function nearestLevel(discountPct: number, levels: readonly number[]): number {
  return levels.reduce(
    (best, level) => (Math.abs(level - discountPct) < Math.abs(best - discountPct) ? level : best),
    levels[0] ?? 0,
  );
}

/** « Pas de démarque » for 0, otherwise the discount with its minus: « −20 % ». */
export function discountLabel(discountPct: number): string {
  return discountPct === 0 ? 'Pas de démarque' : `\u2212${discountPct}\u202f%`;
}

export const ALLOCATION_PRIORITIES = [
  'stock_coverage',
  'stock_qty',
  'stock_cost_value',
  'season_sell_through_pct',
  'margin_pct',
] as const;
/** What decides which products take the deepest discounts of a distribution. */
export type AllocationPriority = (typeof ALLOCATION_PRIORITIES)[number];

/** What the shares of a distribution are shares of: the products, or the units in stock. */
export const DISTRIBUTION_BASES = ['discount_count', 'sum_stock_qty'] as const;
export type DistributionBasis = (typeof DISTRIBUTION_BASES)[number];

/** Points that a share may miss its target by when the objective does not say. */
export const USUAL_TOLERANCE = 1;

export interface ObjectiveParameters {
  /** Products when missing. */
  basis?: DistributionBasis;
  /** Share of the basis that each level may miss its target by, in points; `USUAL_TOLERANCE` when missing. */
  tolerance_pct?: number;
  /** Most money that discounts may cost over the phase, in catalogue currency. */
  discount_budget?: number | null;
}

/** What a project aims at: how its products (or their stock) spread over the discounts. */
export interface Objective {
  /** Share of the basis at each discount: { '0': 10, '20': 40, '30': 50 }, in points. */
  discount_pct_distribution?: Record<string, number> | null;
  discount_pct_distribution_params?: ObjectiveParameters | null;
  discount_pct_allocation_priority?: AllocationPriority | null;
}

/** The ceiling of what the worked phase's discounts may give up; null when none is set. */
export function budgetCeiling(objective: Objective | null | undefined): number | null {
  return objective?.discount_pct_distribution_params?.discount_budget ?? null;
}

/** The objective is set when it has a distribution. */
export function isObjectiveSet(objective: Objective | null | undefined): boolean {
  return objective?.discount_pct_distribution !== null && objective?.discount_pct_distribution !== undefined;
}

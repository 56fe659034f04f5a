/**
 * Curves and money of the lines of a project; arrays are per item unless said otherwise. NaN is an unknown
 * price, cost or stock: the figures that need it leave the line out, as the sums of the listing do.
 */
export interface SimulationProblem {
  item_count: number;
  /** Discount levels as shares, ascending. */
  levels: Float64Array;
  /** The rate, in points, that each item's price stands at, where it is not the level's: `i * L + l`; missing: the levels. */
  level_rate?: Float64Array | null;
  /** Expected units of the worked phase at each level: `i * L + l`. */
  phase_qty: Float32Array;
  /** Expected units of the later phases: `i * L * L + l0 * L + l1`; null: one phase. */
  rest_qty: Float32Array | null;
  /** Units at hand today: what shares of stock are of. */
  stock: Float64Array;
  /** Units forecast to sell between today and the worked phase: not left after it, and the season's. */
  upcoming?: Float64Array;
  price: Float64Array;
  base_price: Float64Array;
  cost: Float64Array;
  /** ρ: the share of its cost that an unsold unit of the item is still worth at the end. */
  residual_value: Float64Array;
  season_sold: Float64Array | null;
  /**
   * Later phases told apart, R: item i's are at `i * R + r` in `later_level` and in the `later` of plans. Missing: one,
   * all of them at one level.
   */
  later_phases?: number;
  /** What values later phases at different levels, where they are told apart. */
  path?: PathValues | null;
  /** Lowest levels of the later phases, `i * R + r`; missing: they keep the level of the worked phase. */
  later_level?: Uint8Array;
  min_level: Uint8Array;
  max_level: Uint8Array;
  /** Levels between the two that are not offered to an item in the worked phase, `i * L + l`: 1; missing: all are. */
  removed_level?: Uint8Array | null;
  /**
   * The same of the later phases, at `(2 * i + first) * L + l`: `first` is 1 where the worked phase has no discount, so
   * that the reduction begins after it.
   */
  removed_later?: Uint8Array | null;
  /** Level chosen by a person, −1 when free; kept and counted. */
  fixed_level: Int16Array;
}

/** The demand of items before their stock limits it, phase by phase; see the domain's `PathDemand`. */
export interface PathValues {
  /** Mean demand of item i in phase p at level l, the worked phase first: `(i * (R + 1) + p) * L + l`. */
  phase_mean: Float32Array;
  dispersion: Float64Array;
  /** Units at hand when the worked phase starts. */
  stock: Float64Array;
}

/** A distribution of discounts: the share of products or of stock wanted at each level. */
export interface DistributionObjective {
  /** One share per level, summing to 1 (rescaled if not). */
  shares: Float64Array;
  by: 'count' | 'stock';
  /** Higher goes first to the deepest level; ties by position. */
  priority: Float64Array;
}

/** Levels of each line in the worked phase, and in the later ones at `i * R + r`; see `later_phases`. */
export interface LevelPlan {
  worked: Uint8Array;
  later: Uint8Array;
}

/** Sums over lines, those of which a figure is not known left out of it; NaN where it is known of none. */
export interface SimulatedTotals {
  units: number;
  sales: number;
  profit: number;
  /** « Marge après invendus », always to the end of the last phase, whatever span the other figures have. */
  profit_after_leftovers: number;
  cogs: number;
  discount_amount: number;
  residual_stock: number;
  /** Turnover at full price: what the mean discount is measured against. */
  list_sales: number;
  /** Units of the season sold by the end of the span: with those left, what the sell-through is measured against. */
  season_units: number;
}

/** The best of each figure alone: no plan needs to have them all. Units sold at most leave the least stock. */
export type BestTotals = Omit<SimulatedTotals, 'discount_amount' | 'list_sales' | 'cogs'>;

export interface SimulationStats {
  /** Products and stock at each level. */
  count_by_level: Float64Array;
  stock_by_level: Float64Array;
  /** The worked phase, and all phases (the later ones at the same level, or deeper by later_level). */
  phase: SimulatedTotals;
  total: SimulatedTotals;
}

export interface Simulation {
  /** Level of each item in the worked phase. */
  plan: Uint8Array;
  stats: SimulationStats;
  /** Share reached minus share asked, per level (shields and fixed lines can prevent it). */
  shortfall: Float64Array;
}

export interface FrontierPoint {
  /** Weight of écoulement against marge, 0..1. */
  weight: number;
  profit: number;
  profit_after_leftovers: number;
  cogs: number;
  units: number;
  sell_through: number;
  plan: Uint8Array;
}

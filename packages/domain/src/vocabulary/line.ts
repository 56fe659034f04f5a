import type { Decision } from '../decision/decision.ts';
import type { DiscountKind } from '../discount/resolution.ts';
import type { DemandCurve } from '../price/curve.ts';

/**
 * Forecast of a horizon as a row nests it, under the catalogue's names. A figure that was not asked for is missing,
 * one that cannot be computed is null. `list_sales`, `season_sales_qty` and `available_qty` are what rates are of.
 */
export interface ForecastFamily {
  sales_qty?: number | null;
  sales?: number | null;
  profit?: number | null;
  cogs?: number | null;
  stock?: number | null;
  list_sales?: number | null;
  sales_discount_pct?: number | null;
  sell_through_pct?: number | null;
  season_sales_qty?: number | null;
  available_qty?: number | null;
  /** To the project's end alone: that of the worked phase is the row's own `discount_budget`. */
  discount_budget?: number | null;
  /** To the project's end alone, when what is left loses its value. */
  profit_after_leftovers?: number | null;
}

/**
 * What lines, groups and the total share. These are the fields that code names; every other field of the catalogue is
 * on the row too, and is read by its id with `readField`.
 */
export interface Figures {
  discount_pct?: number | null;
  discount_pct_incr?: number | null;
  discount_budget?: number | null;
  stock_qty?: number | null;
  stock_cost_value?: number | null;
  stock_retail_value?: number | null;
  forecast?: ForecastFamily | null;
  phase_forecast?: ForecastFamily | null;
  ongoing_phase_forecast?: ForecastFamily | null;
  /** Units a day over the last 90 days, oldest first. */
  daily_sales_qty_history?: number[] | null;
  /** Stock by size. */
  items_stats?: SizeStock[] | null;
}

export interface SizeStock {
  size: string;
  stock_qty: number;
  in_store_stock_qty: number;
}

/** What the price file labels of a variant. */
export interface VariantPrice {
  item_id: string;
  size: string | null;
  price: number | null;
}

/** A rule that frames a line's discount. */
export interface LineRule {
  id: string;
  name: string;
}

/** The discount of a past phase; without an activity it was there before the project. */
export interface DiscountHistoryEntry {
  project_phase: number | null;
  discount_pct: number | null;
  applied_discount_rules: LineRule[];
  /** The validation of the phase. */
  activity_id: string | null;
  date?: string;
  user_name?: string | null;
  description?: string | null;
}

/** What a run of the optimiser that was sent to the listing says of a line. */
export interface LineOptimization {
  project_phase: number | null;
  /** Goal key or scenario's _id. */
  goal: string;
  discount_pct: number | null;
  discount_pct_input: number | null;
  sales_qty_forecast: number | null;
  is_optimal: boolean;
  optimization_id?: string;
}

/**
 * A discount line of the listing: a product, its decision, its figures. Discounts are points. `version`, sent back with
 * an edit, makes a stale edit a conflict.
 */
export interface Line extends Figures, Partial<Decision> {
  _id: string;
  item_group_id: string;
  /** Codes of its variants. */
  item_id?: string[] | null;
  title?: string | null;
  name?: string | null;
  brand?: string | null;
  family?: string | null;
  color?: string | null;
  image_url?: string | null;
  tags?: string[] | null;
  /** A list when the variants' prices differ, the one that the figures count with first. */
  price?: number | number[] | null;
  /** The different prices of its variants. */
  prices?: number[] | null;
  variants?: VariantPrice[] | null;
  base_price?: number | null;
  cost?: number | null;
  /** ρ, the share of its cost that an unsold unit keeps. */
  residual_value?: number | null;
  on_sale_date?: string | null;
  upcoming_sales_qty?: number | null;
  discount_kind?: DiscountKind | null;
  previous_discount_pct?: number | null;
  next_discount_pct?: number | null;
  changed_since_review?: boolean;
  project_phase?: number | null;
  optimizations?: LineOptimization[];
  discount_history?: DiscountHistoryEntry[];
  applied_discount_rules?: LineRule[];
  /** Names of the rules whose ids the line carries. */
  discount_rules?: LineRule[];
  curve?: DemandCurve | null;
  /** Keys of the groups that it is in, outermost first, when lines are asked for group by group. */
  keys?: (string | null)[];
}

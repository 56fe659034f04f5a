import type { CoverageScore, DemandCurve, DiscountKind } from '@palier/domain';

/** Forecast of a horizon as the API nests it; list_sales lets the mean rate be worked out again. */
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
  [measure: string]: number | null | undefined;
}

/** Figures before the session's first change, to show what it changed. */
export interface BeforeFigures {
  sales_qty: number | null;
  sales: number | null;
  profit: number | null;
  stock: number | null;
  discount_budget: number | null;
  discount_pct: number | null;
}

/** What lines, groups and the total share. Other fields of the catalogue are read with `fieldValue`. */
export interface Figures {
  discount_pct?: number | null;
  discount_budget?: number | null;
  stock_qty?: number | null;
  forecast?: ForecastFamily | null;
  phase_forecast?: ForecastFamily | null;
  before?: BeforeFigures;
  [field: string]: unknown;
}

export interface PhaseDiscount {
  project_phase: number;
  discount_pct: number | null;
  activity_id?: string | null;
  applied_discount_rules?: readonly { id: string; name: string }[];
  date?: string;
  user_name?: string | null;
  description?: string | null;
}

/** A discount line as the listing shows it. */
export interface Line extends Figures {
  _id: string;
  item_group_id: string;
  title?: string | null;
  name?: string | null;
  brand?: string | null;
  color?: string | null;
  image_url?: string | null;
  tags?: readonly string[] | null;
  price?: number | readonly number[] | null;
  base_price?: number | null;
  cost?: number | null;
  on_sale_date?: string | null;
  included?: boolean;
  discount_pct_user?: number | null;
  discount_pct_auto?: number | null;
  discount_pct_opti?: number | null;
  discount_pct_min?: number | null;
  discount_pct_max?: number | null;
  discount_pct_reviewed?: boolean;
  discount_kind?: DiscountKind | null;
  previous_discount_pcts?: readonly (number | null)[] | null;
  next_discount_pcts?: readonly (number | null)[] | null;
  project_phase?: number | null;
  optimization_goal?: string | null;
  applied_discount_rules?: readonly { id: string; name: string }[] | null;
  discount_history?: readonly PhaseDiscount[] | null;
  discount_pct_update_date?: string | null;
  discount_pct_update_user?: string | null;
  discount_pct_update_description?: string | null;
  version?: number;
  curve?: DemandCurve | null;
  /** Someone else's change seen in this session. */
  changed_by?: { name: string; at: string };
}

export interface Bucket {
  discount_pct: number | null;
  discount_count: number;
  sum_stock_qty: number;
}

/** A group, or the total of the listing (keys empty). */
export interface Group extends Figures {
  key: string;
  keys: readonly (string | null)[];
  depth: number;
  discount_count: number;
  included_count?: number;
  discount_pct_reviewed_count: number;
  discount_pct_user_count: number;
  /** Lines by the origin of their discount. */
  discount_kind_counts?: Readonly<Record<DiscountKind, number>>;
  unset_optimization_goal_count?: number;
  optimization_goals?: readonly string[];
  min_price?: number | null;
  max_price?: number | null;
  discount_pct_distribution?: readonly Bucket[];
}

export type Grade = CoverageScore;

/** A field of a row by its catalogue id: dotted families are nested, or flat under their whole id. */
export function fieldValue(row: Figures, id: string): unknown {
  if (id in row) return row[id];
  const dot = id.indexOf('.');
  if (dot < 0) return undefined;
  const family = row[id.slice(0, dot)];
  if (typeof family !== 'object' || family === null) return undefined;
  return (family as Record<string, unknown>)[id.slice(dot + 1)];
}

/** A numeric field, null when missing or not finite. */
export function numberValue(row: Figures, id: string): number | null {
  const value = fieldValue(row, id);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

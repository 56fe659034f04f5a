import type { FilterTree } from '../listing/types.ts';

/** What a project takes from its organisation's warehouse. */
export type SnapshotSelection = {
  /** Inventories by code; empty or left out: all. */
  inventory_codes?: readonly string[];
  /** One price list; left out: the default list. */
  price_list_id?: string | null;
  /** Sales places by code; empty or left out: all. */
  location_codes?: readonly string[];
  /** Expected dates of on-order stock that count, both included; null: none. */
  on_order_period?: { from: string; to: string } | null;
  /** Which products, on the fields of the items. */
  item_query?: FilterTree | null;
  /** Only these products, when a list defines the project. */
  item_group_ids?: readonly string[];
};

/** What the snapshot needs to know of a project. Dates are `YYYY-MM-DD`. */
export type SnapshotProject = {
  project_id: string;
  data_date: string;
  end_date: string;
  phases: readonly { name: string | null; start_date: string }[];
  working_phase: number | null;
  discount_pct_range: readonly number[];
  /** Every discount that can be chosen, in points, ascending, 0 first. */
  discount_levels: readonly number[];
  accounting_currency: string;
  catalog_currency: string;
  /** First day of the season figures; left out: each product's first sale, at most a year before. */
  season_start_date?: string | null;
  selection: SnapshotSelection;
};

export type SnapshotRequest = {
  /** The published version's folder of the organisation's warehouse. */
  warehouse_folder: string;
  /** Where the project's snapshots live; the new one becomes `<folder>/v<version>`. */
  snapshot_folder: string;
  version: number;
  project: SnapshotProject;
  /** The `_id` of the lines that exist already, by item group; others get a new id from `newId`. */
  line_ids?: ReadonlyMap<string, string>;
  newId: () => string;
  memory_limit?: string;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
};

/** A stage of a long job with the share done, 0 to 1. `label` is French. */
export type Progress = { stage: string; label: string; share: number };

/** The lines of a snapshot as columns, in line order: what engine jobs read. */
export type EngineLines = {
  ids: string[];
  item_group_ids: string[];
  price: Float64Array;
  base_price: Float64Array;
  cost: Float64Array;
  stock_qty: Float64Array;
  /** Units sold and stock of the season so far, for sell-through. */
  season_sales_qty: Float64Array;
  /** Levels × lines, line by line; empty when the snapshot has no curves. */
  phase_qty: Float32Array;
  rest_qty: Float32Array;
};

/** Weekly facts for the demand model: products × weeks, product by product (row-major). */
export type WeeklyPanelData = {
  product_ids: string[];
  /** Category of each product (index in `category_names`). */
  category: Int32Array;
  category_names: string[];
  subcategory: Int32Array;
  subcategory_names: string[];
  /** Monday of each week. */
  weeks: string[];
  units: Float32Array;
  /** Discount share 0..1 of the list price; 0 when nothing was sold and no price change is known. */
  discount: Float32Array;
  list_price: Float32Array;
  /** Paid price a unit, NaN when nothing was sold. */
  paid_price: Float32Array;
  /** Stock at the start of the week when known, NaN when not. */
  stock: Float32Array;
  /** Share of days × sizes in stock, 1 when not known. */
  availability: Float32Array;
  /** Index of the first week with a sale or the on-sale date; -1 when none. */
  first_week: Int32Array;
  current_stock: Float64Array;
  price: Float64Array;
  base_price: Float64Array;
  cost: Float64Array;
};

/** The engine's answer, in the order of `EngineLines`. L = number of discount levels. */
export type SnapshotCurves = {
  phase_qty: Float32Array;
  phase_p10: Float32Array;
  phase_p90: Float32Array;
  /** L × L per line. */
  rest_qty: Float32Array;
  /** Units from the data date to the worked phase at today's discounts, one per line (landing). */
  upcoming_qty?: Float32Array;
  /** Units of the whole ongoing phase as forecast when it was validated, one per line. */
  ongoing_qty?: Float32Array;
  /** Expected weekly demand at the current discount, `weekly_horizon` weeks per line, for coverage. */
  weekly_demand?: Float32Array;
  weekly_horizon?: number;
  /** Multiplier of base demand that the model credits to the shops' own animation, one per line. */
  sales_boost?: Float32Array;
  /** Extra columns for line.parquet by field id, one value per line. */
  extra?: Readonly<Record<string, Float64Array | readonly (string | null)[]>>;
};

export type SnapshotManifest = {
  format: 1;
  project_id: string;
  version: number;
  data_date: string;
  discount_levels: number[];
  working_phase: number | null;
  line_count: number;
  has_curves: boolean;
  totals: {
    stock_qty: number;
    stock_cost_value: number;
    stock_retail_value: number;
    sales_qty: number;
    sales: number;
    season_sales_qty: number;
  };
  /** First day of daily.parquet. */
  daily_from: string;
  warehouse_version: number;
};

export type SnapshotResult = { folder: string; manifest: SnapshotManifest };

/** A snapshot under construction: facts are computed, curves are awaited, nothing is visible yet. */
export type SnapshotDraft = {
  readonly line_count: number;
  lines(): Promise<EngineLines>;
  /** Products of the whole warehouse (`scope: 'warehouse'`) or of the snapshot alone. */
  extractPanel(options: { weeks: number; scope: 'warehouse' | 'lines' }): Promise<WeeklyPanelData>;
  /** Writes everything, fsyncs, renames into place. Without curves the forecast fields stay empty. */
  finish(curves: SnapshotCurves | null): Promise<SnapshotResult>;
  discard(): Promise<void>;
};

import type {
  AbsenceReason,
  PriceEnding,
  ProjectLack,
  QueryTree,
  SignedLabel,
  VariantPrice,
} from '@palier/domain';

/** What a project takes from its organisation's warehouse. */
export interface SnapshotSelection {
  /** Inventories by code; empty or left out: all. */
  inventory_codes?: readonly string[];
  /** One price list; left out: the default list. */
  price_list_id?: string | null;
  /** Sales places by code; empty or left out: all. */
  location_codes?: readonly string[];
  /** Months (`YYYY-MM`) whose expected orders are on order; empty or left out: all that is expected after the data date. */
  on_order_months?: readonly string[];
  /** true: the stock counts what is on order. */
  include_stock_on_order?: boolean;
  /** Which products, on the fields of the items; those of them that have stock, orders or recent sales are taken. */
  item_query?: QueryTree | null;
  /** Products left out, for instance those that a quality check refuses. */
  excluded_item_group_ids?: readonly string[];
  /** Products named one by one: added to those of the query, or alone when there is none. */
  item_group_ids?: readonly string[];
}

/** What the snapshot needs to know of a project. Dates are `YYYY-MM-DD`. */
export interface SnapshotProject {
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
  /** Forecasts imported from elsewhere take the place of the computed ones. */
  use_third_party_forecast?: boolean;
  selection: SnapshotSelection;
}

/** Products at signed prices: they stay when nothing is left of them to sell. */
export interface SignedProducts {
  item_group_ids: readonly string[];
  /** Whether they stay too when the query takes them no more: it is the same as before, what is said of them is not. */
  whatever_query: boolean;
}

export interface SnapshotRequest {
  /** The published version's folder of the organisation's warehouse. */
  warehouse_folder: string;
  /** Where the project's snapshots live; the new one becomes `<folder>/v<version>`. */
  snapshot_folder: string;
  version: number;
  project: SnapshotProject;
  /** Products whose prices were signed in the project. */
  signed?: SignedProducts;
  /** The `_id` of the lines that exist already, by item group; others get a new id from `newId`. */
  line_ids?: ReadonlyMap<string, string>;
  /** The codes of articles at signed prices of their own, by `_id` of their line, the lowest price first. */
  own_prices?: ReadonlyMap<string, readonly string[]>;
  /** How the prices of the project's list end. */
  price_endings?: readonly PriceEnding[];
  /** What labels bear in the phase before the worked one, by line: no rule raises them. */
  signed_labels?: ReadonlyMap<string, SignedLabel>;
  /** The version that the project's snapshot was made of, where it is still there: codes may come back from it. */
  former_warehouse_folder?: string | null;
  newId: () => string;
  memory_limit?: string;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** A stage of a long job with the share done, 0 to 1. `label` is French. */
export interface Progress {
  stage: string;
  label: string;
  share: number;
}

/** The lines of a snapshot as columns, in line order: what engine jobs read. */
export interface EngineLines {
  ids: string[];
  item_group_ids: string[];
  price: Float64Array;
  base_price: Float64Array;
  cost: Float64Array;
  stock_qty: Float64Array;
  /** Units sold of the season so far, for sell-through. */
  season_sales_qty: Float64Array;
  /** Units sold since the phase that runs at the data date began; 0 when none runs. */
  phase_sales_qty: Float64Array;
  /** Units forecast to sell between the data date and the worked phase; 0 before anything is forecast. */
  upcoming_qty: Float64Array;
  /** Share of sizes in stock now, 0..1. */
  breadth: Float64Array;
  /** Mean discount share 0..1 of the last 7 days with sales in the last 28. */
  current_discount: Float64Array;
  /** Levels × lines, line by line; empty when the snapshot has no curves. */
  phase_qty: Float32Array;
  rest_qty: Float32Array;
  /** Where several phases follow the worked one. */
  path?: PathColumns | null;
  /** The rates, in points, that the lines' prices stand at, `n * L + l`, where labels have endings; missing: the levels. */
  level_rate?: Float64Array | null;
}

/** Weekly facts for the demand model: the engine's `WeeklyPanel` and the names of what it numbers. */
export interface WeeklyPanelData {
  /** One per row of the panel. */
  product_ids: string[];
  category_names: string[];
  subcategory_names: string[];
  /** Row of the panel of each line of the snapshot, -1 when it has none. */
  line_rows: Int32Array;
  panel: {
    item_count: number;
    /** As many as were asked for, or as there are since the first sale known. */
    week_count: number;
    /** Monday of column 0, in days since 1970-01-01. */
    first_week_day: number;
    units: Float32Array;
    /** Share of the list price, carried over weeks without sales. */
    discount: Float32Array;
    /** Share of sizes in stock on the days known, when the stock has a weekly history; else null. */
    availability: Float32Array | null;
    breadth: Float32Array | null;
    /** List price of the week / list price now; null when no list price ever moved. */
    price_index: Float32Array | null;
    list_price: Float64Array;
    first_week: Int32Array;
    category: Int32Array;
    category_count: number;
    subcategory: Int32Array | null;
  };
}

/** What values later phases at several discounts (the domain's `PathDemand`), line by line. T phases are left, L levels. */
export interface PathColumns {
  /** `(n * T + p) * L + l`, the worked phase first. */
  phase_mean: Float32Array;
  dispersion: Float64Array;
  /** Units at hand when the worked phase starts. */
  stock: Float64Array;
}

/** The engine's answer, in the order of `EngineLines`. L = number of discount levels. */
export interface SnapshotCurves {
  phase_qty: Float32Array;
  phase_p10: Float32Array;
  phase_p90: Float32Array;
  /** L × L per line. */
  rest_qty: Float32Array;
  /** Where several phases follow the worked one. */
  path?: PathColumns | null;
  /** Units from the data date to the worked phase at today's discounts, one per line (landing). */
  upcoming_qty?: Float32Array;
  /** Discount share 0..1 of each line until the worked phase; left out: 0. */
  upcoming_discount?: Float32Array;
  /** Discount share 0..1 validated for the ongoing phase; left out: 0. */
  ongoing_discount?: Float32Array;
  /** Weeks to sell 75 % of the stock, one per line. */
  coverage?: Float32Array;
  /** Units of the whole ongoing phase as forecast when it was validated, one per line. */
  ongoing_qty?: Float32Array;
  /** Extra columns for line.parquet by field id, one value per line. */
  extra?: Readonly<Record<string, Float64Array>>;
}

/** Sales and costs in another currency than the project's. */
export interface ConvertedAmounts {
  currency: string;
  /** Sales converted, and those left unknown for want of a rate. */
  converted_count: number;
  unknown_count: number;
  /** Places that sold in it. */
  place_count: number;
  /** The sum of the sales converted, in their own currency. */
  amount: number;
  /** The rates used and the days from which they stand, null when there is none. */
  lowest_rate: number | null;
  highest_rate: number | null;
  first_rate_date: string | null;
  last_rate_date: string | null;
  /** Products whose cost is in it, and its rate at the data date; null: those costs are unknown. */
  cost_count: number;
  cost_rate: number | null;
}

/** What the lines of a project cannot be forecast without. */
export type ForecastLack = Exclude<ProjectLack, 'data' | 'products'>;

export interface SnapshotManifest {
  format: 1;
  project_id: string;
  version: number;
  data_date: string;
  discount_levels: number[];
  working_phase: number | null;
  line_count: number;
  has_curves: boolean;
  /** Phases left, where several follow the worked one and the curves tell them apart; left out: they are taken together. */
  path_phases?: number;
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
  /** Left out: every amount is in the project's currencies. */
  converted?: readonly ConvertedAmounts[];
  /** How the prices of the project's list end; left out: as the discount gives them. The lines have their `level_rates`. */
  price_endings?: readonly PriceEnding[];
  /** Whether lines have `level_rates`: prices with endings, or that stay at what was signed. */
  own_rates?: boolean;
  /** The phase before the worked one, whose signed prices the lines have; left out: none, or not kept yet. */
  signed_phase?: number;
  /** Why there are no curves though a phase is worked. */
  lacks?: ForecastLack;
  /** Whether no phase is worked: the lines have the actuals that take the place of forecasts. */
  closed?: boolean;
  /** Whether they are of the phases that each line took part in, which the lines then say; missing: of all. */
  took_part?: boolean;
}

export interface SnapshotResult {
  folder: string;
  manifest: SnapshotManifest;
}

/** Days from `from_day` to the day before `to_day`, counted from 1970-01-01. */
export interface Period {
  from_day: number;
  to_day: number;
}

/** Imported forecasts as columns, ordered by line, period and discount. */
export interface GivenForecasts {
  line: Int32Array;
  period: Int32Array;
  /** Share, 0..1. */
  discount: Float32Array;
  /** Units of the whole period. */
  units: Float32Array;
  /** NaN where the file has none. */
  elasticity: Float32Array;
}

/** The validated phases that each line took no part in, in line order; a line that is missing took part in all. */
export type LeftOutLines = readonly (readonly number[])[];

/** What a closed project has still to sell until its end, one value per line; NaN where nobody said. */
export interface ClosedForecast {
  qty: Float64Array;
  /** The discounts (points) that it sells at. */
  discount_pct: Float64Array;
}

/** The selling price of a line, and those of its variants; null: not known. */
export interface LinePrices {
  _id: string;
  price: number | null;
  variants: VariantPrice[] | null;
}

/** What was signed of a line in the phase before the worked one; null: not kept. */
export interface SignedLine {
  /** What its label bears, and the selling price that it was made of. */
  price: number | null;
  list_price: number | null;
  /**
   * By level, how far the label of a variant at another price than its product would go above its own (`priceRise`);
   * null where none would.
   */
  variant_rises: readonly (number | null)[] | null;
}

/** The lines that the phase before the worked one gave a price. */
export interface SignedLines {
  phase: number;
  /** By `_id`. */
  lines: ReadonlyMap<string, SignedLine>;
}

/** An article of a line that has another code now. */
export interface RecodedArticle {
  /** Of its line. */
  _id: string;
  gone: string;
  here: string;
}

/** A snapshot under construction: facts are computed, curves are awaited, nothing is visible yet. */
export interface SnapshotDraft {
  readonly line_count: number;
  /** Of the articles at signed prices of their own, those that have another code in these data. */
  readonly recoded: readonly RecodedArticle[];
  lines(): Promise<EngineLines>;
  /** What the lines sell at; before `finish`. */
  prices(): Promise<LinePrices[]>;
  /** Why each of some products, none of them a line, is not taken; before `finish`. */
  absences(item_group_ids: readonly string[]): Promise<ReadonlyMap<string, AbsenceReason>>;
  /** Units of each line sold from a day on, up to the day before `to`; both `YYYY-MM-DD`. */
  sold(from: string, to: string): Promise<Float64Array>;
  /** Forecasts made elsewhere for some periods; null when there is none for these lines. */
  givenForecasts(periods: readonly Period[]): Promise<GivenForecasts | null>;
  /** The last weeks of the whole warehouse, in one order for every project of the same products and places. */
  extractPanel(options: { weeks: number }): Promise<WeeklyPanelData>;
  /** Writes everything, fsyncs, renames into place. Without curves the forecast fields stay empty. */
  finish(
    curves: SnapshotCurves | null,
    rest?: ClosedForecast | null,
    signed?: SignedLines | null,
    left_out?: LeftOutLines,
  ): Promise<SnapshotResult>;
  discard(): Promise<void>;
}

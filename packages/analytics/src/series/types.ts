import type { QueryTree, SerieDays } from '@palier/domain';

/** What a run gives of a line: its discounts in points, the worked phase's and the later ones'. */
export interface RunLine {
  discount_id: string;
  discount_pct: number;
  next_discount_pcts: readonly number[];
}

/** What a file says of a line, or a signature: by phase, in the order of the series' phases; null is not known. */
export interface GivenLine {
  line_id: string;
  qty: readonly (number | null)[];
  discount_pct: readonly (number | null)[];
  /** Turnover with tax; left out: price × (1 − discount) × units. */
  sales?: readonly (number | null)[];
}

/** What a series is recorded from. */
export type SerieContent =
  /** The plan in force, or a run's. `split`: for each phase after the worked one, its part of what is sold then, by line. */
  | { source: 'plan'; split: readonly Float64Array[]; run?: readonly RunLine[] | null }
  | { source: 'sales' }
  | { source: 'given'; kind: 'forecast' | 'sales'; lines: readonly GivenLine[] };

export interface RecordRequest {
  /** Folder to write in, its last name included; it must not be there. */
  folder: string;
  /** The days that the series holds, phase by phase. */
  phases: readonly SerieDays[];
  content: SerieContent;
}

/** A series as it was written. */
export interface RecordedSerie {
  line_count: number;
  byte_size: number;
  /** Of the content, whatever the order of its rows. */
  checksum: string;
}

/** A series to count. */
export interface CountedSerie {
  folder: string;
  kind: 'forecast' | 'sales';
  /** What it holds, and which days of it are counted. */
  phases: readonly SerieDays[];
  spans: readonly SerieDays[];
}

/** Series held in memory as reports count them, a table for each. */
export interface HeldSeries {
  /** Runs a work with the names of the series' tables, in their order; they stay until it is done. */
  use<T>(series: readonly CountedSerie[], work: (tables: readonly string[]) => Promise<T>): Promise<T>;
  /** Gives them up: nothing asks the facts anything any more. */
  close(): Promise<void>;
}

export interface SeriesRequest {
  series: readonly CountedSerie[];
  /** Fields of the dimensions, the outermost first. */
  by: readonly string[];
  filter?: QueryTree | null;
}

/** Sums over the lines of a group, of one series; null where no line says it. */
export interface SerieSums {
  sales_qty: number | null;
  sales: number | null;
  list_sales: number | null;
  /** Turnover at full price less turnover. */
  discount_budget: number | null;
  profit: number | null;
  season_sales_qty: number | null;
  /** Season's units of the lines whose stock left is known, and that stock beside them. */
  sold_qty: number | null;
  stock_qty: number | null;
  stock_cost_value: number | null;
  stock_retail_value: number | null;
  /** Discount on the label × stock, and that stock. */
  face_sum: number | null;
  face_weight: number | null;
  line_count: number;
  /** Lines whose turnover or margin is not known. */
  unknown_count: number;
}

export interface SeriesGroup {
  keys: (string | null)[];
  series: SerieSums[];
}

/** Units and amounts of all the lines on a day of a phase. */
export interface SerieDay {
  project_phase: number;
  date: string;
  sales_qty: number | null;
  sales: number | null;
  list_sales: number | null;
  profit: number | null;
}

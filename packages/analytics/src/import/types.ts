import type { ControlGap, ControlTotal, ImportAnswers, ImportQuestion } from '@palier/domain';
import type { QualityIssue } from '../quality/check.ts';
import type { Progress } from '../snapshot/types.ts';
import type { DateOrder, WarehouseManifest, WarehouseSettings, WarehouseTotals } from '../warehouse/types.ts';
import type { ImportEffect } from './effect.ts';
import type { ChangedPrice } from './price-effect.ts';

export type FileKind =
  | 'items'
  | 'sales'
  | 'stock'
  | 'prices'
  | 'orders'
  | 'forecasts'
  | 'places'
  | 'rates'
  | 'equivalents'
  | 'packs'
  | 'control'
  | 'projects';

/** How a customer's file is read: which of its columns feed which of ours. */
export interface FileMapping {
  /** File name, or a pattern with `*`. */
  match: string;
  kind: FileKind;
  /** Their heading → our column, or several. */
  columns: Readonly<Record<string, string | readonly string[]>>;
  /**
   * Our column → a value that every row has. Two more: `shift_days` moves every date, `first_week_date` is the day
   * that week_number 0 starts.
   */
  constants?: Readonly<Record<string, string | number>>;
  /** As `WarehouseSettings.date_order`, for this file. */
  date_order?: DateOrder;
  /** The line of its headings, from 1; left out: the file tells. */
  heading_row?: number;
}

/** Settings to change; those left out stay. */
interface ImportSettings extends Omit<WarehouseSettings, 'cost_share_of_price'> {
  /** null: costs that are missing are no longer estimated. */
  cost_share_of_price?: number | null;
}

export interface ImportMapping {
  settings?: ImportSettings;
  files?: readonly FileMapping[];
  /** By name of file or sheet, the currency of its amounts where they say none; null: the usual one again. */
  currencies?: Readonly<Record<string, string | null>>;
  /** Names of files and sheets that are not to be read, whatever they hold. */
  left_aside?: readonly string[];
  /** What was answered to the questions of a reading, by their key. */
  answers?: ImportAnswers;
  /** Questions without an answer take their likely reading. */
  accept_likely?: boolean;
}

/** How files were read before, by the shape of their headings. */
export type RememberedMappings = ReadonlyMap<string, readonly FileMapping[]>;

export interface UsedMapping {
  shape: string;
  files: readonly FileMapping[];
}

/** A file on disk and the name that the user knows it by. */
export interface SourceFile {
  path: string;
  name: string;
}

export interface ColumnGuess {
  heading: string;
  /** Our column, or null when the heading is not known (kept as an attribute for items). */
  column: string | null;
  type: 'string' | 'number' | 'date';
  /** Whether its amounts are without or with taxes, as the heading says; null when it says nothing. */
  tax: 'excl' | 'incl' | null;
  examples: string[];
}

/** What the mapping screen shows of one file. */
export interface FileInspection {
  name: string;
  format: 'csv' | 'xlsx' | 'parquet';
  encoding: 'utf-8' | 'windows-1252' | null;
  delimiter: string | null;
  decimal: ',' | '.' | null;
  size_bytes: number;
  kinds: FileKind[];
  /** Columns taken from the last import of a file with these headings. */
  remembered: boolean;
  /** The known export that the file was read as: « Shopify, produits »; null for any other. */
  preset: string | null;
  headings: ColumnGuess[];
  /** The currency said of its amounts that say none, in this delivery or the last of its like; null: none. */
  currency: string | null;
  /** The line that the headings stand on, from 1. */
  heading_row: number;
  /** The file's first lines as they stand, at most 20; none where the headings cannot be chosen. */
  head: { line: number; cells: string[] }[];
  /** The first rows as text, at most 20. */
  preview: string[][];
  /** Required columns that no heading gives, by kind. */
  missing: { kind: FileKind; columns: string[] }[];
  /** What the headings and first rows leave open. */
  questions: ImportQuestion[];
  /** Why the file cannot be read, in French; null when it can. */
  problem: string | null;
}

export interface ImportRequest {
  files: readonly SourceFile[];
  mapping?: ImportMapping;
  /** Read where the mapping says nothing of a file. */
  remembered?: RememberedMappings;
  /** The previous version is not the published one: a version is written even when nothing changes. */
  republish?: boolean;
  /** The organisation's folder; the new version becomes `<folder>/v<version>`. */
  warehouse_folder: string;
  version: number;
  /** Folder of the version that the new data completes; null for a first import. */
  previous_folder: string | null;
  /** Where the files of refused rows go; left out: none is written. */
  report_folder?: string;
  /** incremental: new rows replace those of the same key; full: the kinds that come replace everything. */
  mode: 'incremental' | 'full';
  /** true: a version is written though questions are open, in the likely reading; it is not to be published as it is. */
  check?: boolean;
  /** Removing more than this share of what is there is a question; left out: 0.1. */
  max_removed_share?: number;
  /** Of the organisation, over what was answered to earlier imports; null: not set. */
  usual?: {
    time_zone: string | null;
    date_order: 'day' | 'month' | null;
    fiscal_calendar?: WarehouseSettings['fiscal_calendar'] | null;
  };
  /** The till's totals that the new version is compared with, and the gap that is none yet (0.001 = 0.1 %). */
  controls?: readonly ControlTotal[];
  control_tolerance?: number;
  /** true: any bad row refuses the whole import. */
  stop_on_error?: boolean;
  /** The day of the import; left out: today. Rows dated after it do not move the data date. */
  today?: string;
  memory_limit?: string;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Called before a file is opened or read. */
  onFile?: (name: string) => void;
}

export interface RowError {
  file: string;
  line: number;
  column: string;
  value: string | null;
  /** In French. */
  reason: string;
}

export interface KindReport {
  file: string;
  kind: FileKind;
  rows_read: number;
  rows_kept: number;
  rows_rejected: number;
  rows_warned: number;
  first_date: string | null;
  last_date: string | null;
  /** Sum of quantity and of amount over the rows kept, when the kind has them. */
  total_quantity: number | null;
  total_amount: number | null;
  /** Whether that amount is without or with taxes; null when the kind has none. */
  amount_tax: 'excl' | 'incl' | null;
  /** Of that amount; null: of the report. */
  currency: string | null;
  /** The amounts in other currencies. */
  other_amounts: { currency: string | null; amount: number }[];
}

/** The products that a delivery is of, and what says them in the data. */
export interface DeliveredProducts {
  count: number;
  /** true: all the products there are. */
  all: boolean;
  /** A value that these products have and no other: « Saison de lancement, E26 ». null: nothing tells them apart. */
  own_value: { field: string; value: string } | null;
  /** Their codes where nothing else says them, at most as many as a project may name; null otherwise. */
  codes: string[] | null;
}

export interface ImportReport {
  status: 'completed' | 'refused';
  files: KindReport[];
  /** The first errors (500 at most); all of them are in `error_files`. */
  errors: RowError[];
  error_count: number;
  warnings: RowError[];
  warning_count: number;
  /** One CSV per source file with its refused rows, their line and reason, to correct and send again. */
  error_files: { name: string; path: string; row_count: number }[];
  ignored_files: { name: string; reason: string }[];
  /** Asked by this reading, answered or not; while one is open nothing is written unless the mapping accepts the likely. */
  questions: ImportQuestion[];
  totals: WarehouseTotals;
  /** French sentences: where what counts is not what was read, both figures. */
  readings: string[];
  /** Those of the version that this import completes; null for a first one. */
  totals_before: WarehouseTotals | null;
  /** What changes by month and place; only of a check. */
  effect: ImportEffect | null;
  /** The till's totals that the new version does not have, with what could explain it. */
  gaps: ControlGap[];
  quality: QualityIssue[];
  /** Those that the files are of; null: no file of products or stocks. Left out by imports made before it was kept. */
  products?: DeliveredProducts | null;
  /** true when the import leaves the warehouse as it was. */
  unchanged: boolean;
  data_date: string | null;
  /** Of the amounts, as the settings say. */
  currency: string;
  /** Sales by currency before and after, the organisation's first; empty where there is one alone. */
  amounts: { currency: string; before: number; after: number }[];
  /** The settings in force, kept from one import to the next: 0.2 = 20 %; null when there is none. */
  vat_rate: number | null;
  cost_share_of_price: number | null;
  duration_ms: number;
  /** French: what the reader must know before all else; null or left out: nothing. */
  note?: string | null;
}

export interface ImportResult {
  /** The new version's folder, or the previous one when nothing changed; null when refused. */
  folder: string | null;
  manifest: WarehouseManifest | null;
  report: ImportReport;
  /** To be remembered for the next files of these shapes. */
  used_mappings: readonly UsedMapping[];
  /** The till's totals that the files say, to be kept with the version. */
  control_totals: readonly ControlTotal[];
  /** Of a check: every list price that changes. */
  changed_prices: readonly ChangedPrice[];
}

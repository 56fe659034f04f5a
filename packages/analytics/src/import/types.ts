import type { Progress } from '../snapshot/types.ts';

export type FileKind =
  | 'items'
  | 'sales'
  | 'stock'
  | 'prices'
  | 'orders'
  | 'forecasts'
  | 'places'
  | 'projects';

/** How a customer's file is read: which of its columns feed which of ours. */
export type FileMapping = {
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
  /** As `ImportSettings.date_order`, for this file. */
  date_order?: DateOrder;
};

export type DateOrder = 'day' | 'month';

export type ImportSettings = {
  /** 0.2 = 20 %; gives base_price when a file has none. */
  vat_rate?: number;
  /** Gives the cost of products that have none, as a share of the price including tax. */
  cost_share_of_price?: number;
  currency?: string;
  decimal?: ',' | '.';
  /** Whether `01/02/2026` is 1 February (day) or 2 January (month); left out: told by each file's own dates. */
  date_order?: DateOrder;
  /** The day that « today » is in the data; left out: the latest date of sales and stock. */
  data_date?: string;
  /** The price list whose prices give the amount of sales that come without one. */
  paid_price_list_id?: string;
};

export type ImportMapping = {
  settings?: ImportSettings;
  files?: readonly FileMapping[];
  /** Names of files and sheets that are not to be read, whatever they hold. */
  left_aside?: readonly string[];
};

/** How files were read before, by the shape of their headings. */
export type RememberedMappings = ReadonlyMap<string, readonly FileMapping[]>;

export type UsedMapping = { shape: string; files: readonly FileMapping[] };

/** A file on disk and the name that the user knows it by. */
export type SourceFile = { path: string; name: string };

export type ColumnGuess = {
  heading: string;
  /** Our column, or null when the heading is not known (kept as an attribute for items). */
  column: string | null;
  type: 'string' | 'number' | 'date';
  examples: string[];
};

/** What the mapping screen shows of one file. */
export type FileInspection = {
  name: string;
  format: 'csv' | 'xlsx' | 'parquet';
  encoding: 'utf-8' | 'windows-1252' | null;
  delimiter: string | null;
  decimal: ',' | '.' | null;
  size_bytes: number;
  kinds: FileKind[];
  /** Columns taken from the last import of a file with these headings. */
  remembered: boolean;
  headings: ColumnGuess[];
  /** The first rows as text, at most 20. */
  preview: string[][];
  /** Required columns that no heading gives, by kind. */
  missing: { kind: FileKind; columns: string[] }[];
  /** Why the file cannot be read, in French; null when it can. */
  problem: string | null;
};

export type ImportRequest = {
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
  /** true: any bad row refuses the whole import. */
  stop_on_error?: boolean;
  /** The day of the import; left out: today. Rows dated after it do not move the data date. */
  today?: string;
  memory_limit?: string;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Called before a file is opened or read. */
  onFile?: (name: string) => void;
};

export type RowError = {
  file: string;
  line: number;
  column: string;
  value: string | null;
  /** In French. */
  reason: string;
};

export type KindReport = {
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
};

export type WarehouseTotals = {
  item_group_count: number;
  item_count: number;
  sale_rows: number;
  sale_quantity: number;
  sale_amount: number;
  stock_quantity: number;
  order_quantity: number;
  place_count: number;
  first_sale_date: string | null;
  last_sale_date: string | null;
};

export type QualityIssue = {
  code: string;
  /** French: what is wrong, how many. */
  label: string;
  severity: 'error' | 'warning' | 'info';
  count: number;
  examples: string[];
  /** Euros concerned, null when money has no part in it. */
  amount: number | null;
  /** French: what it changes for the forecast. */
  effect: string;
  /** What a click may do about it. */
  actions: ('exclude' | 'accept')[];
};

export type ImportReport = {
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
  totals: WarehouseTotals;
  /** Those of the version that this import completes; null for a first one. */
  totals_before: WarehouseTotals | null;
  quality: QualityIssue[];
  /** true when the import leaves the warehouse as it was. */
  unchanged: boolean;
  data_date: string | null;
  /** Of the amounts, as the settings say. */
  currency: string;
  /** The settings in force, kept from one import to the next: 0.2 = 20 %; null when there is none. */
  vat_rate: number | null;
  cost_share_of_price: number | null;
  duration_ms: number;
  /** French: what the reader must know before all else; null or left out: nothing. */
  note?: string | null;
};

export type WarehouseManifest = {
  format: 1;
  version: number;
  data_date: string | null;
  currency: string;
  vat_rate: number;
  settings: ImportSettings;
  attributes: string[];
  totals: WarehouseTotals;
  /** Parquet files by kind with their rows and checksum. */
  files: { name: string; kind: string; rows: number; checksum: string }[];
};

export type ImportResult = {
  /** The new version's folder, or the previous one when nothing changed; null when refused. */
  folder: string | null;
  manifest: WarehouseManifest | null;
  report: ImportReport;
  /** To be remembered for the next files of these shapes. */
  used_mappings: readonly UsedMapping[];
};

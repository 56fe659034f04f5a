import type { FiscalCalendar } from '@palier/domain';

/** What a warehouse is to those who read and write it: its settings, its manifest, the rows it takes in. */

export type DateOrder = 'day' | 'month';

/** What an organisation says once about its files; kept from one import to the next. */
export interface WarehouseSettings {
  /** 0.2 = 20 %; gives base_price when a file has none. */
  vat_rate?: number;
  /** Gives the cost of products that have none, as a share of the price including tax. */
  cost_share_of_price?: number;
  currency?: string;
  decimal?: ',' | '.';
  /** Whether `01/02/2026` is 1 February (day) or 2 January (month); left out: each file's own dates decide. */
  date_order?: DateOrder;
  /** Name of the zone whose day an instant such as `2026-07-01T23:30:00Z` belongs to; left out: Europe/Paris. */
  time_zone?: string;
  /** What fiscal weeks and periods are; left out: asked where a file has some. */
  fiscal_calendar?: FiscalCalendar | 'iso';
  /** The day that « today » is in the data; left out: the latest date of sales and stock. */
  data_date?: string;
  /** The price list whose prices give the amount of sales that come without one. */
  paid_price_list_id?: string;
}

export interface WarehouseTotals {
  item_group_count: number;
  item_count: number;
  sale_rows: number;
  sale_quantity: number;
  sale_amount: number;
  /** Units present that count: each place's latest day, negative rows at zero. */
  stock_quantity: number;
  /** The same as read, negative rows taken off; left out by versions that an older Palier wrote. */
  stock_read_quantity?: number;
  /** Counts of products somewhere: with none, what is in stock is unknown. Left out by older versions, as the next one. */
  stock_rows?: number;
  order_rows?: number;
  /** Units still expected after the data date: cancellations taken off each variant, never below zero. */
  order_quantity: number;
  /** The same as read, variants below zero taken off. */
  order_read_quantity?: number;
  /** Units that were expected up to the data date. */
  order_past_quantity?: number;
  place_count: number;
  first_sale_date: string | null;
  last_sale_date: string | null;
}

/** What a version says of itself, in the `manifest.json` of its folder. */
export interface WarehouseManifest {
  format: 1;
  version: number;
  data_date: string | null;
  /** The organisation's: of the amounts that say none, and of the totals. */
  currency: string;
  /** Sales by currency, the organisation's first; left out: of one alone. */
  amounts?: Readonly<Record<string, number>>;
  /** Currencies that sales, prices or costs say; left out by versions that an older Palier wrote. */
  currencies?: readonly string[];
  vat_rate: number;
  settings: WarehouseSettings;
  /** The named list that says what products cost, where neither articles nor unnamed prices do. */
  usual_price_list?: string;
  attributes: string[];
  totals: WarehouseTotals;
  /** Parquet files by kind with their rows and checksum. */
  files: { name: string; kind: string; rows: number; checksum: string }[];
}

/** Typed rows of one file, ready to meet those of the previous version. */
export interface StagedRows {
  /** View with every typed column of its kind, `refused`, and `position`: the file's rows counted from 0. */
  table: string;
  feed: {
    kind: string;
    /** Columns that the file gives. */
    positions: ReadonlyMap<string, number>;
    /** Columns that have the same value on every row. */
    constants: ReadonlyMap<string, string>;
    /** The retailer's own columns of products. */
    attributes: ReadonlyMap<string, number>;
  };
  /** Digest of a file of refused rows that comes back corrected; null for any other file. */
  correction: string | null;
}

import type { PriceRowsBy } from './places.ts';
import { PRICE_FILE_FIELDS, type PriceFileField } from './row.ts';

export const PRICE_SEPARATORS = [';', ',', '\t', '|'] as const;
export const PRICE_DECIMALS = [',', '.'] as const;
export const PRICE_DATES = ['dd/mm/yyyy', 'yyyy-mm-dd', 'yyyymmdd'] as const;
export const PRICE_ENCODINGS = ['utf-8-bom', 'utf-8', 'windows-1252'] as const;

/** How a CSV is written. Prices always have two decimals, whatever the rest. */
export interface CsvDialect {
  separator: (typeof PRICE_SEPARATORS)[number];
  decimal: (typeof PRICE_DECIMALS)[number];
  date: (typeof PRICE_DATES)[number];
  encoding: (typeof PRICE_ENCODINGS)[number];
  /** Whether the first line has the headings. */
  headings: boolean;
}

/** What a French spreadsheet opens by itself. */
export const FRENCH_CSV: CsvDialect = {
  separator: ';',
  decimal: ',',
  date: 'dd/mm/yyyy',
  encoding: 'utf-8-bom',
  headings: true,
};

/**
 * A column: a field under a heading; `strikethrough_price` is the prior price where a reduction may be announced, and
 * nothing elsewhere; `constant` is the same text on every row.
 */
export type PriceTemplateColumn =
  | { field: PriceFileField | 'strikethrough_price'; heading: string }
  | { field: 'constant'; heading: string; value: string };

/** The layout of a price file, for a till, a shop's site or people. */
export interface PriceTemplate {
  name: string;
  format: 'csv' | 'xlsx';
  columns: readonly PriceTemplateColumn[];
  dialect: CsvDialect;
  /** Whether products without a price in the phase have a row, with the reason and no price. */
  with_excluded: boolean;
  /** Whether a variant has a row for its price list, or one for each country or place that sells it. */
  rows_by: PriceRowsBy;
}

const ownHeadings = (fields: readonly PriceFileField[]): PriceTemplateColumn[] =>
  fields.map((field) => ({ field, heading: PRICE_FILE_FIELDS[field].label }));

const SHOP_COLUMNS = ownHeadings([
  ...(['item_group_id', 'item_id', 'size', 'title', 'brand', 'price_list', 'selling_price'] as const),
  ...(['prior_price', 'discount_pct', 'announced_pct', 'price', 'currency'] as const),
  ...(['first_day', 'last_day', 'phase', 'status', 'reason'] as const),
]);

/**
 * Templates that every organisation has, by id. A system is named only where its layout is public; docs/formats.md says
 * the source of each, and which systems have none.
 */
export const PRICE_PRESETS: Readonly<Record<string, PriceTemplate>> = {
  'prices-xlsx': {
    ...{ name: 'Prix pour les magasins (Excel)', format: 'xlsx', columns: SHOP_COLUMNS },
    ...{ dialect: FRENCH_CSV, with_excluded: false, rows_by: 'price_list' },
  },
  'prices-csv': {
    ...{ name: 'Prix pour les magasins (CSV)', format: 'csv', columns: SHOP_COLUMNS },
    ...{ dialect: FRENCH_CSV, with_excluded: false, rows_by: 'price_list' },
  },
  'places-csv': {
    name: 'Prix par lieu de vente (CSV)',
    format: 'csv',
    columns: [...ownHeadings(['places', 'place_name']), ...SHOP_COLUMNS],
    ...{ dialect: FRENCH_CSV, with_excluded: false, rows_by: 'place' },
  },
  // help.shopify.com, « Using CSV files to import and export products », with its headings of 2026 (« Handle », « Variant
  // Price »… before): the handle and the title name the product, its option values the variant; a compare-at price is
  // struck through beside the price.
  'shopify-csv': {
    name: 'Shopify, produits (CSV)',
    format: 'csv',
    columns: [
      { field: 'item_group_id', heading: 'URL handle' },
      { field: 'title', heading: 'Title' },
      { field: 'constant', heading: 'Option1 name', value: 'Taille' },
      { field: 'size', heading: 'Option1 value' },
      { field: 'item_id', heading: 'SKU' },
      { field: 'price', heading: 'Price' },
      { field: 'strikethrough_price', heading: 'Compare-at price' },
    ],
    dialect: { ...FRENCH_CSV, separator: ',', decimal: '.', encoding: 'utf-8', date: 'yyyy-mm-dd' },
    with_excluded: false,
    rows_by: 'price_list',
  },
};

/** What a template's maker chooses among, with how each is said. */
export const TEMPLATE_FIELD_LABELS: Readonly<Record<PriceTemplateColumn['field'], string>> = {
  ...(Object.fromEntries(
    Object.entries(PRICE_FILE_FIELDS).map(([field, { label }]) => [field, label]),
  ) as Record<PriceFileField, string>),
  strikethrough_price: 'Prix barré (antérieur, si annoncé)',
  constant: 'Texte fixe',
};

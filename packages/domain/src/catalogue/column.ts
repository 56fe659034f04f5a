import type { SectionId } from './section.ts';

/** How a cell is drawn. The grid has one renderer per name and per kind of row. */
export type CellView =
  | 'empty'
  | 'image'
  | 'product'
  | 'group'
  | 'tags'
  | 'date'
  | 'date_range'
  | 'price'
  | 'price_range'
  | 'label_price'
  | 'price_rise'
  | 'prior_price'
  | 'announced'
  | 'number'
  | 'quantity'
  | 'money'
  | 'percent'
  | 'coefficient'
  | 'stock_distribution'
  | 'variants'
  | 'availability'
  | 'coverage'
  | 'store_coverage'
  | 'sparkline'
  | 'cumulative_sparkline'
  | 'completion'
  | 'increment'
  | 'discount_distribution'
  | 'share'
  | 'discount_state'
  | 'inclusion_switch'
  | 'discount_input'
  | 'goal';

export const MINIMUM_COLUMN_WIDTH = 60;
export const MAXIMUM_COLUMN_WIDTH = 420;
export const DEFAULT_COLUMN_WIDTH = 200;

export interface ColumnDefinition {
  id: string;
  section: SectionId;
  label: string;
  /** Default width in pixels, 60 to 420. */
  width: number;
  /** The one key metric that the column sorts by; null when it does not sort. */
  sort_field: string | null;
  tooltip?: string;
  group_view: CellView;
  product_view: CellView;
  /** Stays at the left while the others scroll. */
  fixed?: boolean;
  /** Managed by the app: a view can neither remove nor reorder it. */
  read_only?: boolean;
  /** Fed only by optimisations: hidden when there are none. */
  optimization_only?: boolean;
  /** Shown only in this edition mode. */
  edition?: 'inclusion' | 'discount';
  /** Catalogue fields that the cells read, in both kinds of row. */
  fields: readonly string[];
}

/** What a column must say; everything else has a usual value. */
export type ColumnEntry = Pick<ColumnDefinition, 'id' | 'section' | 'label' | 'product_view' | 'fields'> &
  Partial<ColumnDefinition>;

/** A width kept between 60 and 420 px. */
export function clampColumnWidth(width: number): number {
  return Math.min(MAXIMUM_COLUMN_WIDTH, Math.max(MINIMUM_COLUMN_WIDTH, Math.round(width)));
}

/** Completes an entry: 200 px wide, sorted by its first field, drawn alike for groups and products. */
export function defineColumn(entry: ColumnEntry): ColumnDefinition {
  return {
    width: DEFAULT_COLUMN_WIDTH,
    sort_field: entry.fields[0] ?? null,
    group_view: entry.product_view,
    ...entry,
  };
}

import type { ColumnDefinition } from './column.ts';
import { DISCOUNT_COLUMNS } from './discount-columns.ts';
import {
  FORECAST_COLUMNS,
  ONGOING_RESULT_COLUMNS,
  PHASE_FORECAST_COLUMNS,
  RESULT_COLUMNS,
  UPCOMING_COLUMNS,
} from './forecast-columns.ts';
import { PRODUCT_SECTION_COLUMNS } from './product-columns.ts';
import { SALES_COLUMNS } from './sales-columns.ts';
import { COVERAGE_COLUMNS, STOCK_COLUMNS } from './stock-columns.ts';

/** Every column of the listing, in the order of sections. */
export const COLUMNS: readonly ColumnDefinition[] = [
  ...PRODUCT_SECTION_COLUMNS,
  ...STOCK_COLUMNS,
  ...COVERAGE_COLUMNS,
  ...SALES_COLUMNS,
  ...UPCOMING_COLUMNS,
  ...FORECAST_COLUMNS,
  ...PHASE_FORECAST_COLUMNS,
  ...DISCOUNT_COLUMNS,
  ...RESULT_COLUMNS,
  ...ONGOING_RESULT_COLUMNS,
];

const BY_ID: ReadonlyMap<string, ColumnDefinition> = new Map(COLUMNS.map((column) => [column.id, column]));

/** The column of an id, or undefined. */
export function findColumn(id: string): ColumnDefinition | undefined {
  return BY_ID.get(id);
}

export const DEFAULT_DASHBOARD_COLUMNS = [
  'img',
  'price',
  'stockTotal',
  'stockDistribution',
  'coverageScore',
  'coverageStoreScore',
  'salesHistory',
  'avgSalesQty7d',
  'avgSalesQty30d',
  'discountDistribution',
] as const;

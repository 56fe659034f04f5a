import type { ControlGap, ControlTotal, QueryTree } from '@palier/domain';
import type { FactsView } from '../listing/types.ts';
import type { PastSalesAnswer, PastSalesRequest } from './past-sales.ts';
import type { ShopStock, ShopStockRequest } from './shop-stock.ts';

export type * from './past-sales.ts';
export type * from './shop-stock.ts';

export interface Inventory {
  code: string;
  name: string;
  kind: string;
  country: string | null;
  city: string | null;
  stock_qty: number;
}
export interface SalesLocation {
  code: string;
  name: string;
  kind: string;
  country: string | null;
  city: string | null;
  postal_code: string | null;
  /** That its file says, or that most of its sales say; null: the organisation's, or not said. */
  currency: string | null;
}
export interface PriceList {
  id: string;
  name: string;
  item_group_count: number;
}
export interface OrderPeriod {
  from: string;
  to: string;
  name: string;
  quantity: number;
  item_group_count: number;
}
export interface ItemField {
  field: string;
  label: string;
  type: 'string' | 'number' | 'date';
  term_count: number;
}
export interface ItemCounts {
  item_count: number;
  item_group_count: number;
  /** Products that the query takes and quality decisions leave out; not in the others. */
  excluded_count: number;
}

export interface ItemCountOptions {
  date?: string | undefined;
  /** Checks of the quality report that were answered by « exclure ». */
  excluded_checks?: readonly string[];
}

/** How a project looks at a product. Lists that are empty or left out take everything. */
export interface ProductView {
  /** The day of the figures; by default the warehouse's last one. */
  data_date?: string;
  inventory_codes?: readonly string[];
  location_codes?: readonly string[];
}

export interface ProductVariant {
  item_id: string;
  size: string | null;
  color: string | null;
  stock_qty: number;
  in_store_stock_qty: number;
  sales_qty: number;
  /** Units a week over the last four weeks. */
  weekly_sales_qty: number;
}
export interface ProductPlace {
  code: string;
  name: string;
  kind: string;
  stock_qty: number;
  sales_qty_last_30_days: number;
}
export interface ProductDay {
  date: string;
  qty: number;
  sales: number;
  stock: number | null;
}
export interface ProductPrice {
  from_date: string;
  price: number;
  price_list_id: string | null;
}

/** Everything the diagnostic view shows of a product, from the warehouse. */
export interface ProductDetail {
  item_group_id: string;
  attributes: Record<string, string | number | null>;
  variants: ProductVariant[];
  places: ProductPlace[];
  daily_sales: ProductDay[];
  prices: ProductPrice[];
  orders: { expected_date: string; quantity: number }[];
}

/** Read-only questions to one version of an organisation's warehouse. */
export interface WarehouseReader {
  readonly folder: string;
  inventories(): Promise<Inventory[]>;
  salesLocations(country?: string): Promise<SalesLocation[]>;
  priceLists(): Promise<PriceList[]>;
  /** What is open of the orders expected from `date` on (by default after the data date, as in projects), by month. */
  orderPeriods(date?: string): Promise<OrderPeriod[]>;
  /** Fields of the products, with how many values those on sale at `date` (by default all) have. */
  itemFields(date?: string): Promise<ItemField[]>;
  /**
   * How many products, on sale at `date` when given and not left out by quality checks, the query takes. Throws `InvalidQueryError` for a query that
   * names an unknown field or operator.
   */
  itemCounts(query: QueryTree | null, options?: ItemCountOptions): Promise<ItemCounts>;
  itemTerms(field: string, options?: { search?: string; limit?: number }): Promise<string[]>;
  /** Which of these products the warehouse knows. */
  products(ids: readonly string[]): Promise<string[]>;
  /** The products that a check of the quality report is about, for « exclure ». */
  qualityProducts(code: string): Promise<string[]>;
  /** The till's totals that the version does not have, beyond the tolerance. */
  controlGaps(totals: readonly ControlTotal[], tolerance: number): Promise<ControlGap[]>;
  /** A product as a project sees it; by default as of the last sales, in all places. */
  product(itemGroupId: string, view?: ProductView): Promise<ProductDetail | null>;
  /** The shops that hold some products, with how many units. */
  shopStock(request: ShopStockRequest): Promise<ShopStock[]>;
  /** Sales of some days, by groups of products: the same round last year. */
  pastSales(request: PastSalesRequest): Promise<PastSalesAnswer>;
  /** The same warehouse as a view of it answers: other products do not exist. Closed with this one, never alone. */
  viewed(view: FactsView): WarehouseReader;
  /**
   * The same warehouse as projects count it where these checks are excluded: identical rows of those that are about them
   * count once. Closed with this one, never alone.
   */
  counting(excluded_checks: readonly string[]): Promise<WarehouseReader>;
  close(): Promise<void>;
}

import type { QueryTree } from '@palier/domain';
import type { PastSalesAnswer, PastSalesRequest } from './past-sales.ts';

export type * from './past-sales.ts';

export type Inventory = {
  code: string;
  name: string;
  kind: string;
  country: string | null;
  city: string | null;
  stock_qty: number;
};
export type SalesLocation = {
  code: string;
  name: string;
  kind: string;
  country: string | null;
  city: string | null;
};
export type PriceList = { id: string; name: string; item_group_count: number };
export type OrderPeriod = {
  from: string;
  to: string;
  name: string;
  quantity: number;
  item_group_count: number;
};
export type ItemField = {
  field: string;
  label: string;
  type: 'string' | 'number' | 'date';
  term_count: number;
};
export type ItemCounts = {
  item_count: number;
  item_group_count: number;
  /** Products that the query takes and quality decisions leave out; not in the others. */
  excluded_count: number;
};

export type ItemCountOptions = {
  date?: string | undefined;
  /** Checks of the quality report that were answered by « exclure ». */
  excluded_checks?: readonly string[];
};

/** How a project looks at a product. Lists that are empty or left out take everything. */
export type ProductView = {
  /** The day the figures speak of; the warehouse's last one unless said. */
  data_date?: string;
  inventory_codes?: readonly string[];
  location_codes?: readonly string[];
};

export type ProductVariant = {
  item_id: string;
  size: string | null;
  color: string | null;
  stock_qty: number;
  in_store_stock_qty: number;
  sales_qty: number;
  /** Units a week over the last four weeks. */
  weekly_sales_qty: number;
};
export type ProductPlace = {
  code: string;
  name: string;
  kind: string;
  stock_qty: number;
  sales_qty_last_30_days: number;
};
export type ProductDay = { date: string; qty: number; sales: number; stock: number | null };
export type ProductPrice = { from_date: string; price: number; price_list_id: string | null };

/** Everything the diagnostic view shows of a product, from the warehouse. */
export type ProductDetail = {
  item_group_id: string;
  attributes: Record<string, string | number | null>;
  variants: ProductVariant[];
  places: ProductPlace[];
  daily_sales: ProductDay[];
  prices: ProductPrice[];
  orders: { expected_date: string; quantity: number }[];
};

/** Read-only questions to one version of an organisation's warehouse. */
export type WarehouseReader = {
  readonly folder: string;
  inventories(): Promise<Inventory[]>;
  salesLocations(country?: string): Promise<SalesLocation[]>;
  priceLists(): Promise<PriceList[]>;
  /** On-order stock expected from `date` (the day the data speaks of, unless said) on, by month. */
  orderPeriods(date?: string): Promise<OrderPeriod[]>;
  /** Fields of the products, with how many values those on sale at `date` (all, unless said) have. */
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
  /** A product as a project sees it; as of the last sales and everywhere unless said. */
  product(itemGroupId: string, view?: ProductView): Promise<ProductDetail | null>;
  /** Sales of some days, by groups of products: the same round last year. */
  pastSales(request: PastSalesRequest): Promise<PastSalesAnswer>;
  close(): Promise<void>;
};

import { quoteText } from '../database/sql.ts';

/** Columns of the warehouse's tables, in the order they are written. Attributes of item groups come after. */
export const TABLES = {
  item_group: {
    item_group_id: 'VARCHAR',
    name: 'VARCHAR',
    title: 'VARCHAR',
    brand: 'VARCHAR',
    section: 'VARCHAR',
    family: 'VARCHAR',
    subfamily: 'VARCHAR',
    color: 'VARCHAR',
    supplier: 'VARCHAR',
    release_season: 'VARCHAR',
    last_season: 'VARCHAR',
    on_sale_date: 'DATE',
    price: 'DOUBLE',
    base_price: 'DOUBLE',
    cost: 'DOUBLE',
    supplier_rebate_pct: 'DOUBLE',
    image_url: 'VARCHAR',
    tags: 'VARCHAR',
    ranking_key: 'VARCHAR',
    /** A share: 0.055 = 5.5 %; NULL: the organisation's. */
    vat_rate: 'DOUBLE',
    /** Of the prices, and of the cost; NULL: the organisation's. */
    currency: 'VARCHAR',
    cost_currency: 'VARCHAR',
  },
  item: {
    item_id: 'VARCHAR',
    item_group_id: 'VARCHAR',
    size: 'VARCHAR',
    color: 'VARCHAR',
    price: 'DOUBLE',
    base_price: 'DOUBLE',
    cost: 'DOUBLE',
    currency: 'VARCHAR',
    cost_currency: 'VARCHAR',
    /** How rows of its last delivery contradict each other, in French; NULL when there is one row, or all agree. */
    conflict: 'VARCHAR',
  },
  sale: {
    date: 'DATE',
    item_group_id: 'VARCHAR',
    item_id: 'VARCHAR',
    location_code: 'VARCHAR',
    quantity: 'DOUBLE',
    amount: 'DOUBLE',
    list_price: 'DOUBLE',
    /** How many identical rows of one delivery were added up; NULL for one. */
    copies: 'INTEGER',
    /** Of the amount and of the list price; NULL: the organisation's. */
    currency: 'VARCHAR',
    /** Whether its amount was worked out of a list, for the file gave none: it proves no price paid. NULL: not known. */
    derived: 'BOOLEAN',
    /** Whether a reduction that was not open to all was among its sales; NULL: not said. */
    reserved: 'BOOLEAN',
  },
  stock: {
    date: 'DATE',
    item_group_id: 'VARCHAR',
    item_id: 'VARCHAR',
    inventory_code: 'VARCHAR',
    quantity: 'DOUBLE',
    copies: 'INTEGER',
  },
  price: {
    item_group_id: 'VARCHAR',
    item_id: 'VARCHAR',
    price_list_id: 'VARCHAR',
    from_date: 'DATE',
    price: 'DOUBLE',
    base_price: 'DOUBLE',
    currency: 'VARCHAR',
    /** The first day of the price that had ended before this one: no file says it, it comes back; its own when none does. NULL: as files say it. */
    resumes: 'DATE',
  },
  order: {
    item_group_id: 'VARCHAR',
    item_id: 'VARCHAR',
    expected_date: 'DATE',
    inventory_code: 'VARCHAR',
    quantity: 'DOUBLE',
  },
  /** Forecasts made elsewhere; `item_id` NULL: of the whole product. `to_date` is the last day of the period. */
  forecast: {
    item_group_id: 'VARCHAR',
    item_id: 'VARCHAR',
    from_date: 'DATE',
    to_date: 'DATE',
    discount_pct: 'DOUBLE',
    quantity: 'DOUBLE',
    elasticity: 'DOUBLE',
  },
  /** Files of refused rows sent again that were added to a key, as text. */
  correction: { kind: 'VARCHAR', digest: 'VARCHAR', key: 'VARCHAR' },
  place: {
    code: 'VARCHAR',
    name: 'VARCHAR',
    kind: 'VARCHAR',
    country: 'VARCHAR',
    city: 'VARCHAR',
    /** Or the number of the département: what the legal dates go by. */
    postal_code: 'VARCHAR',
    vat_rate: 'DOUBLE',
    /** Of what is sold there: as its file says, or its country's; NULL: the organisation's. */
    currency: 'VARCHAR',
  },
  /** Codes that changed: from a day on, or always, the old one's rows are the new one's. */
  equivalent: { old_code: 'VARCHAR', new_code: 'VARCHAR', date: 'DATE' },
  /** What a pack is made of, as told. */
  pack: { pack_code: 'VARCHAR', component_code: 'VARCHAR', quantity: 'DOUBLE' },
  /** Each variant of a pack in its articles: how many of each, at which list price, and its weight in what is paid. */
  pack_part: {
    item_group_id: 'VARCHAR',
    item_id: 'VARCHAR',
    part_group: 'VARCHAR',
    part_item: 'VARCHAR',
    units: 'DOUBLE',
    price: 'DOUBLE',
    currency: 'VARCHAR',
    weight: 'DOUBLE',
  },
  /** What one unit of a currency is worth in the organisation's, from a day on. */
  rate: { currency: 'VARCHAR', date: 'DATE', rate: 'DOUBLE' },
} as const;

export type TableName = keyof typeof TABLES;

/** Tables kept as one file; sales are cut by month. */
export const WHOLE_TABLES = [
  'item_group',
  'item',
  'stock',
  'price',
  'order',
  'forecast',
  'place',
  'correction',
  'rate',
  'equivalent',
  'pack',
  'pack_part',
] as const satisfies TableName[];

/** Prefix of the retailer's own columns among those of item groups. */
export const ATTRIBUTE_PREFIX = 'attributes.';

export const columnNames = (table: TableName): string[] => Object.keys(TABLES[table]);

/** `SELECT` of a table's columns without rows. */
export function emptySelect(table: TableName): string {
  return `SELECT ${Object.entries(TABLES[table])
    .map(([name, type]) => `NULL::${type} AS ${name}`)
    .join(', ')} WHERE false`;
}

export const saleFile = (month: string): string => `sale-${month}.parquet`;

/** `SELECT` of a table's columns from Parquet files; a column that older files lack is NULL. */
export function filesSelect(table: TableName, paths: readonly string[]): string {
  return `SELECT ${columnNames(table).join(', ')} FROM (${emptySelect(table)} UNION ALL BY NAME
    SELECT * FROM read_parquet([${paths.map(quoteText).join(', ')}], union_by_name = true))`;
}

import type { FileKind } from '../types.ts';
import type { Concept } from './words.ts';

/** A way in which a heading means a column: all of `needs`, and nothing beyond `also`. */
export interface ColumnRule {
  column: string;
  needs: readonly Concept[];
  also?: readonly Concept[];
  /** Taken only where nothing says the column better: « Libellé magasin » where there is no code of places. */
  last_resort?: boolean;
}

function rule(column: string, needs: string, also = ''): ColumnRule {
  return { column, needs: conceptsOf(needs), also: conceptsOf(also) };
}

function lastly(column: string, needs: string, also = ''): ColumnRule {
  return { ...rule(column, needs, also), last_resort: true };
}

/** Concepts between blanks. The tests compare each with the words that we know. */
function conceptsOf(text: string): Concept[] {
  return text.split(' ').filter((word): word is Concept => word !== '');
}

const AMOUNT_CURRENCY = rule('currency', 'currency', 'code price amount');

const NAMES_OF_PRODUCTS = [
  rule('item_id', 'variant', 'code product reference size sold'),
  rule('item_group_id', 'product code', 'reference color'),
  rule('item_group_id', 'product reference', 'code color'),
  rule('item_group_id', 'reference', 'code color'),
  rule('item_group_id', 'product', 'color'),
  rule('size', 'size', 'code name product'),
  lastly('size', 'variant', 'code'),
  lastly('item_group_id', 'code'),
];

const PLACE_OF_SALE = [
  rule('location_code', 'place code', 'warehouse'),
  rule('location_code', 'place'),
  rule('location_code', 'warehouse', 'code'),
  lastly('location_code', 'place name'),
];

const PLACE_OF_STOCK = PLACE_OF_SALE.map((each) => ({ ...each, column: 'inventory_code' }));

const ITEM_RULES = [
  ...NAMES_OF_PRODUCTS,
  rule('title', 'name', 'product reference variant'),
  lastly('name', 'name', 'product reference variant'),
  rule('brand', 'brand', 'code name'),
  rule('section', 'section', 'code name'),
  rule('family', 'family', 'code name product'),
  rule('subfamily', 'subfamily', 'code name product'),
  rule('color', 'color', 'code name product'),
  rule('supplier', 'supplier', 'code name'),
  rule('release_season', 'season', 'code name launch'),
  rule('on_sale_date', 'launch', 'date'),
  rule('price', 'price', 'incl unit currency sold place product variant partial'),
  rule('reduced_price', 'price discount', 'incl unit currency sold product variant'),
  lastly('price', 'currency', 'country'),
  rule('base_price', 'price excl', 'unit currency sold'),
  rule('cost', 'cost', 'price excl unit currency product value variant'),
  rule('vat_rate', 'tax', 'percent'),
  AMOUNT_CURRENCY,
  rule('image_url', 'image', 'product variant'),
  rule('tags', 'tags', 'product'),
  rule('stock_qty', 'stock physical', 'qty amount product variant'),
  rule('stock_qty', 'stock', 'qty amount product variant'),
  lastly('stock_qty', 'qty'),
];

const SALES_RULES = [
  ...NAMES_OF_PRODUCTS,
  ...PLACE_OF_SALE,
  rule('date', 'date', 'sold receipt time ordered order_no payment till returned'),
  rule('date', 'week', 'date sold from'),
  rule('date', 'month', 'date sold'),
  lastly('date', 'launch', 'date'),
  rule('quantity', 'qty sold', 'amount product'),
  rule('quantity', 'qty', 'amount product variant date week month'),
  rule('quantity', 'sold', 'product'),
  lastly('quantity', 'qty ordered'),
  rule('returned_quantity', 'returned qty', 'product sold'),
  rule('returned_amount', 'returned amount', 'incl currency value sold'),
  rule('returned_quantity', 'returned', 'product'),
  rule(
    'amount',
    'amount',
    'incl sold currency line place product receipt ordered order_no value date week month',
  ),
  rule('amount', 'amount partial', 'incl sold currency line'),
  rule('amount', 'amount price', 'incl sold currency line'),
  rule('amount', 'sold incl', 'value currency'),
  rule('amount', 'sold value', 'incl currency amount'),
  rule('amount', 'value incl', 'currency'),
  rule('amount', 'value', 'currency'),
  lastly('amount', 'incl', 'currency'),
  rule('unit_price', 'price', 'incl unit sold currency product'),
  rule('unit_price', 'price discount', 'incl unit sold currency product'),
  rule('base_amount', 'amount excl', 'sold currency line place product receipt value'),
  rule('base_amount', 'sold excl', 'value currency'),
  lastly('base_amount', 'excl', 'value currency'),
  rule('base_unit_price', 'price excl', 'unit sold currency product'),
  AMOUNT_CURRENCY,
  rule('discount_pct', 'discount percent'),
];

const STOCK_RULES = [
  ...NAMES_OF_PRODUCTS,
  ...PLACE_OF_STOCK,
  rule('date', 'date', 'stock'),
  rule('quantity', 'stock physical', 'qty amount place product variant date'),
  rule('quantity', 'qty physical', 'place'),
  rule('quantity', 'stock', 'qty amount place product variant date'),
  rule('quantity', 'qty', 'amount product place variant'),
];

const PRICE_RULES = [
  ...NAMES_OF_PRODUCTS,
  rule('price_list_id', 'list', 'code price name'),
  rule('price_list_id', 'country', 'code'),
  rule('price_list_id', 'channel', 'code'),
  rule('from_date', 'from', 'date price'),
  rule('from_date', 'date', 'price'),
  rule('to_date', 'to', 'date price'),
  rule('price', 'price', 'incl unit currency sold product partial'),
  rule('reduced_price', 'price discount', 'incl unit currency sold product variant'),
  lastly('price', 'currency', 'country'),
  rule('base_price', 'price excl', 'unit currency sold'),
  AMOUNT_CURRENCY,
];

const ORDER_RULES = [
  ...NAMES_OF_PRODUCTS,
  ...PLACE_OF_STOCK,
  rule('expected_date', 'expected', 'date week ordered forecast'),
  rule('expected_date', 'expected received', 'date'),
  rule('expected_date', 'week forecast', 'date'),
  rule('expected_date', 'date forecast', 'week'),
  rule('expected_date', 'date expected', 'ordered qty'),
  lastly('expected_date', 'date'),
  rule('quantity', 'remaining qty', 'ordered amount'),
  rule('quantity', 'remaining', 'qty ordered amount'),
  rule('quantity', 'qty ordered', 'expected amount'),
  rule('quantity', 'qty expected', 'amount'),
  rule('received_quantity', 'received qty', 'ordered product expected'),
  rule('received_quantity', 'received', 'product'),
  rule('quantity', 'ordered'),
  rule('quantity', 'qty', 'amount product'),
];

const FORECAST_RULES = [
  ...NAMES_OF_PRODUCTS,
  rule('from_date', 'from', 'date week phase'),
  rule('from_date', 'week', 'date'),
  rule('from_date', 'date'),
  rule('to_date', 'to', 'date week phase'),
  rule('quantity', 'forecast', 'qty sold'),
  rule('quantity', 'qty', 'sold'),
  rule('discount_pct', 'discount', 'percent'),
  rule('elasticity', 'elasticity', 'price'),
];

const PLACES_RULES = [
  rule('code', 'place code', 'warehouse'),
  rule('code', 'warehouse code'),
  rule('code', 'place'),
  rule('code', 'code'),
  rule('name', 'place name', 'warehouse'),
  rule('name', 'warehouse name'),
  rule('name', 'name'),
  rule('city', 'city'),
  rule('country', 'country', 'code'),
  rule('kind', 'family', 'place'),
  AMOUNT_CURRENCY,
  rule('vat_rate', 'tax', 'percent'),
];

const CONTROL_RULES = [
  ...PLACE_OF_SALE.map((each) => ({ ...each, column: 'place' })),
  rule('date', 'date', 'sold till'),
  rule('date', 'month', 'date sold'),
  rule('revenue', 'amount', 'incl sold currency till'),
  rule('revenue', 'sold incl', 'value currency'),
  rule('quantity', 'qty sold', 'till'),
  rule('quantity', 'qty', 'till'),
  rule('quantity', 'sold', 'till'),
  rule('stock', 'stock', 'qty month physical'),
];

const RATES_RULES = [
  AMOUNT_CURRENCY,
  rule('date', 'date', 'from exchange'),
  rule('date', 'from', 'date exchange'),
  rule('rate', 'exchange', 'percent currency price'),
  lastly('rate', 'percent'),
];

/** What headings mean in each kind of file, the surest first. */
export const COLUMN_RULES: Partial<Record<FileKind, readonly ColumnRule[]>> = {
  items: ITEM_RULES,
  sales: SALES_RULES,
  stock: STOCK_RULES,
  prices: PRICE_RULES,
  orders: ORDER_RULES,
  forecasts: FORECAST_RULES,
  places: PLACES_RULES,
  control: CONTROL_RULES,
  rates: RATES_RULES,
};

import { coverageAtPace, coverageScore } from '@palier/domain';
import { dayAt, type RetailItem } from './random-retailer.ts';
import {
  type MetricLine,
  minus,
  type Number_,
  over,
  quartile,
  type Shop,
  sum,
  times,
  usualPrice,
  variantOf,
} from './retailer-facts.ts';

/** The part of the reference of metrics that reads prices, stock and shops: loops over plain arrays, no SQL. */
function priceMetrics(shop: Shop, code: string, onHand: (size: string | null) => number): MetricLine {
  const { project } = shop.retailer;
  const list = project.selection.price_list_id ?? null;
  const items = shop.items(code);
  const usual = shop.usual(code);
  const variants = items.map((item) => {
    const listed = shop.listed(item, list, shop.today);
    const own = item.price === null ? usual.base : (item.base_price ?? item.price / 1.2);
    return {
      price: listed ?? item.price ?? usual.price,
      base: listed === null ? own : listed / 1.2,
      cost: item.cost ?? usual.cost,
      weight: onHand(item.size),
    };
  });
  const price = usualPrice(
    variants.map((variant) => ({ price: variant.price, cost: null }) as RetailItem),
  ).price;
  const bases = variants.filter((variant) => variant.price === price).flatMap(({ base }) => base ?? []);
  const base_price = price !== null && bases.length > 0 ? sum(bases) / bases.length : null;
  const costed = variants.filter(({ cost }) => cost !== null);
  const weight = sum(costed.map((variant) => variant.weight));
  const cost =
    costed.length === 0
      ? null
      : weight > 0
        ? sum(costed.map((variant) => (variant.cost ?? 0) * variant.weight)) / weight
        : sum(costed.map((variant) => variant.cost ?? 0)) / costed.length;
  const history = shop.retailer.prices.filter(
    (row) => row.item_group_id === code && row.price_list_id === list,
  );
  const first = history.map(({ from_date }) => from_date).sort()[0];
  const firsts = history.filter(({ from_date }) => from_date === first).map((row) => row.price / 1.2);
  return {
    ...{ item_group_id: code, price, base_price, cost },
    gross_base_price: firsts.length > 0 ? Math.max(...firsts) : base_price,
    margin: minus(base_price, cost),
    margin_pct: over(minus(base_price, cost), base_price, 100),
    markup_pct: over(minus(base_price, cost), cost, 100),
    supplier_rebate_pct: items[0]?.supplier_rebate_pct ?? null,
  };
}

/** Some stock comes without its size: how much each size has left is unknown. */
function isUnsized(shop: Shop, code: string): boolean {
  const sizes = new Set(shop.items(code).map(({ size }) => size));
  return shop.present(code).some(({ size, quantity }) => quantity > 0 && !sizes.has(size));
}

export function stockMetrics(shop: Shop, code: string): MetricLine {
  const items = shop.items(code);
  const present = shop.present(code);
  const orders = shop.ordered(code);
  const counted = shop.retailer.project.selection.include_stock_on_order === true;
  const isStore = ({ place }: { place: string | null }) => shop.kind(place) === 'magasin';
  const isCounted = shop.isCounted();
  const orNull = (value: number): Number_ => (isCounted ? value : null);
  const onHand = orNull(sum(present.map(({ quantity }) => quantity)));
  const onOrder = sum(orders.map(({ quantity }) => quantity));
  const inStore = orNull(sum(present.filter(isStore).map(({ quantity }) => quantity)));
  const ofSize = (size: string | null, rows: typeof present) =>
    sum(rows.filter((row) => row.size === size).map(({ quantity }) => quantity));
  const expected = (size: string | null) =>
    counted ? sum(orders.filter((row) => row.size === size).map(({ quantity }) => quantity)) : 0;
  const inStoreItems = items.filter((item) => ofSize(item.size, present.filter(isStore)) > 0).length;
  const unsized = isUnsized(shop, code) || !isCounted;
  const stock_qty = onHand === null ? null : onHand + (counted ? onOrder : 0);
  const prices = priceMetrics(shop, code, (size) => ofSize(size, present));
  const [price, base, cost] = [prices.price, prices.base_price, prices.cost] as Number_[] as [
    Number_,
    Number_,
    Number_,
  ];
  return {
    ...prices,
    ...{ stock_qty, stock_qty_on_hand: onHand, stock_qty_on_order: onOrder, in_store_stock_qty: inStore },
    warehouse_stock_qty: orNull(
      sum(present.filter(({ place }) => shop.kind(place) === 'entrepôt').map(({ quantity }) => quantity)),
    ),
    ...{ stock_cost_value: times(stock_qty, cost), stock_retail_value: times(stock_qty, price) },
    ...{
      in_store_stock_cost_value: times(inStore, cost),
      in_store_stock_retail_value: times(inStore, price),
    },
    ...{ stock_base_value: times(stock_qty, base), stock_margin_value: times(stock_qty, minus(base, cost)) },
    in_store_stock_pct: over(inStore, onHand, 100),
    ...{ items_count: items.length, in_store_items_count: unsized ? null : inStoreItems },
    in_store_items_pct: unsized ? null : over(inStoreItems, items.length, 100),
    items_stats: unsized
      ? null
      : items.map((item) => ({
          size: item.size ?? item.item_group_id,
          stock_qty: ofSize(item.size, present) + expected(item.size),
          in_store_stock_qty: ofSize(item.size, present.filter(isStore)),
        })),
  };
}

export function reachMetrics(shop: Shop, code: string): MetricLine {
  const { stock, project } = shop.retailer;
  const chosen = project.selection.inventory_codes ?? [];
  const recent = shop
    .sales(code)
    .filter(({ date, quantity }) => date > dayAt(shop.today, -180) && quantity > 0);
  const inStores = recent.filter(({ location_code }) => shop.kind(location_code) === 'magasin');
  const placed = inStores.filter(({ location_code }) => location_code !== null);
  const sellers = new Set(
    placed.filter(({ date }) => date > dayAt(shop.today, -30)).map(({ location_code }) => location_code),
  );
  const present = shop.present(code);
  const couples = new Map(inStores.map((sale) => [`${variantOf(sale)}@${sale.location_code}`, sale]));
  const shops = new Set(
    stock.filter(({ date }) => date <= shop.today).map(({ inventory_code }) => inventory_code),
  );
  const watched = [...couples.values()].filter(
    ({ location_code }) =>
      location_code === null ||
      ((chosen.length === 0 || chosen.includes(location_code)) && shops.has(location_code)),
  );
  const out = watched.filter(
    (sale) =>
      sum(
        present
          .filter((row) => variantOf({ item_group_id: code, size: row.size }) === variantOf(sale))
          .filter((row) => sale.location_code === null || row.place === sale.location_code)
          .map(({ quantity }) => quantity),
      ) <= 0,
  );
  const unplaced = placed.length === 0 && inStores.length > 0;
  const known = watched.length > 0 && stock.some(({ date }) => date <= shop.today) && !isUnsized(shop, code);
  return {
    item_group_id: code,
    selling_store_count: unplaced ? null : sellers.size,
    selling_stores: unplaced ? null : [...sellers],
    sold_couples_count: known ? watched.length : null,
    out_of_stock_couples_count: known ? out.length : null,
    out_of_stock_rate: known ? over(out.length, watched.length, 100) : null,
    availability_pct: known ? over(watched.length - out.length, watched.length, 100) : null,
  };
}

export function shopCoverage(shop: Shop, code: string): MetricLine {
  const stores = new Map<string, number>();
  const { location_codes: selling = [] } = shop.retailer.project.selection;
  const sells = (place: string): boolean => selling.length === 0 || selling.includes(place);
  for (const { place, quantity } of shop.present(code))
    if (place !== null && shop.kind(place) === 'magasin' && sells(place))
      stores.set(place, (stores.get(place) ?? 0) + quantity);
  const weeks = [...stores]
    .filter(([, quantity]) => quantity > 0)
    .map(([place, quantity]) => {
      const sold = shop
        .sales(code)
        .filter((sale) => sale.location_code === place && sale.date > dayAt(shop.today, -28));
      return coverageAtPace(quantity, sum(sold.map((sale) => sale.quantity)) / 4);
    })
    .sort((left, right) => left - right);
  const found: MetricLine = { item_group_id: code };
  for (const [name, share] of [
    ['q1', 0.25],
    ['q2', 0.5],
    ['q3', 0.75],
  ] as const) {
    found[`stock_coverage.stores_${name}_weeks`] = quartile(weeks, share);
    found[`stock_coverage.stores_${name}_cv_score`] = coverageScore(quartile(weeks, share));
  }
  return found;
}

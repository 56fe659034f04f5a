import {
  ALL_SALES_WINDOWS,
  coverageAtPace,
  coverageScore,
  ongoingPhase,
  type SalesWindow,
} from '@palier/domain';
import { dayAt, type Retailer, type RetailItem, type RetailSale } from './random-retailer.ts';

/**
 * What a snapshot must say of each product, computed from the rows of the retailer's files: loops over plain arrays,
 * no SQL. Written from the descriptions of the catalogue, not from the code that it checks.
 */
export type MetricLine = Record<string, unknown> & { item_group_id: string };

/** What the demand model says of a line, in the order of the product codes. */
export type LineDemand = {
  upcoming_qty: number;
  upcoming_discount: number;
  ongoing_qty: number;
  ongoing_discount: number;
};

type Number_ = number | null;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const times = (left: Number_, right: Number_): Number_ =>
  left === null || right === null ? null : left * right;
const minus = (left: Number_, right: Number_): Number_ =>
  left === null || right === null ? null : left - right;
const over = (left: Number_, right: Number_, scale = 1): Number_ =>
  left === null || right === null || !(right > 0) ? null : (scale * left) / right;
const latest = <T extends { from_date: string }>(rows: readonly T[], day: string): T | undefined =>
  rows
    .filter(({ from_date }) => from_date <= day)
    .reduce<T | undefined>((best, row) => (best && best.from_date > row.from_date ? best : row), undefined);

const variantOf = ({ item_group_id, size }: { item_group_id: string; size: string | null }): string =>
  size === null ? item_group_id : `${item_group_id}-${size}`;

/** The price of most of the variants, the highest of these when several, and their mean cost. */
const usualPrice = (items: readonly RetailItem[]): { price: Number_; cost: Number_ } => {
  const known = items.filter(({ price, cost }) => price !== null || cost !== null);
  const prices = [...new Set(known.map(({ price }) => price))].sort((left, right) => {
    const count = (price: Number_) => known.filter((item) => item.price === price).length;
    if (left === null || right === null) return left === null ? 1 : -1;
    return count(right) - count(left) || right - left;
  });
  const price = prices[0] ?? null;
  const costs = known.filter((item) => item.price === price).flatMap(({ cost }) => cost ?? []);
  return { price, cost: costs.length > 0 ? sum(costs) / costs.length : null };
};

const quartile = (sorted: readonly number[], share: number): Number_ => {
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? 0;
  return low + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? low) - low);
};

/** Facts of a retailer that every product's metrics need. */
class Shop {
  readonly retailer: Retailer;
  readonly today: string;
  readonly sunday: string;
  constructor(retailer: Retailer) {
    // A product of a single variant needs no size to be meant.
    const sized = <T extends { item_group_id: string; size: string | null }>(rows: readonly T[]): T[] =>
      rows.map((row) => {
        const own = retailer.items.filter(({ item_group_id }) => item_group_id === row.item_group_id);
        return row.size === null && own.length === 1 ? { ...row, size: own[0]?.size ?? null } : row;
      });
    const { stock, sales, orders } = retailer;
    // The last word on a price counts.
    const prices = [
      ...new Map(
        retailer.prices.map((row) => [
          [row.item_group_id, row.size, row.price_list_id, row.from_date].join('|'),
          row,
        ]),
      ).values(),
    ];
    this.retailer = {
      ...retailer,
      ...{ prices, stock: sized(stock), sales: sized(sales), orders: sized(orders) },
    };
    this.today = retailer.project.data_date;
    this.sunday = dayAt(this.today, -new Date(`${this.today}T00:00:00Z`).getUTCDay());
  }

  kind(code: string | null): string {
    return this.retailer.places.find((place) => place.code === code)?.kind ?? 'magasin';
  }

  prices(
    item: { item_group_id: string },
    size: string | null | undefined,
    list: string | null,
    day: string,
  ): Number_ {
    const rows = this.retailer.prices.filter(
      (row) =>
        row.item_group_id === item.item_group_id &&
        row.price_list_id === list &&
        (size === undefined ? row.size === null : row.size === size && row.size !== null),
    );
    return latest(rows, day)?.price ?? null;
  }

  /** A variant's price in a list on a day: its own, else the product's. */
  listed(row: { item_group_id: string; size: string | null }, list: string | null, day: string): Number_ {
    return this.prices(row, row.size, list, day) ?? this.prices(row, undefined, list, day);
  }

  items(code: string): RetailItem[] {
    return this.retailer.items.filter(({ item_group_id }) => item_group_id === code);
  }

  /** The product's own price and cost: of its variants, else the price file's last one of the usual list. */
  usual(code: string): { price: Number_; base: Number_; cost: Number_ } {
    const own = usualPrice(this.items(code));
    if (own.price !== null) return { ...own, base: null };
    const told = this.retailer.prices.filter(
      (row) => row.item_group_id === code && row.price_list_id === null && row.from_date <= this.today,
    );
    const day = latest(told, this.today)?.from_date;
    const last = told.filter(({ from_date }) => from_date === day).map(({ price }) => price);
    const price = last.length > 0 ? Math.max(...last) : null;
    return { ...own, price, base: over(price, 1.2) };
  }

  /** Stock of the present: the latest day of each place, nothing below zero. */
  present(code: string) {
    const { stock, project } = this.retailer;
    const chosen = project.selection.inventory_codes ?? [];
    const past = stock.filter(({ date }) => date <= this.today);
    const totals = new Map<string, { size: string | null; place: string | null; quantity: number }>();
    for (const row of past) {
      const last = past
        .filter((other) => other.inventory_code === row.inventory_code)
        .map(({ date }) => date)
        .sort()
        .at(-1);
      if (row.item_group_id !== code || row.date !== last) continue;
      if (chosen.length > 0 && !chosen.includes(row.inventory_code ?? '')) continue;
      const key = `${variantOf(row)}@${row.inventory_code}`;
      const found = totals.get(key) ?? { size: row.size, place: row.inventory_code, quantity: 0 };
      totals.set(key, { ...found, quantity: found.quantity + row.quantity });
    }
    return [...totals.values()].map((row) => ({ ...row, quantity: Math.max(0, row.quantity) }));
  }

  ordered(code: string) {
    const months = this.retailer.project.selection.on_order_months ?? [];
    return this.retailer.orders.filter(
      (row) =>
        row.item_group_id === code &&
        (months.length > 0 ? months.includes(row.expected_date.slice(0, 7)) : row.expected_date > this.today),
    );
  }

  sales(code: string, everywhere = false): RetailSale[] {
    const chosen = this.retailer.project.selection.location_codes ?? [];
    return this.retailer.sales.filter(
      (sale) =>
        sale.item_group_id === code &&
        sale.date <= this.today &&
        (everywhere || chosen.length === 0 || chosen.includes(sale.location_code ?? '')),
    );
  }

  /** The list price that a sale was made under: the project's list, else the usual one, else the product's own. */
  priceOfSale(sale: RetailSale, line: Number_): Number_ {
    const own = this.retailer.project.selection.price_list_id ?? null;
    return (own === null ? null : this.listed(sale, own, sale.date)) ?? this.usualPriceOfSale(sale) ?? line;
  }

  usualPriceOfSale(sale: RetailSale): Number_ {
    const items = this.items(sale.item_group_id);
    const item = items.find(({ size }) => size === sale.size);
    return this.listed(sale, null, sale.date) ?? item?.price ?? this.usual(sale.item_group_id).price;
  }

  paid(sale: RetailSale): number {
    return sale.amount ?? sale.quantity * (this.usualPriceOfSale(sale) ?? 0);
  }
}

const windowTest = (window: SalesWindow, shop: Shop, seasonStart: string): ((day: string) => boolean) => {
  const { today, sunday } = shop;
  const { project } = shop.retailer;
  const length = window.length ?? 0;
  if (window.kind === 'days') return (day) => day > dayAt(today, -length);
  if (window.kind === 'weeks') return (day) => day <= sunday && day > dayAt(sunday, -7 * length);
  if (window.kind === 'season') return (day) => day >= seasonStart;
  const ongoing = ongoingPhase(project, today);
  const start =
    window.kind === 'operation'
      ? project.phases[0]?.start_date
      : ongoing === null
        ? undefined
        : project.phases[ongoing]?.start_date;
  return (day) => start !== undefined && day >= start && day < project.end_date;
};

const priceMetrics = (shop: Shop, code: string, onHand: (size: string | null) => number): MetricLine => {
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
};

const stockMetrics = (shop: Shop, code: string): MetricLine => {
  const items = shop.items(code);
  const present = shop.present(code);
  const orders = shop.ordered(code);
  const counted = shop.retailer.project.selection.include_stock_on_order === true;
  const isStore = ({ place }: { place: string | null }) => shop.kind(place) === 'magasin';
  const onHand = sum(present.map(({ quantity }) => quantity));
  const onOrder = sum(orders.map(({ quantity }) => quantity));
  const inStore = sum(present.filter(isStore).map(({ quantity }) => quantity));
  const ofSize = (size: string | null, rows: typeof present) =>
    sum(rows.filter((row) => row.size === size).map(({ quantity }) => quantity));
  const expected = (size: string | null) =>
    counted ? sum(orders.filter((row) => row.size === size).map(({ quantity }) => quantity)) : 0;
  const inStoreItems = items.filter((item) => ofSize(item.size, present.filter(isStore)) > 0).length;
  const stock_qty = onHand + (counted ? onOrder : 0);
  const prices = priceMetrics(shop, code, (size) => ofSize(size, present));
  const [price, base, cost] = [prices.price, prices.base_price, prices.cost] as Number_[] as [
    Number_,
    Number_,
    Number_,
  ];
  return {
    ...prices,
    ...{ stock_qty, stock_qty_on_hand: onHand, stock_qty_on_order: onOrder, in_store_stock_qty: inStore },
    warehouse_stock_qty: sum(
      present.filter(({ place }) => shop.kind(place) === 'entrepôt').map(({ quantity }) => quantity),
    ),
    ...{ stock_cost_value: times(stock_qty, cost), stock_retail_value: times(stock_qty, price) },
    ...{
      in_store_stock_cost_value: times(inStore, cost),
      in_store_stock_retail_value: times(inStore, price),
    },
    ...{ stock_base_value: times(stock_qty, base), stock_margin_value: times(stock_qty, minus(base, cost)) },
    in_store_stock_pct: over(inStore, onHand, 100),
    ...{ items_count: items.length, in_store_items_count: inStoreItems },
    in_store_items_pct: over(inStoreItems, items.length, 100),
    items_stats: items.map((item) => ({
      size: item.size ?? item.item_group_id,
      stock_qty: ofSize(item.size, present) + expected(item.size),
      in_store_stock_qty: ofSize(item.size, present.filter(isStore)),
    })),
  };
};

const reachMetrics = (shop: Shop, code: string): MetricLine => {
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
  const watched = [...couples.values()].filter(
    ({ location_code }) => location_code === null || chosen.length === 0 || chosen.includes(location_code),
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
  const known = inStores.length > 0 && stock.some(({ date }) => date <= shop.today);
  return {
    item_group_id: code,
    selling_store_count: placed.length === 0 && inStores.length > 0 ? null : sellers.size,
    sold_couples_count: known ? watched.length : null,
    out_of_stock_couples_count: known ? out.length : null,
    out_of_stock_rate: known ? over(out.length, watched.length, 100) : null,
    availability_pct: known ? over(watched.length - out.length, watched.length, 100) : null,
  };
};

const saleMetrics = (shop: Shop, code: string, line: MetricLine): MetricLine => {
  const { project } = shop.retailer;
  const sales = shop.sales(code);
  const [price, base, cost] = [line.price, line.base_price, line.cost] as Number_[] as [
    Number_,
    Number_,
    Number_,
  ];
  const days = [...new Set(sales.map(({ date }) => date))].sort();
  const sold = (day: string) => sum(sales.filter(({ date }) => date === day).map(({ quantity }) => quantity));
  const firstDay = days.find((day) => sold(day) > 0) ?? null;
  const items = shop.items(code);
  const on_sale_date = items[0]?.on_sale_date ?? firstDay;
  const year = dayAt(shop.today, -364);
  const own = on_sale_date ?? shop.today;
  const started = project.season_start_date ?? (own > year ? own : year);
  const seasonStart = started > shop.today ? shop.today : started;
  const measure = (rows: readonly RetailSale[]) => {
    const qty = sum(rows.map(({ quantity }) => quantity));
    const paid = sum(rows.map((sale) => shop.paid(sale)));
    const full = sum(
      rows.map((sale) => times(sale.quantity, shop.priceOfSale(sale, price)) ?? shop.paid(sale)),
    );
    return {
      ...{ sales_qty: qty, sales: paid, list_sales: full, cogs: times(qty, cost) },
      profit:
        price === null ? null : minus(times(paid, base === null ? null : base / price), times(qty, cost)),
      sales_discount_pct: full > 1e-4 ? 100 * (1 - paid / full) : null,
    };
  };
  const found: MetricLine = { item_group_id: code, on_sale_date };
  for (const window of ALL_SALES_WINDOWS) {
    const inside = windowTest(window, shop, seasonStart);
    for (const [name, value] of Object.entries(measure(sales.filter(({ date }) => inside(date)))))
      found[window.fieldId(name as 'sales')] = value;
  }
  const lifetime = measure(sales);
  const before = measure(
    sales.filter(({ date }) => date <= dayAt(shop.sunday, -28) && date > dayAt(shop.sunday, -56)),
  ).sales_qty;
  const growth = over(found.sales_qty_last_4_weeks as number, before);
  for (const count of [7, 30, 90])
    found[`weekly_sales_qty_last_${count}_days`] =
      ((found[`sales_qty_last_${count}_days`] as number) * 7) / count;
  for (const kind of ['season', 'phase', 'operation', 'lifetime'] as const) {
    const qty = kind === 'lifetime' ? lifetime.sales_qty : (found[`${kind}_sales_qty`] as number);
    const available = qty + (line.stock_qty as number);
    found[`${kind}_available_qty`] = available;
    found[kind === 'lifetime' ? 'sell_through_pct' : `${kind}_sell_through_pct`] = over(qty, available, 100);
  }
  const pace = measure(sales.filter(({ date }) => date > dayAt(shop.today, -28))).sales_qty / 4;
  return {
    ...found,
    ...{
      lifetime_sales_qty: lifetime.sales_qty,
      lifetime_sales: lifetime.sales,
      lifetime_list_sales: lifetime.list_sales,
    },
    ...{ sales_discount_pct: lifetime.sales_discount_pct, sales_qty_previous_4_weeks: before },
    ...{ sales_growth_coef: growth, sales_growth_pct: growth === null ? null : 100 * (growth - 1) },
    'stock_coverage.weeks': coverageAtPace(line.stock_qty as number, pace),
    'stock_coverage.cv_score': coverageScore(coverageAtPace(line.stock_qty as number, pace)),
  };
};

const shopCoverage = (shop: Shop, code: string): MetricLine => {
  const stores = new Map<string, number>();
  for (const { place, quantity } of shop.present(code))
    if (place !== null && shop.kind(place) === 'magasin')
      stores.set(place, (stores.get(place) ?? 0) + quantity);
  const weeks = [...stores]
    .filter(([, quantity]) => quantity > 0)
    .map(([place, quantity]) => {
      const sold = shop
        .sales(code, true)
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
};

const forecastMetrics = (
  prefix: string,
  qty: number,
  discount: number,
  line: MetricLine,
): Record<string, Number_> => {
  const [price, base, cost] = [line.price, line.base_price, line.cost] as Number_[] as [
    Number_,
    Number_,
    Number_,
  ];
  const stock = Math.max(0, (line.stock_qty as number) - qty);
  const season = (line.season_sales_qty as number) + qty;
  const values = {
    ...{ sales_qty: qty, sales: times(times(price, 1 - discount), qty), cogs: times(cost, qty) },
    profit: times(minus(times(base, 1 - discount), cost), qty),
    ...{ stock, list_sales: times(price, qty), sales_discount_pct: qty > 0 ? 100 * discount : null },
    ...{
      season_sales_qty: season,
      available_qty: season + stock,
      sell_through_pct: over(season, season + stock, 100),
    },
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
};

/** Products that the project takes: those of its query that are alive, and those it names. */
export const selectedProducts = (retailer: Retailer): string[] => {
  const shop = new Shop(retailer);
  const { selection, phases, season_start_date, data_date } = retailer.project;
  const named = selection.item_group_ids;
  const since =
    [phases[0]?.start_date, season_start_date, dayAt(data_date, -89)]
      .filter((day) => typeof day === 'string')
      .sort()[0] ?? data_date;
  const family = selection.item_query?.rules.map((rule) => ('value' in rule ? rule.value : null))[0];
  const isAlive = (code: string): boolean =>
    retailer.stock.length === 0 ||
    shop.present(code).some(({ quantity }) => quantity > 0) ||
    sum(shop.ordered(code).map(({ quantity }) => quantity)) > 0 ||
    shop.sales(code).some(({ date }) => date >= since);
  const taken = (code: string): boolean => {
    if (selection.excluded_item_group_ids?.includes(code)) return false;
    if (named?.includes(code)) return true;
    if (named && !selection.item_query) return false;
    return (family === undefined || shop.items(code)[0]?.family === family) && isAlive(code);
  };
  return [...new Set(retailer.items.map(({ item_group_id }) => item_group_id))].filter(taken).sort();
};

/** Every static metric of every line, by product. */
export const referenceLines = (retailer: Retailer, demand: (index: number) => LineDemand): MetricLine[] => {
  const shop = new Shop(retailer);
  return selectedProducts(retailer).map((code, index): MetricLine => {
    const [item] = shop.items(code);
    const stock = stockMetrics(shop, code);
    const line = {
      ...stock,
      ...saleMetrics(shop, code, stock),
      ...reachMetrics(shop, code),
      ...shopCoverage(shop, code),
    };
    const { upcoming_qty, upcoming_discount, ongoing_qty, ongoing_discount } = demand(index);
    const planned = forecastMetrics('ongoing_phase_forecast.', ongoing_qty, ongoing_discount, line);
    const done = (['sales_qty', 'sales', 'cogs', 'profit'] as const).map((name) => [
      `ongoing_phase_completion.${name}`,
      over(line[`phase_${name}`] as Number_, planned[`ongoing_phase_forecast.${name}`] ?? null, 100),
    ]);
    return {
      ...line,
      ...{ brand: item?.brand ?? null, family: item?.family, section: item?.section, title: item?.title },
      ranking_key: item?.ranking_key ?? item?.family,
      size: shop
        .items(code)
        .flatMap(({ size }) => size ?? [])
        .sort(),
      item_id: shop.items(code).map(variantOf).sort(),
      store_throughput: over(
        line.weekly_sales_qty_last_7_days as number,
        line.selling_store_count as Number_,
      ),
      ...forecastMetrics('upcoming_', upcoming_qty, upcoming_discount, line),
      ...planned,
      ...Object.fromEntries(done),
    };
  });
};

/** Deciles 1 to 10 by increasing value among lines that have one; equal values share the lowest. */
export const referenceRank = (lines: readonly MetricLine[], line: MetricLine, field: string): Number_ => {
  const own = line[field];
  if (typeof own !== 'number') return null;
  const values = lines.flatMap((other) => (typeof other[field] === 'number' ? [other[field] as number] : []));
  // Sums made in another order may differ in their last digit: what is that close is equal.
  const below = values.filter((value) => value < own - 1e-9 * Math.max(1, Math.abs(own))).length;
  return Math.min(10, 1 + Math.floor((10 * below) / values.length));
};

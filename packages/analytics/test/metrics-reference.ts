import {
  type AbsenceReason,
  ALL_SALES_WINDOWS,
  coverageAtPace,
  coverageScore,
  meanDiscountPct,
  ongoingPhase,
  type SalesWindow,
} from '@palier/domain';
import { dayAt, type Retailer, type RetailSale } from './random-retailer.ts';
import { type MetricLine, minus, type Number_, over, Shop, sum, times, variantOf } from './retailer-facts.ts';
import { reachMetrics, shopCoverage, stockMetrics } from './stock-reference.ts';

/**
 * What a snapshot must say of each product, computed from the rows of the retailer's files: loops over plain arrays,
 * no SQL. Written from the descriptions of the catalogue, not from the code that it checks.
 */

/** What the demand model says of a line, in the order of the product codes. */
export interface LineDemand {
  upcoming_qty: number;
  upcoming_discount: number;
  ongoing_qty: number;
  ongoing_discount: number;
}

function windowTest(window: SalesWindow, shop: Shop, seasonStart: string): (day: string) => boolean {
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
}

function saleMetrics(shop: Shop, code: string, line: MetricLine): MetricLine {
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
      sales_discount_pct: meanDiscountPct(paid, full),
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
    const available = line.stock_qty === null ? null : qty + (line.stock_qty as number);
    found[`${kind}_available_qty`] = available;
    found[kind === 'lifetime' ? 'sell_through_pct' : `${kind}_sell_through_pct`] = over(qty, available, 100);
  }
  const pace = measure(sales.filter(({ date }) => date > dayAt(shop.today, -28))).sales_qty / 4;
  const weeks = line.stock_qty === null ? null : coverageAtPace(line.stock_qty as number, pace);
  return {
    ...found,
    ...{
      lifetime_sales_qty: lifetime.sales_qty,
      lifetime_sales: lifetime.sales,
      lifetime_list_sales: lifetime.list_sales,
    },
    ...{ sales_discount_pct: lifetime.sales_discount_pct, sales_qty_previous_4_weeks: before },
    ...{ sales_growth_coef: growth, sales_growth_pct: growth === null ? null : 100 * (growth - 1) },
    'stock_coverage.weeks': weeks,
    'stock_coverage.cv_score': coverageScore(weeks),
  };
}

function forecastMetrics(
  prefix: string,
  qty: number,
  discount: number,
  line: MetricLine,
  sold = 0,
): Record<string, Number_> {
  const [price, base, cost] = [line.price, line.base_price, line.cost] as Number_[] as [
    Number_,
    Number_,
    Number_,
  ];
  const stock = line.stock_qty === null ? null : Math.max(0, (line.stock_qty as number) + sold - qty);
  const season = Math.max(0, (line.season_sales_qty as number) - sold) + qty;
  const values = {
    ...{ sales_qty: qty, sales: times(times(price, 1 - discount), qty), cogs: times(cost, qty) },
    profit: times(minus(times(base, 1 - discount), cost), qty),
    ...{
      stock,
      list_sales: times(price, qty),
      sales_discount_pct: price !== null && price * qty > 0 ? 100 * discount : null,
    },
    ...{
      season_sales_qty: season,
      available_qty: stock === null ? null : season + stock,
      sell_through_pct: over(season, stock === null ? null : season + stock, 100),
    },
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
}

/** Products that the project takes: those of its query that are alive, and those it names. */
export const selectedProducts = (retailer: Retailer): string[] =>
  [...referenceAbsences(retailer)].flatMap(([code, reason]) => (reason === null ? code : [])).sort();

/** Why the project does not take each product; null: it takes it. */
export function referenceAbsences(retailer: Retailer): Map<string, AbsenceReason | null> {
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
  const reasonOf = (code: string): AbsenceReason | null => {
    if (selection.excluded_item_group_ids?.includes(code)) return 'excluded';
    if (named?.includes(code)) return null;
    if (named && !selection.item_query) return 'criteria';
    if (family !== undefined && shop.items(code)[0]?.family !== family) return 'criteria';
    return isAlive(code) ? null : 'stock';
  };
  return new Map(retailer.items.map(({ item_group_id }) => [item_group_id, reasonOf(item_group_id)]));
}

/** Every static metric of every line, by product. */
export function referenceLines(retailer: Retailer, demand: (index: number) => LineDemand): MetricLine[] {
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
    const sold = line.phase_sales_qty as number;
    const planned = forecastMetrics('ongoing_phase_forecast.', ongoing_qty, ongoing_discount, line, sold);
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
}

/** Deciles 1 to 10 by increasing value among lines that have one; equal values share the lowest. */
export function referenceRank(lines: readonly MetricLine[], line: MetricLine, field: string): Number_ {
  const own = line[field];
  if (typeof own !== 'number') return null;
  const values = lines.flatMap((other) => (typeof other[field] === 'number' ? [other[field] as number] : []));
  // Sums made in another order may differ in their last digit: what is that close is equal.
  const below = values.filter((value) => value < own - 1e-9 * Math.max(1, Math.abs(own))).length;
  return Math.min(10, 1 + Math.floor((10 * below) / values.length));
}

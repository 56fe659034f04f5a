import { dayAt, type Retailer, type RetailItem, type RetailSale } from './random-retailer.ts';

/** A figure, or null where it is not known. */
/** What a snapshot must say of one product. */
export type MetricLine = Record<string, unknown> & { item_group_id: string };

export type Number_ = number | null;
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export function times(left: Number_, right: Number_): Number_ {
  return left === null || right === null ? null : left * right;
}
export function minus(left: Number_, right: Number_): Number_ {
  return left === null || right === null ? null : left - right;
}
export function over(left: Number_, right: Number_, scale = 1): Number_ {
  return left === null || right === null || !(right > 0) ? null : (scale * left) / right;
}
export function latest<T extends { from_date: string }>(rows: readonly T[], day: string): T | undefined {
  return rows
    .filter(({ from_date }) => from_date <= day)
    .reduce<T | undefined>((best, row) => (best && best.from_date > row.from_date ? best : row), undefined);
}

export function variantOf({ item_group_id, size }: { item_group_id: string; size: string | null }): string {
  return size === null ? item_group_id : `${item_group_id}-${size}`;
}

/** The price of most of the variants, the highest of these when several, and their mean cost. */
export function usualPrice(items: readonly RetailItem[]): { price: Number_; cost: Number_ } {
  const known = items.filter(({ price, cost }) => price !== null || cost !== null);
  const prices = [...new Set(known.map(({ price }) => price))].sort((left, right) => {
    const count = (price: Number_) => known.filter((item) => item.price === price).length;
    if (left === null || right === null) return left === null ? 1 : -1;
    return count(right) - count(left) || right - left;
  });
  const price = prices[0] ?? null;
  const costs = known.filter((item) => item.price === price).flatMap(({ cost }) => cost ?? []);
  return { price, cost: costs.length > 0 ? sum(costs) / costs.length : null };
}

export function quartile(sorted: readonly number[], share: number): Number_ {
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? 0;
  return low + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? low) - low);
}

/** Facts of a retailer that every product's metrics need. */
export class Shop {
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
    const known = this.retailer.prices.filter(
      (row) => row.item_group_id === code && row.price_list_id === null && row.from_date <= this.today,
    );
    const day = latest(known, this.today)?.from_date;
    const last = known.filter(({ from_date }) => from_date === day).map(({ price }) => price);
    const price = last.length > 0 ? Math.max(...last) : null;
    return { ...own, price, base: over(price, 1.2) };
  }

  /** Whether some stock was ever counted: without, what is left is unknown. */
  isCounted(): boolean {
    return this.retailer.stock.length > 0;
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
        row.expected_date > this.today &&
        (months.length === 0 || months.includes(row.expected_date.slice(0, 7))),
    );
  }

  sales(code: string): RetailSale[] {
    const chosen = this.retailer.project.selection.location_codes ?? [];
    return this.retailer.sales.filter(
      (sale) =>
        sale.item_group_id === code &&
        sale.date <= this.today &&
        (chosen.length === 0 || chosen.includes(sale.location_code ?? '')),
    );
  }

  /** The list price that a sale was made under: the project's list, else the usual one, else the product's own. */
  priceOfSale(sale: RetailSale, line: Number_): Number_ {
    return this.ownPriceOfSale(sale) ?? this.usualPriceOfSale(sale) ?? line;
  }

  ownPriceOfSale(sale: RetailSale): Number_ {
    const own = this.retailer.project.selection.price_list_id ?? null;
    return own === null ? null : this.listed(sale, own, sale.date);
  }

  usualPriceOfSale(sale: RetailSale): Number_ {
    const items = this.items(sale.item_group_id);
    const item = items.find(({ size }) => size === sale.size);
    return this.listed(sale, null, sale.date) ?? item?.price ?? this.usual(sale.item_group_id).price;
  }

  /** What a sale brought; one that tells no amount is worth what it was listed at. */
  paid(sale: RetailSale): number {
    return sale.amount ?? sale.quantity * (this.ownPriceOfSale(sale) ?? this.usualPriceOfSale(sale) ?? 0);
  }
}

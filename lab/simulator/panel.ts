import { HISTORY_START } from '../../packages/demo/src/world/collections.ts';
import type { DiscountStep } from '../../packages/demo/src/world/markdowns.ts';
import type { Product } from '../../packages/demo/src/world/product.ts';
import type { ProductHistory } from '../../packages/demo/src/world/simulate-product.ts';
import type { World } from '../../packages/demo/src/world/world.ts';
import { indexOf } from '../../packages/demo/src/world/world.ts';
import type { WeeklyPanel } from '../../packages/engine/src/demand/types.ts';

/** A product with the history that its retailer knows. */
export interface KnownProduct {
  product: Product;
  history: ProductHistory;
}

/**
 * The weekly panel that a retailer can extract of its own sales and stocks: units, effective discounts, share of
 * days × sizes × shops in stock. Only whole weeks; nothing of the hidden truth.
 */
export function weeklyPanel(world: World, known: readonly KnownProduct[]): WeeklyPanel {
  const item_count = known.length;
  const week_count = Math.floor(world.days / 7);
  const cells = item_count * week_count;
  const [category, category_count] = codes(
    known.map(({ product }) => `${product.subfamily.section}/${product.subfamily.family}`),
  );
  const [subcategory] = codes(
    known.map(({ product }) => `${product.subfamily.section}/${product.subfamily.name}`),
  );
  const panel: WeeklyPanel = {
    item_count,
    week_count,
    first_week_day: HISTORY_START,
    units: new Float32Array(cells),
    discount: new Float32Array(cells),
    availability: new Float32Array(cells),
    breadth: null,
    price_index: null,
    list_price: Float64Array.from(known, ({ product }) => product.price_cents / 100),
    first_week: Int32Array.from(known, ({ product }) => Math.floor(indexOf(product.on_sale) / 7)),
    category,
    category_count,
    subcategory,
  };
  known.forEach((one, item) => {
    fillItem(panel, world, one, item);
  });
  return panel;
}

function fillItem(panel: WeeklyPanel, world: World, { product, history }: KnownProduct, item: number): void {
  const cells = product.sizes.length * world.places.length;
  const row = item * panel.week_count;
  const discounts = dailyDiscounts(world.days, history.discounts);
  const given = new Float64Array(panel.week_count);
  for (const key of history.sales) {
    const day = Math.floor(key / cells);
    const week = Math.floor(day / 7);
    if (week >= panel.week_count) continue;
    panel.units[row + week] = (panel.units[row + week] ?? 0) + 1;
    given[week] = (given[week] ?? 0) + (discounts[day] ?? 0);
  }
  for (let week = 0; week < panel.week_count; week++) {
    const units = panel.units[row + week] ?? 0;
    const mean = discounts.subarray(week * 7, week * 7 + 7).reduce((sum, one) => sum + one / 7, 0);
    panel.discount[row + week] = units > 0 ? (given[week] ?? 0) / units : mean;
    if (panel.availability) panel.availability[row + week] = history.availability[week] ?? 0;
  }
}

/** Discount in force on each day of the history. */
export function dailyDiscounts(days: number, steps: readonly DiscountStep[]): Float32Array {
  const discounts = new Float32Array(days);
  for (const step of steps) discounts.fill(step.discount, Math.max(0, indexOf(step.from)));
  return discounts;
}

/** Names to codes in order of appearance, and how many there are. */
function codes(names: readonly string[]): [Int32Array, number] {
  const known = new Map<string, number>();
  const values = names.map((name) => {
    const code = known.get(name) ?? known.size;
    known.set(name, code);
    return code;
  });
  return [Int32Array.from(values), known.size];
}

/** The same panel when only its last weeks are known. */
export function lastWeeks(panel: WeeklyPanel, weeks: number): WeeklyPanel {
  const dropped = panel.week_count - weeks;
  if (dropped <= 0) return panel;
  const cut = (matrix: Float32Array): Float32Array<ArrayBuffer> => {
    const kept = new Float32Array(panel.item_count * weeks);
    for (let item = 0; item < panel.item_count; item++) {
      const end = (item + 1) * panel.week_count;
      kept.set(matrix.subarray(end - weeks, end), item * weeks);
    }
    return kept;
  };
  return {
    ...panel,
    week_count: weeks,
    first_week_day: panel.first_week_day + 7 * dropped,
    units: cut(panel.units),
    discount: cut(panel.discount),
    availability: panel.availability && cut(panel.availability),
    first_week: panel.first_week.map((week) => week - dropped),
  };
}

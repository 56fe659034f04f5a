import type { WeeklyPanel } from '../src/demand/types.ts';

/** A panel at a list price of 10 without sales nor discounts yet, items dealt to the categories in turn: what a test then fills. */
export function emptyPanel(items: number, weeks: number, categories: number): WeeklyPanel {
  return {
    item_count: items,
    week_count: weeks,
    first_week_day: 4,
    units: new Float32Array(items * weeks),
    discount: new Float32Array(items * weeks),
    availability: null,
    breadth: null,
    price_index: null,
    list_price: new Float64Array(items).fill(10),
    first_week: new Int32Array(items),
    category: Int32Array.from({ length: items }, (_, item) => item % categories),
    category_count: categories,
    subcategory: null,
  };
}

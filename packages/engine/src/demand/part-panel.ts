import type { WeeklyPanel } from './types.ts';

type Matrix = 'units' | 'discount' | 'availability' | 'breadth' | 'price_index';
const MATRICES: readonly Matrix[] = ['units', 'discount', 'availability', 'breadth', 'price_index'];

/** Items 0, n, 2n … of a panel. */
export function everyNth(panel: WeeklyPanel, n: number): WeeklyPanel {
  if (n === 1) return panel;
  const count = Math.ceil(panel.item_count / n);
  return remake(panel, { item_count: count, week_count: panel.week_count }, n);
}

/** The first weeks of a panel. */
export function firstWeeks(panel: WeeklyPanel, weeks: number): WeeklyPanel {
  return remake(panel, { item_count: panel.item_count, week_count: weeks }, 1);
}

function remake(
  panel: WeeklyPanel,
  size: { item_count: number; week_count: number },
  n: number,
): WeeklyPanel {
  const { item_count: items, week_count: weeks } = size;
  const part = (matrix: Float32Array): Float32Array => {
    const cut = new Float32Array(items * weeks);
    for (let item = 0; item < items; item++) {
      const start = item * n * panel.week_count;
      cut.set(matrix.subarray(start, start + weeks), item * weeks);
    }
    return cut;
  };
  const every = <T extends Int32Array | Float64Array>(values: T): T =>
    values.filter((_, item) => item % n === 0) as T;
  const made: WeeklyPanel = {
    ...panel,
    ...size,
    list_price: every(panel.list_price),
    first_week: every(panel.first_week),
    category: every(panel.category),
    subcategory: panel.subcategory === null ? null : every(panel.subcategory),
  };
  for (const name of MATRICES) {
    const matrix = panel[name];
    if (matrix !== null) made[name] = part(matrix);
  }
  return made;
}

import { poolSlopes } from '../../packages/engine/src/demand/pooling.ts';
import type { WeeklyPanel } from '../../packages/engine/src/demand/types.ts';

/** ln(paid / list at the start): 0 at full price, negative under a discount; NaN where the week does not count. */
export function logPaidPrice(panel: WeeklyPanel): Float64Array {
  return Float64Array.from(panel.discount, (discount, cell) => {
    const index = panel.price_index?.[cell] ?? 1;
    return Math.log(Math.max(0.05, 1 - discount) * (index > 0 ? index : 1));
  });
}

/** Log-log slopes by ordinary least squares on two-way residuals: each product, all, each category, and pooled. */
export interface PlainSlopes {
  own: Float64Array;
  global: number;
  category: Float64Array;
  pooled: Float64Array;
}

/** Residuals of ln units and of the log price after product and week effects, on cells with sales. */
export interface Residuals {
  y: Float64Array;
  x: Float64Array;
  used: Uint8Array;
}

/** Removes product and week means by alternate sweeps over `cells` (those used). */
export function residualise(panel: WeeklyPanel, used: Uint8Array, values: Float64Array): Float64Array {
  const { item_count: items, week_count: weeks } = panel;
  const residual = values.slice();
  for (let sweep = 0; sweep < 12; sweep++) {
    for (let item = 0; item < items; item++) centre(residual, used, item * weeks, 1, weeks);
    for (let week = 0; week < weeks; week++) centre(residual, used, week, weeks, items);
  }
  return residual;
}

function centre(values: Float64Array, used: Uint8Array, start: number, stride: number, count: number): void {
  let sum = 0;
  let n = 0;
  for (let k = 0; k < count; k++) {
    const at = start + k * stride;
    if (used[at] !== 1) continue;
    sum += values[at] ?? 0;
    n++;
  }
  if (n === 0) return;
  const mean = sum / n;
  for (let k = 0; k < count; k++) {
    const at = start + k * stride;
    if (used[at] === 1) values[at] = (values[at] ?? 0) - mean;
  }
}

/** Residuals of the panel's cells where units are sold and counted. */
export function logResiduals(panel: WeeklyPanel, counts: Uint8Array): Residuals {
  const used = Uint8Array.from(counts, (flag, cell) => (flag === 1 && (panel.units[cell] ?? 0) > 0 ? 1 : 0));
  const y = Float64Array.from(panel.units, (units) => Math.log(Math.max(units, 1e-9)));
  return { y: residualise(panel, used, y), x: residualise(panel, used, logPaidPrice(panel)), used };
}

/** The slopes that engine.md's table compares. */
export function plainSlopes(panel: WeeklyPanel, counts: Uint8Array): PlainSlopes {
  const { item_count: items, week_count: weeks, category_count: categories } = panel;
  const { y, x, used } = logResiduals(panel, counts);
  const own = new Float64Array(items).fill(Number.NaN);
  const variance = new Float64Array(items).fill(Number.POSITIVE_INFINITY);
  const sums = new Float64Array(2 * (categories + 1));
  for (let item = 0; item < items; item++) {
    const { xx, xy, yy, cells, episodes } = itemMoments(x, y, used, item * weeks, weeks);
    for (const at of [panel.category[item] ?? 0, categories]) {
      sums[2 * at] = (sums[2 * at] ?? 0) + xx;
      sums[2 * at + 1] = (sums[2 * at + 1] ?? 0) + xy;
    }
    if (xx < 1e-6 || episodes < 2 || cells < 3) continue;
    const slope = xy / xx;
    own[item] = slope;
    const noise = Math.max(1e-6, yy - slope * xy) / Math.max(1, Math.min(cells, episodes) - 1.5);
    variance[item] = (1.5 * noise) / xx;
  }
  const slopeAt = (at: number) =>
    (sums[2 * at] ?? 0) > 1e-9 ? (sums[2 * at + 1] ?? 0) / (sums[2 * at] ?? 1) : 0;
  const pooled = poolSlopes(
    { slope: own, variance, category: panel.category, category_count: categories },
    { mean: -2.2, sd: 0.8, spread_variance: Number.POSITIVE_INFINITY, spread_factor: 1 },
  );
  return {
    own: own.map((slope) => (Number.isFinite(slope) ? slope : 0)),
    global: slopeAt(categories),
    category: Float64Array.from({ length: categories }, (_, c) => slopeAt(c)),
    pooled: pooled.slope,
  };
}

function itemMoments(x: Float64Array, y: Float64Array, used: Uint8Array, start: number, weeks: number) {
  let [xx, xy, yy, cells, episodes] = [0, 0, 0, 0, 0];
  let last = Number.NaN;
  for (let cell = start; cell < start + weeks; cell++) {
    if (used[cell] !== 1) continue;
    const a = x[cell] ?? 0;
    const b = y[cell] ?? 0;
    xx += a * a;
    xy += a * b;
    yy += b * b;
    cells++;
    if (!(Math.abs(a - last) <= 0.02)) {
      episodes++;
      last = a;
    }
  }
  return { xx, xy, yy, cells, episodes };
}

/** Exponentially weighted level of each item under a known effect of each cell: Σδy / Σδ·effect with δ = 0.75. */
export function effectLevels(
  panel: WeeklyPanel,
  counts: Uint8Array,
  effectOf: (item: number, cell: number) => number,
): Float64Array {
  const levels = new Float64Array(panel.item_count);
  for (let item = 0; item < panel.item_count; item++) {
    let units = 0;
    let exposure = 0;
    for (let cell = item * panel.week_count; cell < (item + 1) * panel.week_count; cell++) {
      if (counts[cell] !== 1) continue;
      units = 0.75 * units + (panel.units[cell] ?? 0);
      exposure = 0.75 * exposure + effectOf(item, cell);
    }
    levels[item] = exposure > 0 ? units / exposure : 0;
  }
  return levels;
}

/** The same deflated by (paid / list)^slope. */
export function priceLevels(
  panel: WeeklyPanel,
  counts: Uint8Array,
  slopeOf: (item: number) => number,
): Float64Array {
  const prices = logPaidPrice(panel);
  return effectLevels(panel, counts, (item, cell) => Math.exp(slopeOf(item) * (prices[cell] ?? 0)));
}

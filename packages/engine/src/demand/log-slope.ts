import type { Design } from './design.ts';
import type { OwnSlopes } from './pooling.ts';
import type { ResponseFit } from './response-fit.ts';
import type { WeeklyPanel } from './types.ts';

/** Price features that differ by less are one price episode. */
const SAME_PRICE = 0.02;
/** Units a week from which a week without sales is rare enough for logarithms. */
const BUSY = 4;
/** Items with a slope that make logarithms count for half of that. */
const FEW = 2;
/** Weight of logarithms where every item is busy. */
const MOST = 0.5;

/** Log-log slopes of items (positive), and how much a category should listen to them. */
export interface LogSlopes extends OwnSlopes {
  /** Per category, 0 … 0.5: nothing where most weeks sell little, since weeks without sales have no logarithm. */
  weight: Float64Array;
}

/**
 * Least squares of ln units on the price within each item, week effects removed: a second opinion on elasticities.
 * Counts listen to big weeks, logarithms to ordinary ones, and what either gets wrong the mean of both gets less so.
 */
export function logSlopes(panel: WeeklyPanel, design: Design, fit: ResponseFit): LogSlopes {
  const { item_count: items, category_count: categories } = panel;
  const slopes: LogSlopes = {
    slope: new Float64Array(items).fill(Number.NaN),
    variance: new Float64Array(items).fill(Number.POSITIVE_INFINITY),
    category: panel.category,
    category_count: categories,
    weight: new Float64Array(categories),
  };
  const cells = new Float64Array(categories);
  const known = new Float64Array(categories);
  for (let item = 0; item < items; item++) {
    const c = panel.category[item] ?? 0;
    const own = itemSlope(panel, design, fit, item);
    const mean = own.cells > 0 ? own.units / own.cells : 0;
    cells[c] = (cells[c] ?? 0) + own.cells;
    slopes.weight[c] =
      (slopes.weight[c] ?? 0) + (own.cells * MOST * mean * mean) / (mean * mean + BUSY * BUSY);
    if (mean < BUSY || own.episodes < 2 || own.sold < 4 || own.variation < 1e-4) continue;
    slopes.slope[item] = own.slope;
    slopes.variance[item] = own.variance;
    known[c] = (known[c] ?? 0) + 1;
  }
  slopes.weight = slopes.weight.map((sum, c) => {
    const trust = (known[c] ?? 0) / ((known[c] ?? 0) + FEW);
    return (cells[c] ?? 0) > 0 ? (trust * sum) / (cells[c] ?? 1) : 0;
  });
  return slopes;
}

function itemSlope(panel: WeeklyPanel, design: Design, fit: ResponseFit, item: number) {
  const weeks = panel.week_count;
  const c = panel.category[item] ?? 0;
  const end = design.end[item] ?? weeks;
  let [cells, units, sold, x, y, xx, xy, yy, episodes] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  let last = Number.NaN;
  for (let week = 0; week < end; week++) {
    const cell = item * weeks + week;
    const exposure = design.exposure[cell] ?? 0;
    if (exposure <= 0) continue;
    const quantity = panel.units[cell] ?? 0;
    cells++;
    units += quantity;
    if (!(quantity > 0)) continue;
    const price = design.price[cell] ?? 0;
    const common = (fit.week[week] ?? 0) + (fit.category_week[c * weeks + week] ?? 0);
    const value = Math.log(quantity / exposure) - common;
    sold++;
    x += price;
    y += value;
    xx += price * price;
    xy += price * value;
    yy += value * value;
    if (Math.abs(price - last) <= SAME_PRICE) continue;
    episodes++;
    last = price;
  }
  const variation = sold > 0 ? xx - (x * x) / sold : 0;
  const slope = variation > 0 ? (xy - (x * y) / sold) / variation : 0;
  const left = Math.max(1e-6, yy - (y * y) / Math.max(1, sold) - slope * slope * variation);
  // Weeks of one price are one observation, and neighbouring weeks resemble each other.
  const noise = left / Math.max(1, Math.min(sold, episodes) - 1.5);
  return { cells, units, sold, episodes, variation, slope, variance: (1.5 * noise) / variation };
}

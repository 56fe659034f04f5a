import { endOfSales } from './lifetime.ts';
import type { WeeklyPanel } from './types.ts';

/** A discount below this share is noise of the paid price, not a markdown; the jump is full from it on. */
export const JUMP_FULL_AT = 0.05;
/** Deepest discount the formulas see. */
const DEEPEST = 0.95;
/** The exponential form is scaled to agree with the power form at 30 % off. */
const EXPONENTIAL_SCALE = -Math.log(0.7) / 0.3;

/** Price feature of a discount: −ln(1 − d), or its exponential twin; ≥ 0 and increasing in d. */
export function priceFeature(discount: number, form: number): number {
  const d = discount < 0 ? 0 : discount > DEEPEST ? DEEPEST : discount;
  return form === 1 ? EXPONENTIAL_SCALE * d : -Math.log1p(-d);
}

/** Visibility of a markdown: 0 without, 1 from 5 % on. */
export function markdownFlag(discount: number): number {
  if (!(discount > 0)) return 0;
  return discount >= JUMP_FULL_AT ? 1 : discount / JUMP_FULL_AT;
}

/** Per-cell inputs of the regressions, row-major like the panel. */
export interface Design {
  item_count: number;
  week_count: number;
  /** Exposure: availability × broken-assortment factor; 0 where the week does not count. */
  exposure: Float32Array;
  /** First week that no longer teaches demand, per item: withdrawn or nearly sold out; else the week count. */
  end: Int32Array;
  /** Column of the launch of items of a collection, −1000000 for those that stay: what ages is what passes. */
  launch: Int32Array;
  /** Price feature of the discount, less the log of the list price's moves: 0 at the first full price. */
  price: Float32Array;
}

/** How a broken assortment and a discount enter the design. */
export interface DesignForm {
  breadth_threshold: number;
  breadth_exponent: number;
  /** Form of the response, per category (see `priceFeature`). */
  response_form: Uint8Array;
}

/** Computes exposures and price features of a panel. */
export function buildDesign(panel: WeeklyPanel, form: DesignForm): Design {
  const cells = panel.item_count * panel.week_count;
  const exposure = new Float32Array(cells);
  const price = new Float32Array(cells);
  const end = new Int32Array(panel.item_count).fill(panel.week_count);
  const launch = new Int32Array(panel.item_count).fill(LONG_AGO);
  for (let item = 0; item < panel.item_count; item++) {
    const first = panel.first_week[item] ?? 0;
    const row = item * panel.week_count;
    const response = form.response_form[panel.category[item] ?? 0] ?? 0;
    // Where stocks are known, so is when an item was gone.
    if (panel.availability === null) end[item] = endOfSales(panel, item);
    let last = -1;
    for (let week = Math.max(0, first); week < panel.week_count; week++) {
      const cell = row + week;
      const available = panel.availability === null ? 1 : (panel.availability[cell] ?? 0);
      if (!(available > 0) || !((panel.units[cell] ?? 0) >= 0)) continue;
      const index = panel.price_index === null ? 1 : (panel.price_index[cell] ?? 1);
      const discount = panel.discount[cell] ?? 0;
      exposure[cell] =
        available * breadthFactor(panel.breadth?.[cell] ?? 1, form.breadth_threshold, form.breadth_exponent);
      price[cell] = priceFeature(discount, response) - (index > 0 && index !== 1 ? Math.log(index) : 0);
      last = week;
    }
    const life = Math.min(last + 1, end[item] ?? 0) - first;
    // The first column may only be where the history starts.
    if (first !== 0 && panel.week_count >= SHORTEST_HISTORY && life <= SEASONAL_LIFE) launch[item] = first;
  }
  return { item_count: panel.item_count, week_count: panel.week_count, exposure, end, launch, price };
}

/** The design of items 0, n, 2n … */
export function partDesign(design: Design, n: number): Design {
  const weeks = design.week_count;
  const items = Math.ceil(design.item_count / n);
  const rows = (matrix: Float32Array): Float32Array => {
    const part = new Float32Array(items * weeks);
    for (let item = 0; item < items; item++)
      part.set(matrix.subarray(item * n * weeks, (item * n + 1) * weeks), item * weeks);
    return part;
  };
  return {
    item_count: items,
    week_count: weeks,
    exposure: rows(design.exposure),
    end: design.end.filter((_, item) => item % n === 0),
    launch: design.launch.filter((_, item) => item % n === 0),
    price: rows(design.price),
  };
}

/** Least share of the threshold that counts. */
export const BREADTH_FLOOR = 0.02;

/** min(1, B/f)^ψ: the demand that finds its size. */
export function breadthFactor(breadth: number, threshold: number, exponent: number): number {
  if (breadth >= threshold || exponent === 0) return 1;
  return Math.max(BREADTH_FLOOR, breadth / threshold) ** exponent;
}

/** An item on sale for longer is there to stay: its demand does not fade with age. */
const SEASONAL_LIFE = 45;
export const LONG_AGO = -1000000;
/** Below this many weeks ageing cannot be distinguished from the weeks themselves. */
const SHORTEST_HISTORY = 26;
/** Weeks in a unit of the age feature. */
export const AGE_UNIT = 10;

/** Age of an item of a collection in tens of weeks; 0 for one that stays or whose launch is unknown. */
export function ageFeature(firstWeek: number, week: number): number {
  const age = week - firstWeek;
  return (age < 0 ? 0 : age > SEASONAL_LIFE ? SEASONAL_LIFE : age) / AGE_UNIT;
}

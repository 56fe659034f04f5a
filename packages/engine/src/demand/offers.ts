import type { WeeklyPanel } from './types.ts';

/** From this discount on an item is on offer. */
export const ON_OFFER = 0.05;
/** Weeks after its last sale in which an item still counts. */
const LAST_WEEKS = 4;
/** Share of a group's usual sales whose discounts must be known for the group to be. */
const KNOWN = 0.5;

/** What is on offer week by week: sums over items, each at its usual sales, by category, then of the chain (the last group). */
export interface Offers {
  week_count: number;
  category_count: number;
  /** Usual units a week of each item. */
  usual: Float32Array;
  /** Usual units on sale; the same × discount; the same of items on offer: `group * T + t`. */
  sold: Float64Array;
  depth: Float64Array;
  offered: Float64Array;
  /** Usual units below which a group is not known. */
  least: Float64Array;
}

/** Mean discount of the others of a group, and their share on offer; NaN where they are not known. */
export interface Others {
  depth: number;
  share: number;
}

/** The offers of the weeks of a panel. An item counts from its launch to a little after its last sale. */
export function offersOf(panel: WeeklyPanel): Offers {
  const { item_count: items, week_count: weeks, category_count } = panel;
  const offers = emptyOffers(weeks, category_count, new Float32Array(items));
  for (let item = 0; item < items; item++) {
    const start = item * weeks;
    const first = Math.max(0, panel.first_week[item] ?? 0);
    let [units, seen, last] = [0, 0, -1];
    for (let week = first; week < weeks; week++) {
      const sold = panel.units[start + week] ?? 0;
      if (!((panel.availability?.[start + week] ?? 1) > 0) || !(sold >= 0)) continue;
      units += sold;
      seen++;
      if (sold > 0) last = week;
    }
    if (last < 0) continue;
    offers.usual[item] = units / seen;
    const end = Math.min(weeks, last + LAST_WEEKS + 1);
    const category = panel.category[item] ?? 0;
    for (let week = first; week < end; week++)
      addOffer(offers, category, week, units / seen, panel.discount[start + week] ?? 0);
  }
  return offers;
}

/** Usual units of the items that count in the last week of a panel, nought for the others. */
export function stillSold(panel: WeeklyPanel, offers: Offers): Float32Array {
  const weeks = panel.week_count;
  return offers.usual.map((usual, item) => {
    const last = panel.units.subarray((item + 1) * weeks - 1 - LAST_WEEKS, (item + 1) * weeks);
    return last.some((units) => units > 0) ? usual : 0;
  });
}

/**
 * The offers of weeks to come, of the items of usual sales given: NaN where nothing is planned.
 *
 * @param discount `item * weeks + w`
 */
export function plannedOffers(
  { category, category_count }: Pick<WeeklyPanel, 'category' | 'category_count'>,
  usual: Float32Array,
  { weeks, discount }: { weeks: number; discount: Float32Array },
): Offers {
  const offers = emptyOffers(weeks, category_count, usual);
  usual.forEach((units, item) => {
    const c = category[item] ?? 0;
    for (const group of [c, category_count]) offers.least[group] = (offers.least[group] ?? 0) + KNOWN * units;
    for (let week = 0; week < weeks; week++) {
      const planned = discount[item * weeks + week] ?? Number.NaN;
      if (!Number.isNaN(planned)) addOffer(offers, c, week, units, planned);
    }
  });
  return offers;
}

function emptyOffers(weeks: number, category_count: number, usual: Float32Array): Offers {
  const cells = (category_count + 1) * weeks;
  return {
    week_count: weeks,
    category_count,
    usual,
    sold: new Float64Array(cells),
    depth: new Float64Array(cells),
    offered: new Float64Array(cells),
    least: new Float64Array(category_count + 1),
  };
}

function addOffer(offers: Offers, category: number, week: number, usual: number, discount: number): void {
  for (const group of [category, offers.category_count]) {
    const at = group * offers.week_count + week;
    offers.sold[at] = (offers.sold[at] ?? 0) + usual;
    offers.depth[at] = (offers.depth[at] ?? 0) + usual * discount;
    if (discount >= ON_OFFER) offers.offered[at] = (offers.offered[at] ?? 0) + usual;
  }
}

/** What the others of a group offer in a week: its sums less the item itself (`usual` 0 when it is not among them). */
export function othersIn(
  offers: Offers,
  group: number,
  week: number,
  usual: number,
  discount: number,
): Others {
  const at = group * offers.week_count + week;
  const sold = (offers.sold[at] ?? 0) - usual;
  if (!(sold > 0.01 * usual + 1e-6) || (offers.sold[at] ?? 0) < (offers.least[group] ?? 0)) return UNKNOWN;
  const own = discount >= ON_OFFER ? usual : 0;
  return {
    depth: Math.max(0, ((offers.depth[at] ?? 0) - usual * discount) / sold),
    share: Math.max(0, ((offers.offered[at] ?? 0) - own) / sold),
  };
}

export const UNKNOWN: Others = { depth: Number.NaN, share: Number.NaN };

/** Mean discount of a category over the eight weeks that end with `known`. */
export function pastDepth(offers: Offers, category: number, known: number): number {
  let [depth, sold] = [0, 0];
  for (let week = Math.max(0, known - 7); week <= known; week++) {
    const at = category * offers.week_count + week;
    depth += offers.depth[at] ?? 0;
    sold += offers.sold[at] ?? 0;
  }
  return sold > 0 ? depth / sold : 0;
}

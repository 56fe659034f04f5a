import { weekdayOf } from '../../packages/demo/src/calendar/day.ts';
import { priceEffect } from '../../packages/demo/src/world/demand.ts';
import type { HiddenTruth } from '../../packages/demo/src/world/product.ts';
import type { Reach, Shelf } from '../../packages/demo/src/world/shelf.ts';
import type { WeeklyPanel } from '../../packages/engine/src/demand/types.ts';
import type { Customers } from './customers.ts';
import { serveDay } from './customers.ts';
import type { World } from './world-law.ts';

/** Discounts that policies may choose, as shares. */
export const LEVELS: readonly number[] = [0, 0.2, 0.3, 0.4, 0.5, 0.6];
const REPLENISHMENT_DAY = 1;

/** A product to be marked down: what everybody sees, and what nobody does. */
export interface MarketItem {
  /** Row in the panel. */
  row: number;
  price: number;
  base_price: number;
  cost: number;
  /** The shelves at the start of the first phase. */
  shelf: Shelf;
  /** Units of the last seven days before the first phase. */
  sold_last_week: number;
  reach: Reach;
  /** Hidden. */
  truth: HiddenTruth;
  /** Hidden: mean customers of each phase at full price, before the week's noise. */
  law: Float64Array;
  customers: Customers;
}

/** What was sold between the last whole week of the panel and the first phase: item n, day t at `n * days + t`. */
export interface Tail {
  days: number;
  units: Float64Array;
  discount: Float64Array;
}

/** A retailer on the eve of its markdowns: its history in the open, its customers hidden. */
export interface Market {
  items: MarketItem[];
  panel: WeeklyPanel;
  tail: Tail;
  /** Hidden: the truth of every row of the panel. */
  truths: readonly HiddenTruth[];
  /** First day of each phase as day numbers, and the day after the last. */
  phase_days: number[];
  /** Hidden: another law of demand than the usual one, with the seed of its luck and each row's nearest products. */
  world?: { law: World; seed: number; nearest: readonly Int32Array[] };
  /** Hidden: the share of customers who find their size falls like the stock left to this power (0: one size). */
  depletion: number;
}

/** What matters to a product's customers besides its discount: those of its phases before, and its neighbours' now. */
export interface Around {
  past: readonly number[];
  nearby: number;
}

const ALONE: Around = { past: [], nearby: 0 };
/** Weeks of history that customers remember. */
const REMEMBERED = 4;

/** What a discount multiplies a product's demand by in a phase. */
export function effectAt(
  market: Market,
  item: MarketItem,
  phase: number,
  discount: number,
  { past, nearby }: Around = ALONE,
): number {
  const { world, panel } = market;
  if (world === undefined) return priceEffect(item.truth, discount, true);
  const end = (item.row + 1) * panel.week_count;
  const before = [...panel.discount.subarray(end - Math.min(REMEMBERED, panel.week_count), end)];
  const base = world.law.base?.(world.seed, panel.category[item.row] ?? 0, panel.week_count + phase) ?? 1;
  return base * world.law.effect({ truth: item.truth, path: [...before, ...past, discount], nearby });
}

/** Mean discount of the nearest products of each item, at the discounts of a phase; those not marked down are at none. */
export function nearbyDiscounts(market: Market, discount: Float64Array): Float64Array {
  const { world, items } = market;
  if (world === undefined) return new Float64Array(items.length);
  const ofRow = new Map(items.map((item, index) => [item.row, discount[index] ?? 0]));
  return Float64Array.from(items, ({ row }) => {
    const rows = world.nearest[row];
    return rows === undefined || rows.length === 0
      ? 0
      : rows.reduce((sum, other) => sum + (ofRow.get(other) ?? 0), 0) / rows.length;
  });
}

/**
 * Plays one phase of one product at one discount. Returns the units sold; the shelf changes.
 * @param daily receives the units of each day of the phase
 */
export function playPhase(
  market: Market,
  item: MarketItem,
  shelf: Shelf,
  phase: number,
  discount: number,
  around: Around = ALONE,
  daily?: Float64Array,
): number {
  const first = market.phase_days[0] ?? 0;
  const from = market.phase_days[phase] ?? 0;
  const to = market.phase_days[phase + 1] ?? from;
  const multiplier = effectAt(market, item, phase, discount, around);
  let units = 0;
  for (let day = from; day < to; day++) {
    if (weekdayOf(day) === REPLENISHMENT_DAY) shelf.replenish();
    const sold = serveDay(shelf, item.customers, day - first, multiplier);
    if (daily) daily[day - from] = sold;
    units += sold;
  }
  return units;
}

export function phaseCount(market: Market): number {
  return market.phase_days.length - 1;
}

/** Money earned by a unit over what it would bring unsold: (base price × (1 − d) − ρ × cost). */
export function unitValue(item: MarketItem, discount: number, residual_value: number): number {
  return item.base_price * (1 - discount) - residual_value * item.cost;
}

/** The largest multiplier that any discount can give a product. */
export function largestEffect(truth: HiddenTruth): number {
  return Math.max(...LEVELS.map((level) => priceEffect(truth, level, true)));
}

import type { WeeklyPanel } from '@palier/engine';
import { weekdayOf } from '../calendar/day.ts';
import { SOLDES, trafficOf } from '../calendar/french-calendar.ts';
import type { RetailerKey } from '../options.ts';
import { resolveOptions } from '../options.ts';
import { Random } from '../random/random.ts';
import { COLLECTIONS, HISTORY_START } from '../world/collections.ts';
import { plannedMean, priceEffect } from '../world/demand.ts';
import { CodeGiver, drawProduct, drawTruth } from '../world/draw-product.ts';
import { NameGiver } from '../world/naming.ts';
import type { HiddenTruth, Product } from '../world/product.ts';
import type { Reach, Shelf } from '../world/shelf.ts';
import type { ProductHistory } from '../world/simulate-product.ts';
import { simulateProduct } from '../world/simulate-product.ts';
import type { World } from '../world/world.ts';
import { buildWorld, indexOf } from '../world/world.ts';
import type { Customers } from './customers.ts';
import { drawCustomers, serveDay } from './customers.ts';
import { weeklyPanel } from './panel.ts';

/** Discounts that policies may choose, as shares. */
export const LEVELS: readonly number[] = [0, 0.2, 0.3, 0.4, 0.5, 0.6];
const REPLENISHMENT_DAY = 1;
/** Phases last a week, and so does the noise of demand. */
const NOISE_DAYS = 7;

/** A product to be marked down: what everybody sees, and what nobody does. */
export interface MarketItem {
  product: Product;
  /** Row in the panel. */
  row: number;
  price: number;
  base_price: number;
  cost: number;
  /** The shelves at the start of the soldes. */
  shelf: Shelf;
  /** Units of the last seven days before the soldes. */
  sold_last_week: number;
  reach: Reach;
  /** Hidden. */
  truth: HiddenTruth;
  /** Hidden: mean customers of each phase at full price, before the week's noise. */
  law: Float64Array;
  customers: Customers;
}

/** A retailer on the eve of its soldes: its history in the open, its customers hidden. */
export interface Market {
  items: MarketItem[];
  panel: WeeklyPanel;
  /** Hidden: the truth of every row of the panel. */
  truths: readonly HiddenTruth[];
  /** First day of each phase as day numbers, and the day after the last. */
  phase_days: number[];
}

export interface MarketOptions {
  retailer?: RetailerKey;
  /** Products of the whole catalogue; about 45 % are marked down. */
  products: number;
  seed: number;
}

/** Draws a retailer up to the first day of the summer soldes, and the customers of the four rounds to come. */
export function buildMarket(options: MarketOptions): Market {
  const soldes = SOLDES[SOLDES.length - 1];
  if (!soldes) throw new RangeError('no soldes in the calendar');
  const start = soldes.rounds[0] ?? 0;
  const resolved = resolveOptions({ ...options, granularity: 'compact' });
  const world = buildWorld(resolved, start, true);
  // A longer calendar gives the season of the soldes themselves.
  const ahead = buildWorld(resolved, soldes.end);
  const drawer = {
    style: world.style,
    names: new NameGiver(),
    codes: new CodeGiver([], options.products > 20_000),
  };
  const known: { product: Product; truth: HiddenTruth; history: ProductHistory }[] = [];
  for (let index = 0; index < options.products; index++) {
    const random = new Random(options.seed, index + 1);
    const product = drawProduct(random, drawer, index);
    const truth = drawTruth(random, product, world.rate);
    known.push({ product, truth, history: simulateProduct(random, world, product, truth) });
  }
  const items = known.flatMap((one, row) => {
    const marked = one.product.collection === COLLECTIONS[0] && one.history.shelf.total() >= 5;
    return marked ? [marketItem(ahead, one, row, start, options.seed)] : [];
  });
  return {
    items,
    panel: weeklyPanel(world, known),
    truths: known.map((one) => one.truth),
    phase_days: [...soldes.rounds, soldes.end],
  };
}

/** Plays one phase of one product at one discount. Returns the units sold; the shelf changes. */
export function playPhase(
  market: Market,
  item: MarketItem,
  shelf: Shelf,
  phase: number,
  discount: number,
): number {
  const first = market.phase_days[0] ?? 0;
  const from = market.phase_days[phase] ?? 0;
  const to = market.phase_days[phase + 1] ?? from;
  const multiplier = priceEffect(item.truth, discount, true);
  let units = 0;
  for (let day = from; day < to; day++) {
    if (weekdayOf(day) === REPLENISHMENT_DAY) shelf.replenish();
    units += serveDay(shelf, item.customers, day - first, multiplier);
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

function marketItem(
  ahead: World,
  known: { product: Product; truth: HiddenTruth; history: ProductHistory },
  row: number,
  start: number,
  seed: number,
): MarketItem {
  const { product, truth, history } = known;
  // Customers have their own stream: the same luck whatever was drawn for the history.
  const random = new Random(seed ^ 0x5eed, product.index + 1);
  const { shopMean, webMean, law } = dailyMeans(random, ahead, product, truth, start);
  const cells = product.sizes.length * ahead.places.length;
  const lastWeek = indexOf(start) - 7;
  return {
    product,
    row,
    price: product.price_cents / 100,
    base_price: product.base_price_cents / 100,
    cost: product.cost_cents / 100,
    shelf: history.shelf,
    reach: history.reach,
    sold_last_week: history.sales.filter((key) => Math.floor(key / cells) >= lastWeek).length,
    truth,
    law,
    customers: drawCustomers(random, {
      truth,
      shops: history.shelf.shops,
      shopWeights: history.shelf.shops.map((shop) => ahead.places[shop]?.weight ?? 1),
      shopMean,
      webMean,
      largest: Math.max(...LEVELS.map((level) => priceEffect(truth, level, true))),
    }),
  };
}

/** Mean customers of each day of the soldes at full price, the week's noise included; and of each phase without it. */
function dailyMeans(
  random: Random,
  ahead: World,
  product: Product,
  truth: HiddenTruth,
  start: number,
): { shopMean: Float64Array; webMean: Float64Array; law: Float64Array } {
  const days = HISTORY_START + ahead.days - start;
  const shopMean = new Float64Array(days);
  const webMean = new Float64Array(days);
  const law = new Float64Array(Math.ceil(days / NOISE_DAYS));
  const shape = 1 / truth.dispersion;
  const web = ahead.style.web_share;
  let noise = 1;
  for (let day = 0; day < days; day++) {
    if (day % NOISE_DAYS === 0) noise = random.gamma(shape) / shape;
    const mean = plannedMean(ahead, product, truth, indexOf(start) + day) * truth.frailty;
    const traffic = trafficOf(start + day);
    shopMean[day] = mean * noise * (1 - web) * traffic.shop;
    webMean[day] = mean * noise * web * traffic.web;
    const phase = Math.floor(day / NOISE_DAYS);
    law[phase] = (law[phase] ?? 0) + mean * ((1 - web) * traffic.shop + web * traffic.web);
  }
  return { shopMean, webMean, law };
}

import { SOLDES, trafficOf } from '../../packages/demo/src/calendar/french-calendar.ts';
import type { RetailerKey } from '../../packages/demo/src/options.ts';
import { resolveOptions } from '../../packages/demo/src/options.ts';
import { Random } from '../../packages/demo/src/random/random.ts';
import { COLLECTIONS, HISTORY_START } from '../../packages/demo/src/world/collections.ts';
import { plannedMean } from '../../packages/demo/src/world/demand.ts';
import { CodeGiver, drawProduct, drawTruth } from '../../packages/demo/src/world/draw-product.ts';
import { NameGiver } from '../../packages/demo/src/world/naming.ts';
import type { HiddenTruth, Product } from '../../packages/demo/src/world/product.ts';
import type { ProductHistory } from '../../packages/demo/src/world/simulate-product.ts';
import { simulateProduct } from '../../packages/demo/src/world/simulate-product.ts';
import type { World } from '../../packages/demo/src/world/world.ts';
import { buildWorld, indexOf } from '../../packages/demo/src/world/world.ts';
import { drawCustomers } from './customers.ts';
import type { Market, MarketItem, Tail } from './market.ts';
import { largestEffect } from './market.ts';
import { dailyDiscounts, lastWeeks, weeklyPanel } from './panel.ts';

/** Phases last a week, and so does the noise of demand. */
const NOISE_DAYS = 7;
/** How fast sizes run out as these shelves empty: regression of logs over simulated soldes. */
const DEPLETION = 0.6;

export interface RetailerMarketOptions {
  /** The largest effect that prices can have on a product's customers (default: that of the usual law). */
  largest?: (truth: HiddenTruth) => number;
  retailer?: RetailerKey;
  /** Products of the whole catalogue; about 45 % are marked down. */
  products: number;
  seed: number;
  /** Weeks of history that policies may study (default: all, two years). */
  history_weeks?: number;
  /** Sd of logs of what nobody could foresee of these soldes: weather for all, fashion by family (default 0). */
  shock?: number;
}

interface Known {
  product: Product;
  truth: HiddenTruth;
  history: ProductHistory;
}

/**
 * Draws a retailer up to the first day of the summer soldes, and the customers of the four rounds to come: sizes
 * and shops that run out, events, slow sellers cut deeper in the past.
 */
export function buildRetailerMarket(options: RetailerMarketOptions): Market {
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
  const known: Known[] = [];
  for (let index = 0; index < options.products; index++) {
    const random = new Random(options.seed, index + 1);
    const product = drawProduct(random, drawer, index);
    const truth = drawTruth(random, product, world.rate);
    known.push({ product, truth, history: simulateProduct(random, world, product, truth) });
  }
  const shocks = new Shocks(options.seed, options.shock ?? 0);
  const marked = known.flatMap((one, row) =>
    one.product.collection === COLLECTIONS[0] && one.history.shelf.total() >= 5 ? [{ ...one, row }] : [],
  );
  const panel = weeklyPanel(world, known);
  return {
    items: marked.map((one) =>
      marketItem(ahead, one, start, {
        shocks,
        seed: options.seed,
        largest: options.largest ?? largestEffect,
      }),
    ),
    panel: lastWeeks(panel, options.history_weeks ?? panel.week_count),
    tail: tailOf(world, marked, panel.week_count * 7),
    truths: known.map((one) => one.truth),
    phase_days: [...soldes.rounds, soldes.end],
    depletion: DEPLETION,
  };
}

/** What these soldes do to everybody and to each family, whatever the prices. */
class Shocks {
  readonly #byFamily = new Map<string, number>();
  readonly #random: Random;
  readonly #common: number;
  readonly #sd: number;

  constructor(seed: number, sd: number) {
    this.#random = new Random(seed ^ 0x51ab, 1);
    this.#sd = sd;
    this.#common = this.#random.logNormal(1, sd);
  }

  of(product: Product): number {
    if (this.#sd === 0) return 1;
    const key = `${product.subfamily.section}/${product.subfamily.family}`;
    const known = this.#byFamily.get(key) ?? this.#common * this.#random.logNormal(1, this.#sd);
    this.#byFamily.set(key, known);
    return known;
  }
}

function tailOf(world: World, marked: readonly Known[], from: number): Tail {
  const days = world.days - from;
  const tail = {
    days,
    units: new Float64Array(marked.length * days),
    discount: new Float64Array(marked.length * days),
  };
  marked.forEach(({ product, history }, index) => {
    const cells = product.sizes.length * world.places.length;
    for (const key of history.sales) {
      const at = index * days + Math.floor(key / cells) - from;
      if (at >= index * days) tail.units[at] = (tail.units[at] ?? 0) + 1;
    }
    tail.discount.set(dailyDiscounts(world.days, history.discounts).subarray(from), index * days);
  });
  return tail;
}

function marketItem(
  ahead: World,
  known: Known & { row: number },
  start: number,
  { seed, shocks, largest }: { seed: number; shocks: Shocks; largest: (truth: HiddenTruth) => number },
): MarketItem {
  const { product, truth, history, row } = known;
  // Customers have their own stream: the same luck whatever was drawn for the history.
  const random = new Random(seed ^ 0x5eed, product.index + 1);
  const { shopMean, webMean, law } = dailyMeans(random, ahead, known, start, shocks.of(product));
  const cells = product.sizes.length * ahead.places.length;
  const lastWeek = indexOf(start) - 7;
  return {
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
      largest: largest(truth),
    }),
  };
}

/** Mean customers of each day of the soldes at full price, the week's noise included; and of each phase without it. */
function dailyMeans(
  random: Random,
  ahead: World,
  { product, truth }: Known,
  start: number,
  shock: number,
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
    const mean = plannedMean(ahead, product, truth, indexOf(start) + day) * truth.frailty * shock;
    const traffic = trafficOf(start + day);
    shopMean[day] = mean * noise * (1 - web) * traffic.shop;
    webMean[day] = mean * noise * web * traffic.web;
    const phase = Math.floor(day / NOISE_DAYS);
    law[phase] = (law[phase] ?? 0) + mean * ((1 - web) * traffic.shop + web * traffic.web);
  }
  return { shopMean, webMean, law };
}

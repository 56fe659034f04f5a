import { Random } from '../../packages/demo/src/random/random.ts';
import { HISTORY_START } from '../../packages/demo/src/world/collections.ts';
import { priceEffect } from '../../packages/demo/src/world/demand.ts';
import type { HiddenTruth } from '../../packages/demo/src/world/product.ts';
import { Shelf } from '../../packages/demo/src/world/shelf.ts';
import { WAREHOUSE } from '../../packages/demo/src/world/world.ts';
import type { WeeklyPanel } from '../../packages/engine/src/demand/types.ts';
import { drawCustomers } from './customers.ts';
import type { Market, MarketItem } from './market.ts';
import { LEVELS, largestEffect } from './market.ts';

/** Weeks of history, the four markdown phases of a week each that follow, and what an old collection lived. */
const HISTORY_WEEKS = 104;
const PHASES = 4;
const WEEKS_AT_FULL_PRICE = 12;
const CATEGORIES = 6;
const MEDIAN_STOCK = 45;
/** Sd of logs of stocks, and of what a phase would sell at full price against the stock. */
const STOCK_SD = 0.8;
const DEMAND_SD = 0.3;
/** Four phases at full price sell this share of the stock. */
const DEMAND_SHARE = 0.4;
const ELASTICITY = { mean: -2.2, sd: 0.5 };
/** Shape of the gamma by which a product's markdown beats what its history promised. */
export const FRAILTY_SHAPE = 4;
const PRICES = { low: 15, high: 95 };
const TAX = 1.2;

export interface PrototypeMarketOptions {
  /** The largest effect that prices can have on a product's customers (default: that of the usual law). */
  largest?: (truth: HiddenTruth) => number;
  /** Products marked down; as many were marked down before and are known. */
  products: number;
  seed: number;
}

/**
 * The plainest market where markdowns matter: one size, one place, no season, Poisson customers; each product has
 * its own elasticity N(−2.2, 0.5²) and, once marked down, a frailty Γ(4, 4) that its history did not show.
 */
export function buildPrototypeMarket({
  products,
  seed,
  largest = largestEffect,
}: PrototypeMarketOptions): Market {
  const panel = emptyPanel(2 * products);
  const truths: HiddenTruth[] = [];
  for (let row = 0; row < products; row++) truths.push(playOldProduct(panel, row, new Random(seed, row + 1)));
  const items: MarketItem[] = [];
  for (let row = products; row < 2 * products; row++) {
    const item = drawItem(panel, row, new Random(seed, row + 1), largest);
    truths.push(item.truth);
    items.push(item);
  }
  const start = HISTORY_START + 7 * HISTORY_WEEKS;
  return {
    items,
    panel,
    tail: { days: 0, units: new Float64Array(0), discount: new Float64Array(0) },
    truths,
    phase_days: Array.from({ length: PHASES + 1 }, (_, phase) => start + 7 * phase),
    depletion: 0,
  };
}

function emptyPanel(rows: number): WeeklyPanel {
  const cells = rows * HISTORY_WEEKS;
  return {
    item_count: rows,
    week_count: HISTORY_WEEKS,
    first_week_day: HISTORY_START,
    units: new Float32Array(cells),
    discount: new Float32Array(cells),
    availability: new Float32Array(cells),
    breadth: null,
    price_index: null,
    list_price: new Float64Array(rows),
    first_week: new Int32Array(rows),
    category: Int32Array.from({ length: rows }, (_, row) => row % CATEGORIES),
    category_count: CATEGORIES,
    subcategory: null,
  };
}

function drawTruth(random: Random, weekly_rate: number): HiddenTruth {
  return {
    weekly_rate,
    elasticity: Math.min(-0.5, ELASTICITY.mean + ELASTICITY.sd * random.normal()),
    markdown_jump: 0,
    frailty: random.gamma(FRAILTY_SHAPE) / FRAILTY_SHAPE,
    weekly_decay: 0,
    dispersion: 0,
    soldes_response: 1,
    size_shares: [1],
  };
}

function drawStock(random: Random): { stock: number; weekly: number } {
  const stock = Math.max(3, Math.round(random.logNormal(MEDIAN_STOCK, STOCK_SD)));
  return { stock, weekly: (stock * random.logNormal(DEMAND_SHARE, DEMAND_SD)) / PHASES };
}

/** A product of an old collection: weeks at full price, then four rounds that may only go deeper. */
function playOldProduct(panel: WeeklyPanel, row: number, random: Random): HiddenTruth {
  const { weekly } = drawStock(random);
  const truth = drawTruth(random, weekly);
  const first = random.integer(0, HISTORY_WEEKS - WEEKS_AT_FULL_PRICE - PHASES);
  launch(panel, row, random, first);
  for (let week = 0; week < WEEKS_AT_FULL_PRICE; week++) sell(panel, row, first + week, 0, weekly, random);
  let level = random.integer(0, 2);
  for (let phase = 0; phase < PHASES; phase++) {
    const discount = LEVELS[level] ?? 0;
    const mean = weekly * truth.frailty * priceEffect(truth, discount, true);
    sell(panel, row, first + WEEKS_AT_FULL_PRICE + phase, discount, mean, random);
    level = Math.min(LEVELS.length - 1, level + random.integer(0, 2));
  }
  return truth;
}

/** A product to be marked down, after its weeks at full price. */
function drawItem(
  panel: WeeklyPanel,
  row: number,
  random: Random,
  largest: (truth: HiddenTruth) => number,
): MarketItem {
  const { stock, weekly } = drawStock(random);
  const truth = drawTruth(random, weekly);
  const first = HISTORY_WEEKS - random.integer(WEEKS_AT_FULL_PRICE, 20);
  launch(panel, row, random, first);
  for (let week = first; week < HISTORY_WEEKS; week++) sell(panel, row, week, 0, weekly, random);
  const shelf = new Shelf(1, 1, []);
  shelf.receive([stock], () => WAREHOUSE);
  const price = panel.list_price[row] ?? 0;
  const mean = weekly * truth.frailty;
  const days = 7 * PHASES;
  return {
    row,
    price,
    base_price: price / TAX,
    cost: (0.4 * price) / TAX,
    shelf,
    sold_last_week: panel.units[(row + 1) * HISTORY_WEEKS - 1] ?? 0,
    reach: { sizes: [1], shops: [], web: 1 },
    truth,
    law: new Float64Array(PHASES).fill(mean),
    customers: drawCustomers(random, {
      truth,
      shops: [],
      shopWeights: [],
      shopMean: new Float64Array(days),
      webMean: new Float64Array(days).fill(mean / 7),
      largest: largest(truth),
    }),
  };
}

function launch(panel: WeeklyPanel, row: number, random: Random, week: number): void {
  panel.first_week[row] = week;
  panel.list_price[row] = Math.round(random.between(PRICES.low, PRICES.high));
}

function sell(
  panel: WeeklyPanel,
  row: number,
  week: number,
  discount: number,
  mean: number,
  random: Random,
): void {
  const cell = row * panel.week_count + week;
  panel.units[cell] = random.poisson(mean);
  panel.discount[cell] = discount;
  if (panel.availability) panel.availability[cell] = 1;
}

import type { Random } from '../../packages/demo/src/random/random.ts';
import { cumulate, drawIndex } from '../../packages/demo/src/random/shares.ts';
import type { HiddenTruth } from '../../packages/demo/src/world/product.ts';
import type { Shelf } from '../../packages/demo/src/world/shelf.ts';
import { SENT_FROM_SHOP } from '../../packages/demo/src/world/shelf.ts';

/** Shops tried for a web order that the warehouse cannot serve. */
const TRIES = 3;

/**
 * Everybody who might come on one day, in the order of their reluctance: the customers whose `time` is below the
 * day's mean demand come. A deeper discount raises the mean, so it brings the same people and some more: every
 * policy meets the same luck, and demand is monotone in the discount.
 */
interface Crowd {
  time: Float64Array;
  size: Uint8Array;
  /** The shop of a shop customer; the shops tried for a web customer, `TRIES` each. */
  shop: Uint16Array;
  luck: Float64Array;
}

/** The crowds of one product, day by day, and its mean demand at full price. */
export interface Customers {
  shopMean: Float64Array;
  webMean: Float64Array;
  inShops: Crowd[];
  onWeb: Crowd[];
}

export interface CrowdSource {
  truth: HiddenTruth;
  shops: readonly number[];
  shopWeights: readonly number[];
  /** Mean customers of each day at full price, in shops and on the web. */
  shopMean: Float64Array;
  webMean: Float64Array;
  /** The largest multiplier that any discount can give. */
  largest: number;
}

/** Draws every crowd of the horizon. */
export function drawCustomers(random: Random, source: CrowdSource): Customers {
  const sizes = cumulate(source.truth.size_shares);
  const reach = cumulate(source.shopWeights);
  const drawShop = (): number => source.shops[drawIndex(reach, random.uniform())] ?? 0;
  const crowd = (mean: number, tries: number): Crowd => {
    const times = arrivals(random, mean * source.largest);
    return {
      time: Float64Array.from(times),
      size: Uint8Array.from(times, () => drawIndex(sizes, random.uniform())),
      shop: Uint16Array.from({ length: times.length * tries }, drawShop),
      luck: Float64Array.from(times, () => random.uniform()),
    };
  };
  return {
    shopMean: source.shopMean,
    webMean: source.webMean,
    inShops: Array.from(source.shopMean, (mean) => crowd(mean, 1)),
    onWeb: Array.from(source.webMean, (mean) => crowd(mean, TRIES)),
  };
}

/** Serves the customers of one day at a multiplier of demand. Returns the units sold. */
export function serveDay(shelf: Shelf, customers: Customers, day: number, multiplier: number): number {
  const before = shelf.sold;
  serveShops(shelf, customers.inShops[day], (customers.shopMean[day] ?? 0) * multiplier);
  serveWeb(shelf, customers.onWeb[day], (customers.webMean[day] ?? 0) * multiplier);
  return shelf.sold - before;
}

function serveShops(shelf: Shelf, crowd: Crowd | undefined, mean: number): void {
  if (!crowd) return;
  for (let i = 0; i < crowd.time.length && (crowd.time[i] ?? 0) <= mean; i++) {
    shelf.serveInShop(crowd.size[i] ?? 0, crowd.shop[i] ?? 0, crowd.luck[i] ?? 0);
  }
}

function serveWeb(shelf: Shelf, crowd: Crowd | undefined, mean: number): void {
  if (!crowd) return;
  for (let i = 0; i < crowd.time.length && (crowd.time[i] ?? 0) <= mean; i++) {
    const tries = (crowd.luck[i] ?? 0) < SENT_FROM_SHOP ? TRIES : 0;
    shelf.serveOnWeb(crowd.size[i] ?? 0, crowd.shop.subarray(i * TRIES, i * TRIES + tries));
  }
}

/** Arrival times of a Poisson process of rate one, up to `horizon`. */
function arrivals(random: Random, horizon: number): number[] {
  const times: number[] = [];
  let time = random.exponential();
  while (time <= horizon) {
    times.push(time);
    time += random.exponential();
  }
  return times;
}

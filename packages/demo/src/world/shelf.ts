import type { Random } from '../random/random.ts';
import { FIRST_SHOP, WAREHOUSE, WEB } from './world.ts';

/** Share of the units that the warehouse keeps at launch, for the web and for replenishment. */
const KEPT_IN_WAREHOUSE = 0.42;
/** Chance that a customer who misses her size has it sent from the warehouse. */
const ORDERED_IN_SHOP = 0.25;
/** Chance that a web order without warehouse stock is sent from a shop. */
const SENT_FROM_SHOP = 0.6;

/** The units of one product, by size and place, and what happens to them. Units never go below zero. */
export class Shelf {
  readonly units: Int32Array;
  readonly received: Int32Array;
  /** Sales as day × (sizes × places) + size × places + place, in the order of the days. */
  readonly sales: number[] = [];
  lost = 0;
  sold = 0;
  private readonly random: Random;
  private readonly sizes: number;
  private readonly places: number;
  private readonly shops: readonly number[];
  private readonly reach: Float64Array;
  private readonly curve: Float64Array;

  constructor(
    random: Random,
    places: number,
    shops: readonly number[],
    weights: readonly number[],
    curve: readonly number[],
  ) {
    this.random = random;
    this.sizes = curve.length;
    this.places = places;
    this.shops = shops;
    this.units = new Int32Array(this.sizes * places);
    this.received = new Int32Array(this.sizes);
    this.reach = cumulated(weights);
    this.curve = cumulated(curve);
  }

  /** A delivery of `quantity` units cut in sizes by the buyer's curve: a part goes to the shops at once. */
  receive(quantity: number, buyerCurve: readonly number[]): void {
    const bySize = splitUnits(quantity, buyerCurve);
    for (let size = 0; size < this.sizes; size++) {
      const units = bySize[size] ?? 0;
      this.received[size] = (this.received[size] ?? 0) + units;
      const kept = Math.round(units * KEPT_IN_WAREHOUSE);
      this.move(size, WAREHOUSE, kept);
      for (let unit = kept; unit < units; unit++) this.move(size, this.drawShop(), 1);
    }
  }

  /** Sends one unit of each size to the shops that miss it, while the warehouse has some to spare. */
  replenish(spare: number): void {
    for (let size = 0; size < this.sizes; size++) {
      for (const shop of this.shops) {
        if (this.at(size, WAREHOUSE) <= spare) break;
        if (this.at(size, shop) > 0) continue;
        this.move(size, WAREHOUSE, -1);
        this.move(size, shop, 1);
      }
    }
  }

  /** `customers` come to the shops on `day`; each wants one size in one shop. */
  sellInShops(day: number, customers: number): void {
    for (let i = 0; i < customers; i++) {
      const size = drawIndex(this.curve, this.random.uniform());
      const shop = this.drawShop();
      if (this.at(size, shop) > 0) this.sell(day, size, shop, shop);
      else if (this.at(size, WAREHOUSE) > 0 && this.random.chance(ORDERED_IN_SHOP))
        this.sell(day, size, WEB, WAREHOUSE);
      else this.lost++;
    }
  }

  /** `customers` come to the web site on `day`. */
  sellOnWeb(day: number, customers: number): void {
    for (let i = 0; i < customers; i++) {
      const size = drawIndex(this.curve, this.random.uniform());
      if (this.at(size, WAREHOUSE) > 0) this.sell(day, size, WEB, WAREHOUSE);
      else {
        const shop = this.random.chance(SENT_FROM_SHOP) ? this.shopWith(size) : -1;
        if (shop >= 0) this.sell(day, size, WEB, shop);
        else this.lost++;
      }
    }
  }

  /** Units left, all sizes and places. */
  total(): number {
    return this.units.reduce((sum, units) => sum + units, 0);
  }

  at(size: number, place: number): number {
    return this.units[size * this.places + place] ?? 0;
  }

  /** Takes every unit off the shelves; `toWarehouse` keeps them as old stock. Returns the units taken by size. */
  withdraw(toWarehouse: boolean): number[] {
    const taken: number[] = [];
    for (let size = 0; size < this.sizes; size++) {
      let units = 0;
      for (let place = 0; place < this.places; place++) {
        units += this.at(size, place);
        this.units[size * this.places + place] = 0;
      }
      if (toWarehouse) this.move(size, WAREHOUSE, units);
      taken.push(toWarehouse ? 0 : units);
    }
    return taken;
  }

  private sell(day: number, size: number, soldAt: number, takenFrom: number): void {
    this.move(size, takenFrom, -1);
    this.sales.push((day * this.sizes + size) * this.places + soldAt);
    this.sold++;
  }

  private shopWith(size: number): number {
    for (let attempt = 0; attempt < 4; attempt++) {
      const shop = this.drawShop();
      if (this.at(size, shop) > 0) return shop;
    }
    return -1;
  }

  private drawShop(): number {
    return this.shops[drawIndex(this.reach, this.random.uniform())] ?? FIRST_SHOP;
  }

  private move(size: number, place: number, units: number): void {
    const cell = size * this.places + place;
    this.units[cell] = (this.units[cell] ?? 0) + units;
  }
}

/** Cuts `quantity` into whole units by shares: largest remainders, so that the parts sum to it. */
export function splitUnits(quantity: number, shares: readonly number[]): number[] {
  const exact = shares.map((share) => share * quantity);
  const parts = exact.map(Math.floor);
  const order = exact.map((_, i) => i).sort((a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1) || a - b);
  let left = quantity - parts.reduce((sum, part) => sum + part, 0);
  for (const index of order) {
    if (left-- <= 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
  }
  return parts;
}

function cumulated(weights: readonly number[]): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return Float64Array.from(weights, (weight) => (sum += weight / total));
}

/** The first index whose cumulated share reaches `u`. */
function drawIndex(cumulatedShares: Float64Array, u: number): number {
  let low = 0;
  let high = cumulatedShares.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulatedShares[middle] ?? 1) < u) low = middle + 1;
    else high = middle;
  }
  return low;
}

import { WAREHOUSE, WEB } from './world.ts';

/** Share of a delivery that the warehouse keeps, for the web and for replenishment. */
const KEPT_IN_WAREHOUSE = 0.42;
/** Share of what is left of a size that is not sent to the shops. */
const RESERVED_FOR_WEB = 0.1;
/** Chance that a customer who misses her size in a shop has it sent from the warehouse. */
const ORDERED_IN_SHOP = 0.25;
/** Chance that a web order without warehouse stock is tried in the shops. */
export const SENT_FROM_SHOP = 0.6;

/** How customers spread, as a retailer knows it: over sizes, over the shops of a shelf, and on the web. */
export interface Reach {
  sizes: readonly number[];
  shops: readonly number[];
  web: number;
}

/** The units of one product, by size and place, and what happens to them. No cell ever goes below zero. */
export class Shelf {
  readonly units: Int32Array;
  readonly received: Int32Array;
  lost = 0;
  sold = 0;
  readonly shops: readonly number[];
  readonly #sizes: number;
  readonly #places: number;

  constructor(sizes: number, places: number, shops: readonly number[]) {
    this.#sizes = sizes;
    this.#places = places;
    this.shops = shops;
    this.units = new Int32Array(sizes * places);
    this.received = new Int32Array(sizes);
  }

  /** The same units on another shelf, so that several futures can be played from one present. */
  copy(): Shelf {
    const twin = new Shelf(this.#sizes, this.#places, this.shops);
    twin.units.set(this.units);
    twin.received.set(this.received);
    twin.lost = this.lost;
    twin.sold = this.sold;
    return twin;
  }

  /** A delivery: a part stays in the warehouse, each other unit goes to the shop that `drawShop` gives. */
  receive(bySize: readonly number[], drawShop: () => number): void {
    for (let size = 0; size < this.#sizes; size++) {
      const units = bySize[size] ?? 0;
      this.received[size] = (this.received[size] ?? 0) + units;
      const kept = Math.round(units * KEPT_IN_WAREHOUSE);
      this.#move(size, WAREHOUSE, kept);
      for (let unit = kept; unit < units; unit++) this.#move(size, drawShop(), 1);
    }
  }

  /** Sends one unit of each size to the shops that miss it, while the warehouse has more than its share. */
  replenish(): void {
    for (let size = 0; size < this.#sizes; size++) {
      const spare = 1 + RESERVED_FOR_WEB * this.#totalOf(size);
      for (const shop of this.shops) {
        if (this.at(size, WAREHOUSE) <= spare) break;
        if (this.at(size, shop) > 0) continue;
        this.#move(size, WAREHOUSE, -1);
        this.#move(size, shop, 1);
      }
    }
  }

  /** A customer wants a size in a shop. Returns the place where the sale is counted, or −1 when it is lost. */
  serveInShop(size: number, shop: number, luck: number): number {
    if (this.at(size, shop) > 0) return this.#sell(size, shop, shop);
    if (this.at(size, WAREHOUSE) > 0 && luck < ORDERED_IN_SHOP) return this.#sell(size, WAREHOUSE, WEB);
    this.lost++;
    return -1;
  }

  /** A customer wants a size on the web: from the warehouse, else from the first of `candidates` that has it. */
  serveOnWeb(size: number, candidates: ArrayLike<number>): number {
    if (this.at(size, WAREHOUSE) > 0) return this.#sell(size, WAREHOUSE, WEB);
    for (let i = 0; i < candidates.length; i++) {
      const shop = candidates[i] ?? WAREHOUSE;
      if (this.at(size, shop) > 0) return this.#sell(size, shop, WEB);
    }
    this.lost++;
    return -1;
  }

  /** Units left, all sizes and places. */
  total(): number {
    let sum = 0;
    for (const units of this.units) sum += units;
    return sum;
  }

  #totalOf(size: number): number {
    let sum = this.at(size, WAREHOUSE);
    for (const shop of this.shops) sum += this.at(size, shop);
    return sum;
  }

  at(size: number, place: number): number {
    return this.units[size * this.#places + place] ?? 0;
  }

  /** Share of the customers who find their size where they look for it. */
  inStock(reach: Reach): number {
    let found = 0;
    for (let size = 0; size < this.#sizes; size++) {
      let inShops = 0;
      let anywhere = this.at(size, WAREHOUSE) > 0;
      for (let i = 0; i < this.shops.length; i++) {
        if (this.at(size, this.shops[i] ?? WAREHOUSE) <= 0) continue;
        inShops += reach.shops[i] ?? 0;
        anywhere = true;
      }
      found += (reach.sizes[size] ?? 0) * ((1 - reach.web) * inShops + (anywhere ? reach.web : 0));
    }
    return found;
  }

  /** Takes every unit off the shelves; `toWarehouse` keeps them as old stock. Returns the units taken by size. */
  withdraw(toWarehouse: boolean): number[] {
    const taken: number[] = [];
    for (let size = 0; size < this.#sizes; size++) {
      let units = 0;
      for (let place = 0; place < this.#places; place++) {
        units += this.at(size, place);
        this.units[size * this.#places + place] = 0;
      }
      if (toWarehouse) this.#move(size, WAREHOUSE, units);
      taken.push(toWarehouse ? 0 : units);
    }
    return taken;
  }

  #sell(size: number, takenFrom: number, soldAt: number): number {
    this.#move(size, takenFrom, -1);
    this.sold++;
    return soldAt;
  }

  #move(size: number, place: number, units: number): void {
    const cell = size * this.#places + place;
    this.units[cell] = (this.units[cell] ?? 0) + units;
  }
}

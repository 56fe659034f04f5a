import { type Day, dayOf, weekdayOf } from '../calendar/day.ts';
import { SIZE_SCALES } from '../catalogue/sizes.ts';
import { Random } from '../random/random.ts';
import { cumulate, drawIndex, splitUnits } from '../random/shares.ts';
import { DATA_DATE, FIRST_DAYS, HISTORY_START } from './collections.ts';
import { drawShops, plannedMean, priceEffect } from './demand.ts';
import type { DiscountStep, PriceEvent } from './markdowns.ts';
import { deepestPoints, priceEvents, promotionDiscount, soldesDiscount } from './markdowns.ts';
import type { HiddenTruth, Product } from './product.ts';
import type { Reach } from './shelf.ts';
import { SENT_FROM_SHOP, Shelf } from './shelf.ts';
import type { World } from './world.ts';
import { FIRST_SHOP, indexOf } from './world.ts';

/** Units on order, by size, with the day they are due. */
export interface Order {
  day: number;
  units: readonly number[];
}

/** A product's history: what the files contain, and the hidden truth. */
export interface ProductHistory {
  shelf: Shelf;
  /** Sales as day × (sizes × places) + size × places + place, in the order of the days. */
  sales: readonly number[];
  /** Share of days × sizes × shops in stock by week of history, weighted by customers; empty unless kept. */
  availability: Float32Array;
  reach: Reach;
  discounts: readonly DiscountStep[];
  /** Units taken off the shelves at the end of its life, by size. */
  withdrawn: readonly number[];
  orders: readonly Order[];
  /** The shelf as it was on the evening of the days that were counted. */
  counts: readonly { day: Day; shelf: Shelf }[];
  sold_before_soldes: number;
  stock_at_soldes: number;
}

const REPLENISHMENT_DAY = 1;
/** Part of the buy delivered at launch; the rest comes four weeks later. */
const FIRST_DELIVERY = 0.72;

/** Plays one product day by day over the history; its stock is counted on the evening of some days. */
export function simulateProduct(
  random: Random,
  world: World,
  product: Product,
  truth: HiddenTruth,
  count_days: readonly Day[] = [],
): ProductHistory {
  return new Play(random, world, product, truth, count_days).run();
}

class Play {
  readonly #random: Random;
  readonly #world: World;
  readonly #product: Product;
  readonly #truth: HiddenTruth;
  readonly #shelf: Shelf;
  readonly #sales: number[] = [];
  readonly #availability: Float32Array;
  readonly #known: Reach;
  readonly #reach: Float64Array;
  readonly #curve: Float64Array;
  readonly #buyerCurve: readonly number[];
  readonly #discounts: DiscountStep[] = [];
  readonly #orders: Order[] = [];
  readonly #countDays: readonly Day[];
  readonly #counts: { day: Day; shelf: Shelf }[] = [];
  readonly #deliveries: { day: number; units: number }[] = [];
  readonly #events: PriceEvent[];
  readonly #start: number;
  readonly #end: number;
  readonly #buy: number;
  readonly #joinsSoldes: boolean;
  #discount = 0;
  #noise = 1;
  #soldWeekAgo = 0;
  #soldLastWeek = 0;
  #soldBeforeSoldes = 0;
  #stockAtSoldes = 0;

  constructor(random: Random, world: World, product: Product, truth: HiddenTruth, countDays: readonly Day[]) {
    this.#random = random;
    this.#countDays = countDays;
    this.#world = world;
    this.#product = product;
    this.#truth = truth;
    const shops = drawShops(random, world, truth.weekly_rate);
    this.#shelf = new Shelf(product.sizes.length, world.places.length, shops);
    const weights = shops.map((shop) => world.places[shop]?.weight ?? 1);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    this.#reach = cumulate(weights);
    this.#curve = cumulate(truth.size_shares);
    this.#availability = new Float32Array(world.keeps_availability ? Math.ceil(world.days / 7) : 0);
    this.#buyerCurve = SIZE_SCALES[product.subfamily.scale].shares;
    this.#known = {
      sizes: this.#buyerCurve,
      shops: weights.map((weight) => weight / total),
      web: world.style.web_share,
    };
    this.#events = priceEvents(product, HISTORY_START + world.days);
    this.#start = indexOf(product.on_sale);
    this.#end = Math.min(world.days, indexOf(product.withdrawn));
    this.#buy = this.#initialBuy();
    this.#joinsSoldes = product.collection.season !== 'permanent' || random.chance(0.25);
  }

  run(): ProductHistory {
    const first = Math.round(this.#buy * FIRST_DELIVERY);
    this.#receive(first);
    this.#deliveries.push({ day: this.#start + 28, units: this.#buy - first });
    for (let day = this.#start; day < this.#end; day++) {
      // Drawn at the end of the first files' history, whatever is played after it: the past does not move.
      if (day === FIRST_DAYS) this.#lateOrder();
      this.#playDay(day);
      if (this.#countDays.includes(HISTORY_START + day))
        this.#counts.push({ day: HISTORY_START + day, shelf: this.#shelf.copy() });
    }
    if (this.#stockAtSoldes === 0) this.#markSoldes();
    const withdrawn = this.#end < this.#world.days ? this.#shelf.withdraw(this.#keptAsOldStock()) : [];
    if (this.#end === this.#world.days && this.#world.days <= FIRST_DAYS) this.#lateOrder();
    return {
      shelf: this.#shelf,
      sales: this.#sales,
      availability: this.#availability,
      reach: this.#known,
      discounts: this.#discounts,
      withdrawn,
      orders: this.#orders,
      counts: this.#counts,
      sold_before_soldes: this.#soldBeforeSoldes,
      stock_at_soldes: this.#stockAtSoldes,
    };
  }

  #playDay(day: number): void {
    const weekday = weekdayOf(HISTORY_START + day);
    if (weekday === 0 || day === this.#start) this.#newWeek(day);
    for (const delivery of this.#deliveries) {
      if (delivery.day === day) this.#receive(delivery.units);
    }
    for (const event of this.#events) if (indexOf(event.day) === day) this.#changePrice(event);
    if (weekday === REPLENISHMENT_DAY) this.#shelf.replenish();
    if (this.#world.keeps_availability) {
      const week = Math.floor(day / 7);
      this.#availability[week] = (this.#availability[week] ?? 0) + this.#shelf.inStock(this.#known) / 7;
    }
    const mean = this.#dailyMean(day);
    const web = this.#world.style.web_share;
    const inShops = this.#random.poisson(mean * (1 - web) * (this.#world.shopTraffic[day] ?? 1));
    for (let i = 0; i < inShops; i++) {
      const size = this.#drawSize();
      this.#record(day, size, this.#shelf.serveInShop(size, this.#drawShop(), this.#random.uniform()));
    }
    const onWeb = this.#random.poisson(mean * web * (this.#world.webTraffic[day] ?? 1));
    for (let i = 0; i < onWeb; i++) {
      const size = this.#drawSize();
      const tried = this.#random.chance(SENT_FROM_SHOP)
        ? [this.#drawShop(), this.#drawShop(), this.#drawShop()]
        : [];
      this.#record(day, size, this.#shelf.serveOnWeb(size, tried));
    }
  }

  #receive(units: number): void {
    this.#shelf.receive(splitUnits(units, this.#buyerCurve), () => this.#drawShop());
  }

  #record(day: number, size: number, place: number): void {
    if (place >= 0)
      this.#sales.push((day * this.#product.sizes.length + size) * this.#world.places.length + place);
  }

  #drawShop(): number {
    return this.#shelf.shops[drawIndex(this.#reach, this.#random.uniform())] ?? FIRST_SHOP;
  }

  #drawSize(): number {
    return drawIndex(this.#curve, this.#random.uniform());
  }

  /** Expected customers of an average day, before the day's traffic. */
  #dailyMean(day: number): number {
    const inSoldes = this.#inSoldesOf(HISTORY_START + day);
    const price = priceEffect(this.#truth, this.#discount, inSoldes);
    return (
      plannedMean(this.#world, this.#product, this.#truth, day) * this.#truth.frailty * this.#noise * price
    );
  }

  #newWeek(day: number): void {
    const shape = 1 / this.#truth.dispersion;
    this.#noise = this.#random.gamma(shape) / shape;
    this.#soldLastWeek = this.#shelf.sold - this.#soldWeekAgo;
    this.#soldWeekAgo = this.#shelf.sold;
    const permanent = this.#product.collection.season === 'permanent';
    const age = (day - this.#start) / 7;
    if (permanent) this.#reorderPermanent(day);
    else if (Math.floor(age) === 6 && this.#situation().sell_through > 0.42) {
      this.#deliveries.push({
        day: day + 28,
        units: Math.round(this.#buy * this.#random.between(0.15, 0.3)),
      });
    }
  }

  /** Permanents are ordered again when less than six weeks are left, for eight more. */
  #reorderPermanent(day: number): void {
    const weekly = Math.max(1, (this.#soldLastWeek + this.#truth.weekly_rate) / 2);
    const due = this.#deliveries.filter((one) => one.day > day).reduce((sum, one) => sum + one.units, 0);
    if (this.#shelf.total() + due > 6 * weekly) return;
    const units = Math.round(8 * weekly);
    const arrival = day + 7 * this.#random.integer(3, 5);
    this.#deliveries.push({ day: arrival, units });
    if (arrival >= this.#world.days) this.#order(arrival, units);
  }

  #changePrice(event: PriceEvent): void {
    if (event.kind === 'end') {
      // The last price of a sold-out collection stays until it is withdrawn; promotions end.
      if (!this.#inSoldesOf(event.day)) this.#setDiscount(event.day, 0, -1);
      return;
    }
    if (event.kind === 'promotion') {
      if (this.#discount === 0) {
        const draws =
          event.seed === undefined ? this.#random : new Random(event.seed, this.#product.index + 1);
        const depth = promotionDiscount(draws, event, this.#product, this.#situation());
        if (depth > 0) this.#setDiscount(event.day, depth, -1);
      }
      return;
    }
    if (event.round === 0) this.#markSoldes();
    if (!this.#joinsSoldes) return;
    const previous = event.round === 0 ? 0 : this.#discount;
    const chosen = soldesDiscount(
      this.#random,
      event.round,
      previous,
      this.#situation(),
      deepestPoints(this.#product),
    );
    const decided = this.#world.decided.get(this.#product.item_group_id)?.get(event.day);
    this.#setDiscount(event.day, decided ?? chosen, event.round);
  }

  #inSoldesOf(day: number): boolean {
    const soldes = this.#product.collection.soldes;
    return soldes !== null && day >= soldes;
  }

  #setDiscount(from: number, discount: number, round: number): void {
    if (discount === this.#discount && round < 0) return;
    this.#discount = discount;
    this.#discounts.push({ from, discount, round });
  }

  #situation(): { sell_through: number; cover: number } {
    const stock = this.#shelf.total();
    const weekly = Math.max(0.5, this.#shelf.sold - this.#soldWeekAgo, this.#soldLastWeek);
    return { sell_through: this.#shelf.sold / Math.max(1, this.#shelf.sold + stock), cover: stock / weekly };
  }

  #markSoldes(): void {
    this.#soldBeforeSoldes = this.#shelf.sold;
    this.#stockAtSoldes = this.#shelf.total();
  }

  /** The buy covers the season's expected sales at full price and leaves a part for the soldes. */
  #initialBuy(): number {
    if (this.#product.collection.season === 'permanent') return Math.round(this.#truth.weekly_rate * 12);
    const season = indexOf(this.#product.collection.soldes ?? DATA_DATE);
    let expected = 0;
    const known = Math.min(this.#world.days, FIRST_DAYS);
    for (let day = this.#start; day < Math.max(season, this.#start + 70) && day < known; day++) {
      expected += plannedMean(this.#world, this.#product, this.#truth, day);
    }
    return Math.max(40, Math.round(expected / this.#random.between(1, 1.3)));
  }

  #keptAsOldStock(): boolean {
    return this.#product.collection.code === '25H' && this.#random.chance(0.35);
  }

  /** Some products of the current collection are still to be delivered. */
  #lateOrder(): void {
    if (this.#product.collection.season === 'permanent' || !this.#random.chance(0.09)) return;
    const day = indexOf(dayOf('2026-07-13')) + 7 * this.#random.integer(0, 6);
    const units = Math.round(this.#buy * this.#random.between(0.08, 0.22));
    if (day < this.#world.days) this.#deliveries.push({ day, units });
    else this.#order(day, units);
  }

  #order(day: number, units: number): void {
    this.#orders.push({ day: HISTORY_START + day, units: splitUnits(units, this.#buyerCurve) });
  }
}

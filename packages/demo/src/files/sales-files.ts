import { isoOf, weekdayOf } from '../calendar/day.ts';
import { Random } from '../random/random.ts';
import { FIRST_DAYS, HISTORY_START } from '../world/collections.ts';
import { labelCents } from '../world/labels.ts';
import type { DiscountStep } from '../world/markdowns.ts';
import type { Product } from '../world/product.ts';
import type { ProductHistory } from '../world/simulate-product.ts';
import type { World } from '../world/world.ts';
import type { Buffers } from './csv.ts';
import { euros } from './csv.ts';
import { HEADINGS } from './headings.ts';
import { monthOf, skuOf } from './product-files.ts';

/** Weeks that a compact retailer keeps day by day. */
const DETAILED_WEEKS = 13;
/** Share of the sales rows paid with a loyalty voucher, and what it takes off. */
const VOUCHER_SHARE = 0.04;
const VOUCHER = 0.1;
/** What the till says of it: a price that is not open to all. */
const VOUCHER_REASON = 'Carte de fidélité';

/** What the sales writers share. */
export interface SalesSink {
  buffers: Buffers;
  world: World;
  compact: boolean;
  rows: number;
  /** First day of history that is written. */
  since: number;
  seed: number;
}

/** Writes a product's sales: identical day, variant and place make one row; old weeks of a compact retailer one too. */
export function writeSales(sink: SalesSink, random: Random, product: Product, history: ProductHistory): void {
  const { world } = sink;
  const cells = product.sizes.length * world.places.length;
  const keys = Int32Array.from(history.sales.filter((key) => Math.floor(key / cells) >= sink.since)).sort();
  const detailedFrom = sink.compact ? Math.min(world.days, FIRST_DAYS) - 7 * DETAILED_WEEKS : 0;
  const detailed = keys.findIndex((key) => Math.floor(key / cells) >= detailedFrom);
  const split = detailed < 0 ? keys.length : detailed;
  writeWeeks(sink, product, history.discounts, keys.subarray(0, split), cells);
  writeDays(sink, random, product, history.discounts, keys.subarray(split), cells);
}

function writeDays(
  sink: SalesSink,
  random: Random,
  product: Product,
  discounts: readonly DiscountStep[],
  keys: Int32Array,
  cells: number,
): void {
  const { places } = sink.world;
  const skus = product.sizes.map((size) => skuOf(product, size));
  const prices = new PriceWalk(product, discounts);
  let month = '';
  let text: string[] = [];
  for (let i = 0; i < keys.length; ) {
    const key = keys[i] ?? 0;
    let next = i + 1;
    while (next < keys.length && keys[next] === key) next++;
    const day = Math.floor(key / cells);
    const cell = key % cells;
    const dayMonth = monthName(day);
    if (dayMonth !== month) {
      if (text.length > 0) sink.buffers.add(`ventes-${month}.csv`, HEADINGS.sales, text.join(''));
      month = dayMonth;
      text = [];
    }
    // A later day is the same in the files of any later week.
    const own =
      day < FIRST_DAYS ? random : new Random(sink.seed, (product.index + 1) * 1000 + day * 7 + cell);
    const isVoucher = own.chance(VOUCHER_SHARE);
    const amount = Math.round(prices.at(day) * (isVoucher ? 1 - VOUCHER : 1)) * (next - i);
    const size = Math.floor(cell / places.length);
    text.push(
      `${dateName(day)};${skus[size]};${places[cell % places.length]?.code};${next - i};${euros(amount)};${isVoucher ? VOUCHER_REASON : ''}\n`,
    );
    sink.rows++;
    i = next;
  }
  if (text.length > 0) sink.buffers.add(`ventes-${month}.csv`, HEADINGS.sales, text.join(''));
}

function writeWeeks(
  sink: SalesSink,
  product: Product,
  discounts: readonly DiscountStep[],
  keys: Int32Array,
  cells: number,
): void {
  const prices = new PriceWalk(product, discounts);
  let week = -1;
  let units = 0;
  let amount = 0;
  const close = (): void => {
    if (units === 0) return;
    const row = `${dateName(week)};${product.item_group_id};${units};${euros(amount)}\n`;
    sink.buffers.add(`ventes-hebdo-${monthName(week)}.csv`, HEADINGS.weekly_sales, row);
    sink.rows++;
  };
  for (const key of keys) {
    const day = Math.floor(key / cells);
    const monday = day - weekdayOf(HISTORY_START + day);
    if (monday !== week) {
      close();
      week = monday;
      units = 0;
      amount = 0;
    }
    units++;
    amount += prices.at(day);
  }
  close();
}

/** The price paid day after day, in cents; days are asked in order. */
class PriceWalk {
  readonly #steps: readonly DiscountStep[];
  readonly #price: number;
  #next = 0;
  #current: number;

  constructor(product: Product, steps: readonly DiscountStep[]) {
    this.#steps = steps;
    this.#price = product.price_cents;
    this.#current = product.price_cents;
  }

  at(day: number): number {
    for (;;) {
      const step = this.#steps[this.#next];
      if (!step || step.from - HISTORY_START > day) return this.#current;
      this.#current = labelCents(this.#price, step.discount);
      this.#next++;
    }
  }
}

const names: string[] = [];

function dateName(day: number): string {
  const known = names[day];
  if (known) return known;
  const name = isoOf(HISTORY_START + day);
  names[day] = name;
  return name;
}

function monthName(day: number): string {
  return dateName(day).slice(0, 7) || monthOf(day);
}

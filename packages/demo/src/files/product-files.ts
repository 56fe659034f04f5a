import { type Day, isoOf } from '../calendar/day.ts';
import { garmentSvg } from '../garments/garment-svg.ts';
import { DATA_DATE, HISTORY_START, lastSeasonOf } from '../world/collections.ts';
import type { HiddenTruth, Product } from '../world/product.ts';
import type { Shelf } from '../world/shelf.ts';
import type { ProductHistory } from '../world/simulate-product.ts';
import type { World } from '../world/world.ts';
import { WAREHOUSE } from '../world/world.ts';
import { csvLine, euros } from './csv.ts';

/** The variant's code: the product's and its size. */
export function skuOf(product: Product, size: string): string {
  return `${product.item_group_id}-${size.replace(' ans', 'A')}`;
}

/** Name of the picture inside the retailer's folder. Large catalogues share the pictures of equal garments. */
export function photoPath(product: Product, shared: boolean): string {
  const { style, pattern, color } = product;
  const name = shared
    ? `${style.kind}-${pattern}-${color.hex.slice(1).toLowerCase()}`
    : product.item_group_id;
  return `photos/${name}.svg`;
}

export function photoOf(product: Product): string {
  return garmentSvg({ kind: product.style.kind, color: product.color.hex, pattern: product.pattern });
}

/** One row per variant; a missing cost is left empty. */
export function itemRows(
  product: Product,
  history: ProductHistory,
  photo: string,
  missing_cost: boolean,
): string {
  const { subfamily, collection } = product;
  const tags = tagsOf(product, history).join('|');
  return product.sizes
    .map((size) =>
      csvLine([
        product.item_group_id,
        skuOf(product, size),
        product.name,
        product.brand.name,
        subfamily.section,
        subfamily.family,
        subfamily.name,
        product.color_name,
        size,
        product.supplier.name,
        collection.name,
        lastSeasonOf(collection),
        isoOf(product.on_sale),
        euros(product.price_cents),
        euros(product.base_price_cents),
        missing_cost ? '' : euros(product.cost_cents),
        product.supplier.rebate_pct,
        photo,
        tags,
        // Best sellers of the season so far rank first.
        1_000_000 - history.shelf.sold,
        subfamily.department,
        product.material,
        product.pattern,
        product.color.hex,
      ]),
    )
    .join('');
}

/** The stock of the last evening: one row per variant and place that has some. */
export function stockRows(product: Product, { shelf }: ProductHistory, world: World): string {
  return rowsOfShelf(product, shelf, world, HISTORY_START + world.days - 1);
}

/** The stock of the evenings that were counted while its soldes went on; empty for most products. */
export function countRows(product: Product, { counts }: ProductHistory, world: World): string {
  return counts.map(({ day, shelf }) => rowsOfShelf(product, shelf, world, day)).join('');
}

function rowsOfShelf(product: Product, shelf: Shelf, world: World, day: Day): string {
  const date = isoOf(day);
  const rows: string[] = [];
  product.sizes.forEach((size, row) => {
    world.places.forEach((place, column) => {
      const units = shelf.at(row, column);
      if (units > 0) rows.push(`${date};${skuOf(product, size)};${place.code};${units}\n`);
    });
  });
  return rows.join('');
}

/** The catalogue price from the first day of sale. Markdowns show in what customers paid, not here. */
export function priceRows(product: Product): string {
  return csvLine([
    product.item_group_id,
    'FR',
    isoOf(product.on_sale),
    euros(product.price_cents),
    euros(product.base_price_cents),
  ]);
}

/** Units still to be delivered, by variant. */
export function orderRows(product: Product, history: ProductHistory, world: World): string {
  const warehouse = world.places[WAREHOUSE]?.code ?? '';
  return history.orders
    .flatMap((order) =>
      product.sizes.flatMap((size, index) => {
        const units = order.units[index] ?? 0;
        return units > 0 ? [csvLine([skuOf(product, size), isoOf(order.day), units, warehouse])] : [];
      }),
    )
    .join('');
}

/** The line of the hidden truth: what made this product's sales. */
export function truthOf(
  product: Product,
  truth: HiddenTruth,
  history: ProductHistory,
): Record<string, unknown> {
  const round = (value: number): number => Math.round(value * 10_000) / 10_000;
  return {
    item_group_id: product.item_group_id,
    weekly_rate: round(truth.weekly_rate),
    elasticity: round(truth.elasticity),
    markdown_jump: round(truth.markdown_jump),
    frailty: round(truth.frailty),
    soldes_response: round(truth.soldes_response),
    weekly_decay: round(truth.weekly_decay),
    dispersion: round(truth.dispersion),
    season_profile: product.subfamily.profile,
    size_shares: truth.size_shares.map(round),
    received: [...history.shelf.received],
    withdrawn: history.withdrawn,
    lost_units: history.shelf.lost,
    discounts: history.discounts.map((step) => [isoOf(step.from), Math.round(step.discount * 100)]),
  };
}

function tagsOf(product: Product, history: ProductHistory): string[] {
  const tags: string[] = [];
  const { shelf } = history;
  const weeks = (DATA_DATE - product.on_sale) / 7;
  if (product.collection.season === 'permanent') tags.push('Permanent');
  if (weeks < 10) tags.push('Nouveau');
  const through =
    history.sold_before_soldes / Math.max(1, history.sold_before_soldes + history.stock_at_soldes);
  if (through > 0.88 && history.sold_before_soldes > 450) tags.push('Best-seller');
  if (hasBrokenSizes(product, history)) tags.push('Tailles cassées');
  if (/biologique|recyclé/.test(product.material)) tags.push('Éco-conçu');
  if (shelf.total() === 0 && product.withdrawn >= DATA_DATE) tags.push('Épuisé');
  return tags;
}

/** Broken: a middle size is nearly gone while the product as a whole is not. */
function hasBrokenSizes(product: Product, history: ProductHistory): boolean {
  const { shelf } = history;
  if (product.sizes.length < 3 || shelf.total() < 30) return false;
  const middle = product.sizes.map((_, index) => index).slice(1, -1);
  return middle.some(
    (size) => shelf.shops.filter((shop) => shelf.at(size, shop) > 0).length < shelf.shops.length * 0.25,
  );
}

/** Day of history to the month of its sales file. */
export function monthOf(day: number): string {
  return isoOf(HISTORY_START + day).slice(0, 7);
}

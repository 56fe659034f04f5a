import { isoOf } from './calendar/day.ts';
import { BRUME_HEROES } from './catalogue/heroes.ts';
import { Buffers, csvLine } from './files/csv.ts';
import { HEADINGS, PLACE_KIND } from './files/headings.ts';
import {
  countRows,
  itemRows,
  orderRows,
  photoOf,
  photoPath,
  priceRows,
  stockRows,
  truthOf,
} from './files/product-files.ts';
import { ProjectBook } from './files/projects.ts';
import type { SalesSink } from './files/sales-files.ts';
import { writeSales } from './files/sales-files.ts';
import type { FileChunk, ResolvedOptions, RetailerOptions } from './options.ts';
import { resolveOptions } from './options.ts';
import { Random } from './random/random.ts';
import { FIRST_DAYS, FORMER_SUMMER, HISTORY_START, LAST_DAY } from './world/collections.ts';
import type { Drawer } from './world/draw-product.ts';
import { CodeGiver, drawProduct, drawTruth } from './world/draw-product.ts';
import { NameGiver } from './world/naming.ts';
import type { Product } from './world/product.ts';
import type { ProductHistory } from './world/simulate-product.ts';
import { simulateProduct } from './world/simulate-product.ts';
import type { World } from './world/world.ts';
import { buildWorld } from './world/world.ts';

/** Where the hidden truth is kept: apart, so that no import takes it. */
export const TRUTH_PATH = 'verite/verite.json';

/** Share of products without a cost when flaws are asked for. */
const MISSING_COSTS = 0.007;

/** Counts of what was generated. */
export interface GeneratedCounts {
  products: number;
  variants: number;
  places: number;
  sales_rows: number;
  units: number;
  stock_units: number;
}

/**
 * Draws a retailer and gives its files piece by piece, in bounded memory: chunks of one path are to be appended.
 * The same options give the same bytes. With `until`, the files of the days since the first ones: products, sales,
 * stock, orders, as a retailer sends them each week. Returns what was drawn.
 * @throws RangeError on impossible options.
 */
export function* generateRetailer(options: RetailerOptions = {}): Generator<FileChunk, GeneratedCounts> {
  const resolved = resolveOptions(options);
  const world = buildWorld(resolved, (resolved.until ?? LAST_DAY) + 1);
  const factory = new Factory(resolved, world);
  if (resolved.until === null) yield placesFile(world);
  // What is over before the first files end has nothing to tell of the weeks after them.
  const former = resolved.until === null ? resolved.former : 0;
  for (let index = 0; index < resolved.products + former; index++) {
    yield* factory.product(index);
  }
  return yield* factory.finish();
}

class Factory {
  readonly #options: ResolvedOptions;
  readonly #world: World;
  readonly #drawer: Drawer;
  readonly #buffers = new Buffers();
  readonly #sink: SalesSink;
  readonly #projects: ProjectBook;
  readonly #photos = new Set<string>();
  readonly #shared: boolean;
  readonly #counts: GeneratedCounts;

  constructor(options: ResolvedOptions, world: World) {
    this.#options = options;
    this.#world = world;
    this.#shared = options.granularity === 'compact';
    const heroes = options.retailer === 'maison_brume' ? BRUME_HEROES : [];
    this.#drawer = {
      style: world.style,
      names: new NameGiver(heroes.map((hero) => hero.name)),
      codes: new CodeGiver(
        heroes.map((hero) => hero.code),
        options.products > 20_000,
      ),
    };
    const since = options.until === null ? 0 : FIRST_DAYS;
    this.#sink = { buffers: this.#buffers, world, compact: this.#shared, rows: 0, since, seed: options.seed };
    this.#projects = new ProjectBook(options, world);
    this.#counts = {
      products: 0,
      variants: 0,
      places: world.places.length,
      sales_rows: 0,
      units: 0,
      stock_units: 0,
    };
  }

  /** Draws and plays one product; every product has its own stream of randomness. */
  *product(index: number): Generator<FileChunk> {
    const random = new Random(this.#options.seed, index + 1);
    const hero = this.#options.retailer === 'maison_brume' ? BRUME_HEROES[index] : undefined;
    const collection = index < this.#options.products ? undefined : FORMER_SUMMER;
    const product = drawProduct(random, this.#drawer, index, { hero, collection });
    const truth = drawTruth(random, product, this.#world.rate);
    const count_days = this.#options.until === null ? this.#projects.countDays(product) : [];
    const history = simulateProduct(random, this.#world, product, truth, count_days);
    writeSales(this.#sink, random, product, history);
    // Drawn last, so that flaws change nothing else.
    const noCost = this.#options.flaws && random.chance(MISSING_COSTS);
    const photo = photoPath(product, this.#shared);
    this.#buffers.add('produits.csv', HEADINGS.items, itemRows(product, history, photo, noCost));
    if (this.#options.until === null) this.#buffers.add('prix.csv', HEADINGS.prices, priceRows(product));
    this.#buffers.add('stock.csv', HEADINGS.stock, stockRows(product, history, this.#world));
    const counts = countRows(product, history, this.#world);
    if (counts) this.#buffers.add('stock-operations-passees.csv', HEADINGS.past_stock, counts);
    const orders = orderRows(product, history, this.#world);
    if (orders) this.#buffers.add('commandes.csv', HEADINGS.orders, orders);
    const separator = index === 0 ? '' : ',\n';
    this.#buffers.add(
      TRUTH_PATH,
      this.#truthHeader(),
      separator + JSON.stringify(truthOf(product, truth, history)),
    );
    this.#note(product, history);
    if (this.#options.until === null && !this.#photos.has(photo)) {
      this.#photos.add(photo);
      yield { path: photo, text: photoOf(product) };
    }
    yield* this.#buffers.flush();
  }

  *finish(): Generator<FileChunk, GeneratedCounts> {
    this.#buffers.add(TRUTH_PATH, this.#truthHeader(), '\n] }\n');
    yield* this.#buffers.flush(true);
    if (this.#options.until !== null) return { ...this.#counts, sales_rows: this.#sink.rows };
    const projects = this.#projects.definitions();
    yield { path: 'projets.json', text: `${JSON.stringify({ projects }, null, 1)}\n` };
    return { ...this.#counts, sales_rows: this.#sink.rows };
  }

  #note(product: Product, history: ProductHistory): void {
    this.#counts.products++;
    this.#counts.variants += product.sizes.length;
    this.#counts.units += history.shelf.sold;
    this.#counts.stock_units += history.shelf.total();
    this.#projects.note(product, history.discounts);
  }

  #truthHeader(): string {
    const { retailer, seed, products, granularity } = this.#options;
    const facts = {
      retailer,
      seed,
      products,
      granularity,
      data_date: isoOf(this.#options.until ?? LAST_DAY),
      history_start: isoOf(HISTORY_START),
    };
    return `{ "options": ${JSON.stringify(facts)}, "products": [\n`;
  }
}

function placesFile(world: World): FileChunk {
  const rows = world.places.map((place) =>
    csvLine([place.code, place.name, PLACE_KIND[place.kind], place.country, place.city]),
  );
  return { path: 'places.csv', text: HEADINGS.places + rows.join('') };
}

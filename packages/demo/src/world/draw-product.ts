import type { Day } from '../calendar/day.ts';
import { dayOf, weekdayOf } from '../calendar/day.ts';
import { CLOTH_COLORS } from '../catalogue/colors.ts';
import type { Brand, RetailerStyle, SeasonProfile, Subfamily } from '../catalogue/definitions.ts';
import type { Hero } from '../catalogue/heroes.ts';
import { SIZE_SCALES } from '../catalogue/sizes.ts';
import type { Random } from '../random/random.ts';
import { COLLECTIONS, HISTORY_START } from './collections.ts';
import { colorLabel, drawColor, drawPattern, type NameGiver } from './naming.ts';
import type { Collection, HiddenTruth, Product } from './product.ts';

/** Prices end in 9,99 or 5,99 up to 60 €, then in 9,99 or 4,99, then in 9,00. */
const PRICE_POINTS: readonly number[] = [
  9.99, 12.99, 15.99, 17.99, 19.99, 22.99, 25.99, 29.99, 32.99, 35.99, 39.99, 45.99, 49.99, 54.99, 59.99,
  64.99, 69.99, 79.99, 89.99, 99.99, 109.99, 119.99, 129.99, 139.99, 149, 159, 169, 179, 189, 199, 219, 229,
  249, 269, 299, 329,
];

const MATERIALS: Record<Subfamily['cloth'], readonly string[]> = {
  plain: ['Coton', 'Viscose', 'Lin', 'Lyocell', 'Polyester recyclé'],
  print: ['Viscose', 'Coton', 'Crêpe', 'Lin', 'Satin'],
  knit: ['Coton', 'Mérinos', 'Coton biologique', 'Alpaga', 'Acrylique et laine'],
  shirt: ['Popeline de coton', 'Lin', 'Chambray', 'Flanelle'],
  coat: ['Laine', 'Gabardine de coton', 'Laine et cachemire', 'Viscose et lin'],
  leather: ['Cuir de vachette', 'Cuir velours', 'Cuir grainé', 'Toile et cuir'],
  denim: ['Denim', 'Denim stretch', 'Denim recyclé'],
};

/** What the products of one retailer share while they are drawn. */
export interface Drawer {
  style: RetailerStyle;
  names: NameGiver;
  codes: CodeGiver;
}

/** What is known of a product before it is drawn: all of it, its collection, or nothing. */
interface Known {
  hero?: Hero | undefined;
  collection?: Collection | undefined;
}

/** Draws the identity of product number `index`. */
export function drawProduct(random: Random, drawer: Drawer, index: number, known: Known = {}): Product {
  const { hero } = known;
  const collection = hero ? first(COLLECTIONS) : (known.collection ?? drawCollection(random));
  const subfamily = hero
    ? proveFound(drawer.style.subfamilies.find((one) => one.name === hero.subfamily))
    : drawSubfamily(random, drawer.style.subfamilies, collection);
  const brand = hero
    ? proveFound(drawer.style.brands.find((one) => hero.code.startsWith(one.code)))
    : drawBrand(random, drawer.style.brands, subfamily);
  const style = hero
    ? proveFound(subfamily.styles.find((one) => one.label === hero.style))
    : random.pick(subfamily.styles);
  const pattern =
    hero?.pattern ?? (/marin/i.test(style.label) ? 'mariniere' : drawPattern(random, subfamily.cloth));
  const color = hero
    ? proveFound(CLOTH_COLORS.find((one) => one.name === hero.color))
    : drawColor(random, subfamily.cloth, pattern, subfamily.names);
  const price = hero ? hero.price : drawPrice(random, subfamily.price * brand.price_level);
  const price_cents = Math.round(price * 100);
  return {
    index,
    item_group_id: hero?.code ?? drawer.codes.give(`${brand.code}-${collection.code}`),
    name: hero?.name ?? drawer.names.give(random, style, pattern, subfamily.names),
    brand,
    subfamily,
    style,
    color,
    color_name: colorLabel(color, pattern),
    pattern,
    sizes: SIZE_SCALES[subfamily.scale].sizes,
    supplier: random.pick(drawer.style.suppliers),
    collection,
    on_sale: hero ? dayOf(hero.on_sale) : drawLaunch(random, collection),
    withdrawn:
      collection.withdrawn - (collection.soldes && collection.code !== '26E' ? 7 * random.integer(0, 3) : 0),
    price_cents,
    base_price_cents: Math.round(price_cents / 1.2),
    cost_cents: Math.round(price_cents / random.between(3.1, 4.4)),
    material: random.pick(MATERIALS[subfamily.cloth]),
  };
}

function drawCollection(random: Random): Collection {
  return COLLECTIONS[random.weighted(COLLECTIONS.map((one) => one.share))] ?? first(COLLECTIONS);
}

/** Draws what made the product sell; `rate` is the retailer's median in units a week. */
export function drawTruth(random: Random, product: Product, rate: number): HiddenTruth {
  const { subfamily, collection } = product;
  // Cheaper products sell more; permanents are the proven ones.
  const cheap = (60 / (product.price_cents / 100)) ** 0.35;
  const proven = collection.season === 'permanent' ? 1.25 : 1;
  const weekly_rate = clamp(random.logNormal(rate * cheap * proven * collection.rate_factor, 0.5), 2.5, 90);
  const shares = SIZE_SCALES[subfamily.scale].shares.map((share) => share * random.logNormal(1, 0.12));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return {
    weekly_rate,
    elasticity: clamp(subfamily.elasticity + 0.4 * random.normal(), -4, -0.8),
    markdown_jump: clamp(0.14 + 0.08 * random.normal(), 0, 0.4),
    frailty: collection.season === 'permanent' ? random.gamma(20) / 20 : random.gamma(12) / 12,
    weekly_decay: collection.season === 'permanent' ? 0 : -random.between(0.008, 0.03),
    dispersion: random.between(0.03, 0.18),
    soldes_response: random.gamma(9) / 9,
    size_shares: shares.map((share) => share / total),
  };
}

const PEAKS: Record<SeasonProfile, readonly [peak: number, strength: number]> = {
  summer: [0.43, 0.62],
  spring: [0.28, 0.25],
  winter: [0.93, 0.62],
  all_year: [0.4, 0.06],
};

/** The season index of a subfamily at a fraction of the year: a von Mises wave of mean about 1. */
export function seasonIndex(profile: SeasonProfile, fraction: number): number {
  const [peak, strength] = PEAKS[profile];
  return Math.exp(strength * Math.cos(2 * Math.PI * (fraction - peak)) - (strength * strength) / 4);
}

/** Codes as AU-26E-4417: brand, collection, number. Numbers look drawn and never repeat. */
export class CodeGiver {
  readonly #counters = new Map<string, number>();
  readonly #taken: ReadonlySet<string>;
  readonly #wide: boolean;

  constructor(taken: Iterable<string>, wide: boolean) {
    this.#taken = new Set(taken);
    this.#wide = wide;
  }

  give(prefix: string): string {
    const [low, span, stride] = this.#wide ? [100_000, 900_000, 523_987] : [1_000, 9_000, 3_571];
    for (;;) {
      const count = this.#counters.get(prefix) ?? 0;
      if (count >= span) throw new RangeError(`no code left for ${prefix}`);
      this.#counters.set(prefix, count + 1);
      const code = `${prefix}-${low + ((count * stride + prefix.charCodeAt(0) * 37) % span)}`;
      if (!this.#taken.has(code)) return code;
    }
  }
}

function drawSubfamily(random: Random, subfamilies: readonly Subfamily[], collection: Collection): Subfamily {
  const weights = subfamilies.map((one) => {
    if (collection.season === 'summer') return one.summer;
    if (collection.season === 'winter') return one.winter;
    return one.profile === 'all_year' || one.profile === 'spring' ? one.summer + one.winter : 0;
  });
  return subfamilies[random.weighted(weights)] ?? first(subfamilies);
}

function drawBrand(random: Random, brands: readonly Brand[], subfamily: Subfamily): Brand {
  const key = `${subfamily.section}/${subfamily.department}`;
  return brands[random.weighted(brands.map((brand) => brand.shares[key] ?? 0))] ?? first(brands);
}

function drawPrice(random: Random, median: number): number {
  const wanted = random.logNormal(median, 0.22);
  return PRICE_POINTS.reduce((best, point) =>
    Math.abs(point - wanted) < Math.abs(best - wanted) ? point : best,
  );
}

/** Launches are on Thursdays, more of them early in the season. */
function drawLaunch(random: Random, collection: Collection): Day {
  const [from, to] = collection.launches;
  const day = Math.round(from + (to - from) * random.uniform() ** 1.35);
  return Math.max(HISTORY_START, day - ((weekdayOf(day) + 4) % 7));
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

function first<T>(items: readonly T[]): T {
  return proveFound(items[0]);
}

function proveFound<T>(item: T | undefined): T {
  if (item === undefined) throw new RangeError('the catalogue lacks an expected entry');
  return item;
}

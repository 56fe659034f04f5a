import { type Day, dayOf, isoOf } from './calendar/day.ts';
import { readDecided } from './files/price-files.ts';
import { LAST_DAY } from './world/collections.ts';

/** A demo retailer that can be generated. */
export type RetailerKey = 'maison_brume' | 'atelier_lisiere';

/**
 * How finely sales are written.
 * - `full`: day × variant × place over the whole history.
 * - `compact`: day × variant × place over the last 13 weeks, week × product before; fewer shops, slower sales.
 */
export type Granularity = 'full' | 'compact';

/** What a caller may choose; everything else follows from the seed. */
export interface RetailerOptions {
  retailer?: RetailerKey;
  /** Products in the whole catalogue, past seasons included (default 2,000; 320 for Atelier Lisière). */
  products?: number;
  /**
   * Products of the summer that the history opens on, drawn after the others, whose histories they leave as they are:
   * with them a season that is over has one before it to be read against (default 0).
   */
  former?: number;
  /** Default 1; 7 for Atelier Lisière. */
  seed?: number;
  /** Default: `full` up to 5,000 products, `compact` above. */
  granularity?: Granularity;
  /** Leaves a few costs out, as real files do (default false). */
  flaws?: boolean;
  /** Plays on until that day, YYYY-MM-DD, and writes what came since the first files alone. */
  until?: string;
  /** The price files that the shops were given: the discounts of the rounds that are played on. */
  price_files?: readonly string[];
}

/** Options with every default applied. */
export interface ResolvedOptions {
  retailer: RetailerKey;
  products: number;
  former: number;
  seed: number;
  granularity: Granularity;
  flaws: boolean;
  /** The last day played when it is after the first files'; else null. */
  until: Day | null;
  decided: ReadonlyMap<string, ReadonlyMap<Day, number>>;
}

/** A piece of a file, in order: chunks of one `path` are appended. */
export interface FileChunk {
  /** Path inside the retailer's folder, `/` separated. */
  path: string;
  text: string;
}

/** What was written, for the command line and the tests. */
export interface RetailerReport {
  folder: string;
  products: number;
  variants: number;
  places: number;
  sales_rows: number;
  units: number;
  stock_units: number;
  files: number;
  bytes: number;
}

/** The largest catalogue that keeps day × variant × place sales below about 1.5 million rows. */
export const FULL_DETAIL_PRODUCTS = 5_000;

const DEFAULT_PRODUCTS: Record<RetailerKey, number> = { maison_brume: 2_000, atelier_lisiere: 320 };
const DEFAULT_SEED: Record<RetailerKey, number> = { maison_brume: 1, atelier_lisiere: 7 };

/**
 * Applies the defaults.
 * @throws RangeError when `until` is not after the first files, `products` is not an integer from 20 to 1,000,000, `former` not one up to it, or `seed` not a safe integer.
 */
export function resolveOptions(options: RetailerOptions = {}): ResolvedOptions {
  const retailer = options.retailer ?? 'maison_brume';
  const products = options.products ?? DEFAULT_PRODUCTS[retailer];
  const seed = options.seed ?? DEFAULT_SEED[retailer];
  if (!Number.isInteger(products) || products < 20 || products > 1_000_000) {
    throw new RangeError(`products must be an integer from 20 to 1000000, not ${products}`);
  }
  const former = options.former ?? 0;
  if (!Number.isInteger(former) || former < 0 || former > products)
    throw new RangeError(`former must be an integer from 0 to the number of products, not ${former}`);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed must be an integer, not ${seed}`);
  const granularity = options.granularity ?? (products <= FULL_DETAIL_PRODUCTS ? 'full' : 'compact');
  return {
    ...{ retailer, products, former, seed, granularity, flaws: options.flaws ?? false },
    until: options.until === undefined ? null : readUntil(options.until),
    decided: readDecided(options.price_files ?? []),
  };
}

/** Further than this nothing is told: the calendar of events ends. */
const LAST_UNTIL = dayOf('2026-12-31');

function readUntil(text: string): Day {
  const day = dayOf(text);
  if (!Number.isInteger(day) || day <= LAST_DAY || day > LAST_UNTIL)
    throw new RangeError(
      `until must be a day from ${isoOf(LAST_DAY + 1)} to ${isoOf(LAST_UNTIL)}, not ${text}`,
    );
  return day;
}

import type { PricePage } from '@palier/contract';
import type { Deps } from '../../../deps.ts';
import { viewOf } from '../../../scope.ts';
import { nullIfMissing } from '../../facts/index.ts';
import type { Listing } from '../../listing/index.ts';
import { makeBook, type PriceBook } from './book.ts';
import { type KeptPrices, unpackPrices } from './kept.ts';
import type { Pricing } from './pricing.ts';
import { type PriceFileRow, readContent } from './repository.ts';

type Places = PricePage['summary']['places'];

/** A book with the shops whose labels change. */
export interface OpenBook {
  book: PriceBook;
  places: Places;
}

/** Where the labels of a stock whose file names no place are. */
const NO_PLACE_NAME = 'Magasin non précisé';

/** Books remembered: a few people look at a few phases. */
const MOST_BOOKS = 8;

/** Prices of phases read whole, once for each state of the decisions and facts that they are made from. */
export class PriceBooks {
  readonly #deps: Pick<Deps, 'facts'>;
  readonly #listing: Listing;
  readonly #known = new Map<string, Promise<OpenBook>>();

  constructor(deps: Pick<Deps, 'facts'>, listing: Listing) {
    this.#deps = deps;
    this.#listing = listing;
  }

  /**
   * The prices of a phase, against a file when one is given. @throws 409 before the first snapshot, 422
   * @param codes of the places that the file has rows for; null where they are by price list
   */
  open(pricing: Pricing, last: PriceFileRow | null, codes: string | null): Promise<OpenBook> {
    const key = keyOf(pricing, last, codes);
    const found = this.#known.get(key) ?? this.#make(pricing, last, codes);
    this.#known.delete(key);
    this.#known.set(key, found);
    found.catch(() => this.#known.delete(key));
    for (const oldest of [...this.#known.keys()].slice(0, -MOST_BOOKS)) this.#known.delete(oldest);
    return found;
  }

  async #make(pricing: Pricing, last: PriceFileRow | null, codes: string | null): Promise<OpenBook> {
    const { db, project } = pricing;
    const former = last && (await readKept(db, project, last));
    const book = await this.#listing.query(project, (facts) => makeBook(pricing, facts, former, codes));
    return { book, places: await this.#placesOf(pricing, book) };
  }

  async #placesOf({ project, row }: Pricing, { lines }: PriceBook): Promise<Places> {
    const item_group_ids = lines
      .filter(({ label_count }) => label_count !== null)
      .map(({ item_group_id }) => item_group_id);
    const data_date = row.snapshot_summary?.data_date;
    if (item_group_ids.length === 0 || !data_date) return [];
    const inventory_codes = row.selection.inventories ?? [];
    const stock = await this.#deps.facts
      .useCounted(project, (warehouse) => warehouse.shopStock({ item_group_ids, data_date, inventory_codes }))
      .catch(nullIfMissing);
    return (stock ?? []).map(({ code, name, quantity }) => ({
      ...{ code, name: name || NO_PLACE_NAME, label_count: Math.round(quantity) },
    }));
  }
}

/** Every price of a file's phase, as it found them. */
export async function readKept(
  db: Pricing['db'],
  project: Pricing['project'],
  { price_file_id, project_phase, first_day, last_day }: PriceFileRow,
): Promise<KeptPrices> {
  const prices = await unpackPrices(await readContent(db, project, price_file_id, 'prices'));
  return { project_phase, first_day, last_day, prices };
}

/** All that a book is made from: what changes one of these changes the key. */
function keyOf({ project, row, phase }: Pricing, last: PriceFileRow | null, codes: string | null): string {
  const { project_id, version, snapshot_version, working_phase } = row;
  return JSON.stringify([
    ...[project_id, version, snapshot_version, working_phase, phase, last?.price_file_id ?? null, codes],
    ...[viewOf(project), row.selection, row.catalog_currency],
  ]);
}

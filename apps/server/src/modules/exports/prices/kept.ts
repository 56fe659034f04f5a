import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { isSamePrice, type PricePoint, type PriceRow, priceKey } from '@palier/domain';

/** A price of a file as it is kept beside the file, to say later what has changed. */
export type KeptPrice = PricePoint &
  Pick<PriceRow, 'item_group_id' | 'item_id' | 'size' | 'title' | 'brand' | 'price_list' | 'places'>;

/** Every price of a phase as a file found them; days are YYYY-MM-DD. */
export interface KeptPrices {
  project_phase: number;
  first_day: string;
  last_day: string;
  /** By `priceKey`. */
  prices: ReadonlyMap<string, KeptPrice>;
}

/** What of a row is kept, with the codes of the places that its file has rows for. */
export function keptPrice(row: PriceRow, codes: string | null): KeptPrice {
  const { item_group_id, item_id, size, title, brand, price_list } = row;
  const places = codes ?? row.places;
  const { selling_price, prior_price, price, announced_pct, currency } = row;
  return {
    ...{ item_group_id, item_id, size, title, brand, price_list, places },
    ...{ selling_price, prior_price, price, announced_pct, currency },
  };
}

/** Prices as bytes; `unpackPrices` reads them. */
export async function packPrices(prices: readonly KeptPrice[]): Promise<Uint8Array> {
  return promisify(gzip)(prices.map((one) => JSON.stringify(one)).join('\n'));
}

export async function unpackPrices(bytes: Uint8Array): Promise<Map<string, KeptPrice>> {
  const text = (await promisify(gunzip)(bytes)).toString('utf8');
  const prices = text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as KeptPrice);
  return new Map(prices.map((one) => [priceKey(one), one]));
}

/** A till may go by the product's code, or by it and the size: what is called otherwise is said again. */
const isNamedAlike = (one: KeptPrice, other: PriceRow): boolean =>
  one.item_group_id === other.item_group_id && one.size === other.size;

/**
 * What a file of changes holds of a row, and what went: a price that differs, one whose days are others in the same
 * phase, one of a file by place whose places are others, one of another product code or size, and one that is no more. A price that goes on from one phase to the next is no change: its label stays.
 */
export class PriceDifference {
  readonly #former: KeptPrices;
  readonly #gone: Map<string, KeptPrice>;
  readonly #moved: boolean;

  /** @param codes of the places that rows are for; null where they are by price list */
  constructor(
    former: KeptPrices,
    phase: { index: number; first_day: string; last_day: string },
    codes: string | null,
  ) {
    this.#former = former;
    this.#gone = new Map(former.prices);
    const [one] = former.prices.values();
    const hasMoved =
      former.project_phase === phase.index &&
      (former.first_day !== phase.first_day || former.last_day !== phase.last_day);
    this.#moved = hasMoved || (codes !== null && one !== undefined && one.places !== codes);
  }

  /** Whether a row with a price says something else than the former file. Each row is asked once. */
  isNew(row: PriceRow): boolean {
    const key = priceKey(row);
    this.#gone.delete(key);
    const before = this.#former.prices.get(key);
    return this.#moved || !before || !isNamedAlike(before, row) || !isSamePrice(before, row);
  }

  /** Prices of the former file of which no row spoke, once all were asked. */
  gone(): KeptPrice[] {
    return [...this.#gone.values()];
  }
}

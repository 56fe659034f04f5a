import type { PriceRow } from './row.ts';

export const PRICE_ROWS_BY = ['price_list', 'country', 'place'] as const;
/** What a variant has a row of a price file for: its price list, or each country or place that sells at it. */
export type PriceRowsBy = (typeof PRICE_ROWS_BY)[number];

export const PRICE_ROWS_BY_LABELS: Readonly<Record<PriceRowsBy, string>> = {
  price_list: 'Une par tarif',
  country: 'Une par pays',
  place: 'Une par lieu de vente',
};

/** A place that sells. */
export interface SellingPlace {
  code: string;
  name: string;
  country: string | null;
  /** null: not said. */
  currency: string | null;
}

/** Whether a place sells in a currency, as far as is known. */
export const sellsIn = ({ currency }: SellingPlace, wanted: string): boolean =>
  currency === null || currency === wanted;

/** Places that rows of a file are of, as the file calls them. */
export type PlaceGroup = Pick<PriceRow, 'places'> & { place_name: string };

const NO_COUNTRY = 'Pays non renseigné';

/** Places that a file has rows for, by name of the country or code of the place; null where its rows are by price list. */
export function placeGroups(places: readonly SellingPlace[], by: PriceRowsBy): PlaceGroup[] | null {
  if (by === 'price_list') return null;
  const ordered = [...places].sort((one, other) => (one.code < other.code ? -1 : 1));
  if (by === 'place') return ordered.map(({ code, name }) => ({ places: code, place_name: name }));
  const countries = Map.groupBy(ordered, ({ country }) => country ?? NO_COUNTRY);
  return [...countries]
    .sort(([one], [other]) => one.localeCompare(other, 'fr'))
    .map(([place_name, of]) => ({ place_name, places: of.map(({ code }) => code).join(', ') }));
}

/** The rows of a file by place of rows by price list: all those of a variant together. */
export function rowsOfPlaces(rows: readonly PriceRow[], groups: readonly PlaceGroup[] | null): PriceRow[] {
  return groups ? rows.flatMap((row) => groups.map((group) => ({ ...row, ...group }))) : [...rows];
}

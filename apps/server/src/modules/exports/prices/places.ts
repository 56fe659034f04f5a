import {
  countOf,
  type PlaceGroup,
  type PriceRow,
  type PriceRowsBy,
  placeGroups,
  rowsOfPlaces,
  type SellingPlace,
  sellsIn,
} from '@palier/domain';
import type { Deps } from '../../../deps.ts';
import { refused } from '../../../http/errors.ts';
import { nullIfMissing } from '../../facts/index.ts';
import { priceListName } from '../priced-lines.ts';
import type { KeptPrice, KeptPrices } from './kept.ts';
import { goneRow, type Pricing } from './pricing.ts';

/** The places that a file has rows for. */
export interface FilePlaces {
  by: PriceRowsBy;
  /** null where rows are by price list. */
  groups: PlaceGroup[] | null;
  /** Their codes, as they are kept with the file; null where rows are by price list. */
  codes: string | null;
  /** Every place of the organisation that sells. */
  known: readonly SellingPlace[];
}

/** The places that a project's file has rows for: all those that sell in its currency where the project names none. */
export async function placesOfFile(
  { facts }: Pick<Deps, 'facts'>,
  { project, row }: Pick<Pricing, 'project' | 'row'>,
  by: PriceRowsBy,
): Promise<FilePlaces> {
  if (by === 'price_list') return { by, groups: null, codes: null, known: [] };
  const known = await placesThatSell({ facts }, project);
  const places = chosenPlaces(row, known) ?? known.filter((place) => sellsIn(place, row.catalog_currency));
  return { by, groups: placeGroups(places, by), codes: codesOf(places), known };
}

/** Every place of the organisation that sells. */
export async function placesThatSell(
  { facts }: Pick<Deps, 'facts'>,
  project: Pricing['project'],
): Promise<SellingPlace[]> {
  const known = facts.useWarehouse(project, (warehouse) => warehouse.salesLocations());
  return (await known.catch(nullIfMissing)) ?? [];
}

/** The places that a project names, with their names; null where it takes all of them. */
export function chosenPlaces(
  { selection }: Pick<Pricing['row'], 'selection'>,
  known: readonly SellingPlace[],
): SellingPlace[] | null {
  const chosen = selection.sales_locations ?? [];
  return chosen.length > 0 ? placesOf(chosen, known) : null;
}

const codesOf = (places: readonly SellingPlace[]): string =>
  places
    .map(({ code }) => code)
    .sort()
    .join(', ');

/** @throws 422 for places that the project names and that sell in another currency than its price list's */
export function requireOneCurrency(places: readonly SellingPlace[] | null, row: Pricing['row']): void {
  const others = (places ?? []).filter((place) => !sellsIn(place, row.catalog_currency));
  const [first] = others;
  if (!first) return;
  const more = others.length > 1 ? ` et ${countOf(others.length - 1, 'autre lieu', 'autres lieux')}` : '';
  throw refused(
    `«\u202f${first.name}\u202f» vend en ${first.currency}${more ? `,${more} dans une autre devise` : ''}, et ce projet est au ${priceListName(row)}, en ${row.catalog_currency}\u202f: retirez du projet ce qui n’est pas à ce tarif, et faites-lui un projet au sien.`,
  );
}

/** Places by their codes; one that no file names has its code for a name. */
function placesOf(codes: readonly string[], known: readonly SellingPlace[]): SellingPlace[] {
  const named = new Map(known.map((place) => [place.code, place]));
  return codes.map((code) => named.get(code) ?? { code, name: code, country: null, currency: null });
}

/** What a file of changes says of the prices that went, and of the places that are no longer in the project. */
export function goneRows(
  former: KeptPrices,
  gone: readonly KeptPrice[],
  { by, groups, known }: FilePlaces,
  phase: Pricing['phase'],
): PriceRow[] {
  const rows = (prices: Iterable<KeptPrice>): PriceRow[] => [...prices].map((price) => goneRow(price, phase));
  if (!groups) return rows(gone);
  const [one] = former.prices.values();
  const before = one?.places ? placeGroups(placesOf(one.places.split(', '), known), by) : groups;
  const left = new Set(groups.map(({ place_name, places }) => (by === 'place' ? places : place_name)));
  const withdrawn = (before ?? []).filter(
    ({ place_name, places }) => !left.has(by === 'place' ? places : place_name),
  );
  const isGone = new Set(gone);
  const stay = [...former.prices.values()].filter((price) => !isGone.has(price));
  return [...rowsOfPlaces(rows(gone), before), ...rowsOfPlaces(rows(stay), withdrawn)];
}

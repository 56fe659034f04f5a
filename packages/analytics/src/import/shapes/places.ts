import type { CsvLine } from '../dialect.ts';
import { meaningOf } from '../recognition/meaning.ts';
import { profileOf } from '../recognition/values.ts';
import { filledCells } from './row.ts';

/** What a column of a place may say beside its name. */
const OF_A_PLACE = new Set<string>(['place', 'warehouse', 'city', 'channel', 'code']);
const SUM =
  /^(total|totaux|total general|somme|summe|suma|totale|totaal|ensemble|tous magasins|all stores)$/i;
const FEWEST_ROWS = 3;
/** Of the rows, for a column to be the sum of others. */
const MOSTLY = 0.9;

const numberOf = (cell: string | undefined): number =>
  Number((cell ?? '').replace(/\s/g, '').replace(',', '.')) || 0;

function namesAPlace(heading: string): boolean {
  const { concepts } = meaningOf(heading);
  return heading.trim() !== '' && [...concepts].every((concept) => OF_A_PLACE.has(concept));
}

/**
 * The columns that are places: counts under names that mean nothing else, whose total stands beside them. Without that
 * proof a name is no place.
 */
export function placeColumns(headings: readonly string[], rows: readonly CsvLine[]): number[] {
  const total = headings.findIndex((heading) => SUM.test(heading.trim()));
  const filled = rows.filter(({ row }) => filledCells(row).length > 2);
  if (total < 0 || filled.length < FEWEST_ROWS) return [];
  const counted = headings.flatMap((heading, position) => {
    const { whole, filled: some } = profileOf(filled.map(({ row }) => row[position] ?? ''));
    return position !== total && namesAPlace(heading) && some > 0 && whole >= MOSTLY ? [position] : [];
  });
  const sums = (positions: readonly number[]): boolean =>
    filled.filter(({ row }) => {
      const sum = positions.reduce((all, position) => all + numberOf(row[position]), 0);
      return Math.abs(sum - numberOf(row[total])) < 1e-6;
    }).length >=
    filled.length * MOSTLY;
  // A code of figures may stand before them.
  for (let first = 0; first < counted.length - 1; first++)
    if (sums(counted.slice(first))) return counted.slice(first);
  return [];
}

/** A first word, and the rest of a heading. */
const PARTED = /^([\p{L}]+)[ _-]+(.+)$/u;

interface PlaceOfStock {
  position: number;
  word: string;
  place: string;
  /** Whether its heading alone says that it is a place. */
  is_own: boolean;
}

const OF_ALL_PLACES = /\btot(al|ale)?\b|gesamt/i;

/**
 * The stocks that a column of their total proves to be all of them, those of a channel (« Stock web ») included; none
 * where they do not add up to it; those that say a place, where no total stands beside them.
 */
function provedByTotal(
  found: readonly PlaceOfStock[],
  headings: readonly string[],
  rows: readonly CsvLine[],
): readonly PlaceOfStock[] {
  const own = found.filter(({ is_own }) => is_own);
  const total = headings.findIndex(
    (heading) => OF_ALL_PLACES.test(heading) && meaningOf(heading).concepts.has('stock'),
  );
  const filled = rows.filter(({ row }) => filledCells(row).length > 2);
  if (total < 0 || own.length === 0 || filled.length < FEWEST_ROWS) return own;
  const addUp = (places: readonly PlaceOfStock[]): boolean =>
    filled.filter(
      ({ row }) =>
        Math.abs(
          places.reduce((sum, { position }) => sum + numberOf(row[position]), 0) - numberOf(row[total]),
        ) < 1e-6,
    ).length >=
    filled.length * MOSTLY;
  return [own, found].find(addUp) ?? [];
}

/** The columns of a stock named with the place they are of, and that place: nothing else is said after « Stock ». */
export function stocksOfPlaces(headings: readonly string[], rows: readonly CsvLine[]): Map<number, string> {
  const found = headings.flatMap((heading, position) => {
    const [, word = '', place = ''] = PARTED.exec(heading.trim()) ?? [];
    const { concepts, unknown } = meaningOf(heading);
    const isOne =
      place !== '' &&
      !OF_ALL_PLACES.test(heading) &&
      meaningOf(word).concepts.has('stock') &&
      [...concepts].every((concept) => concept === 'stock' || OF_A_PLACE.has(concept));
    const is_own = unknown > 0 || concepts.has('place') || concepts.has('warehouse') || concepts.has('city');
    const { whole, filled } = profileOf(rows.map(({ row }) => row[position] ?? ''));
    const isChannel = meaningOf(place).concepts.has('channel');
    return isOne && (is_own || isChannel) && filled > 0 && whole >= MOSTLY
      ? [{ position, word: word.toLowerCase(), place, is_own }]
      : [];
  });
  const [first] = found;
  return new Map(
    provedByTotal(found, headings, rows)
      .filter(({ word }) => word === first?.word)
      .map(({ position, place }) => [position, place.replace(/_/g, ' ')]),
  );
}

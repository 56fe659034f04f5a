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

/** The columns of a stock named with the place they are of, and that place: nothing else is said after « Stock ». */
export function stocksOfPlaces(headings: readonly string[], rows: readonly CsvLine[]): Map<number, string> {
  const found = headings.flatMap((heading, position) => {
    const [, word = '', place = ''] = PARTED.exec(heading.trim()) ?? [];
    const { concepts, unknown } = meaningOf(heading);
    const isOwn =
      place !== '' &&
      meaningOf(word).concepts.has('stock') &&
      [...concepts].every((concept) => concept === 'stock' || OF_A_PLACE.has(concept)) &&
      (unknown > 0 || concepts.has('place') || concepts.has('warehouse') || concepts.has('city'));
    const { whole, filled } = profileOf(rows.map(({ row }) => row[position] ?? ''));
    return isOwn && filled > 0 && whole >= MOSTLY ? [{ position, word: word.toLowerCase(), place }] : [];
  });
  const [first] = found;
  return new Map(
    found
      .filter(({ word }) => word === first?.word)
      .map(({ position, place }) => [position, place.replace(/_/g, ' ')]),
  );
}

import { monthNamed } from '../dates/named-period.ts';
import type { CsvLine } from '../dialect.ts';
import { meaningOf } from '../recognition/meaning.ts';
import type { Concept } from '../recognition/words.ts';
import { figureOf, isCount } from './figures.ts';
import { filledCells, isDayHeading } from './row.ts';
import { weekNamed } from './week-named.ts';

/** What a column of a place may say beside its name. */
const OF_A_PLACE = new Set<string>(['place', 'warehouse', 'city', 'channel', 'code', 'address']);
const SUM =
  /^(total|totaux|total general|somme|summe|suma|totale|totaal|ensemble|tous magasins|all stores)$/i;
const FEWEST_ROWS = 3;
/** Of the rows, for a column to be the sum of others. */
const MOSTLY = 0.9;

/** Whether nearly all cells of a column are whole pieces, and some are. */
function counts(rows: readonly CsvLine[], position: number): boolean {
  const filled = rows.map(({ row }) => (row[position] ?? '').trim()).filter((cell) => cell !== '');
  return filled.length > 0 && filled.filter(isCount).length >= MOSTLY * filled.length;
}

/** The second shop of M1, M2 and M3, and no surface. */
const M2 = /\bm ?2\b/i;

const isOfAPlace = (concept: Concept, heading: string): boolean =>
  OF_A_PLACE.has(concept) || (concept === 'surface' && M2.test(heading));

function namesAPlace(heading: string): boolean {
  const { concepts } = meaningOf(heading);
  return heading.trim() !== '' && [...concepts].every((concept) => isOfAPlace(concept, heading));
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
    return position !== total && namesAPlace(heading) && counts(filled, position) ? [position] : [];
  });
  const sums = (positions: readonly number[]): boolean =>
    filled.filter(({ row }) => {
      const sum = positions.reduce((all, position) => all + figureOf(row[position]), 0);
      return Math.abs(sum - figureOf(row[total])) < 1e-6;
    }).length >=
    filled.length * MOSTLY;
  // A code of figures may stand before them.
  for (let first = 0; first < counted.length - 1; first++)
    if (sums(counted.slice(first))) return counted.slice(first);
  return [];
}

/** Pieces of one article at one place: more are codes. */
const MOST_PIECES = 1e5;

/** The columns that may be places, which nothing proves: counts under names that mean nothing else. */
export function barePlaces(headings: readonly string[], rows: readonly (readonly string[])[]): number[] {
  const lines = rows.map((row, line) => ({ row: [...row], line }));
  return headings.flatMap((heading, position) => {
    const isNamed = namesAPlace(heading) && !SUM.test(heading.trim());
    const isPeriod = weekNamed(heading.trim()) !== null || monthNamed(heading.trim()) !== null;
    if (!isNamed || isPeriod || isDayHeading(heading.trim()) || !counts(lines, position)) return [];
    return rows.every((row) => Math.abs(figureOf(row[position])) < MOST_PIECES) ? [position] : [];
  });
}

/** A first word, and the rest of a heading. */
const PARTED = /^([\p{L}]+)[ _-]+(.+)$/u;

interface PlaceOfStock {
  position: number;
  word: string;
  place: string;
  /** Whether its heading alone says that it is a place, and a warehouse. */
  is_own: boolean;
  is_warehouse: boolean;
}

const OF_ALL_PLACES = /\btot(al|ale)?\b|gesamt|\bglobal|r[eé]seau|\bensemble/i;

/** What a column of stock says that is no place: how much there is of what kind, or should be. */
const OF_A_STATE: readonly Concept[] = [
  ...(['stock', 'physical', 'reserved', 'remaining', 'ordered', 'expected', 'received', 'returned'] as const),
  ...(['sold', 'opening', 'planned', 'forecast', 'cumulated', 'value', 'cost', 'price', 'amount'] as const),
  ...(['margin', 'discount', 'qty', 'currency', 'date', 'week', 'month', 'composition'] as const),
  ...(['excl', 'incl', 'tax', 'percent', 'phase', 'season', 'size', 'color'] as const),
];
const STATES =
  /^(en |a |à |n ?-? ?1)|\b(sav|demo|d[eé]fect\w*|litige|casse|ab[iî]m\w*|bloqu\w*|quarantaine|second|choix)\b/i;
const A_DAY = /\d[/.-]\d|\b20\d\d\b/;
const MANY_PLACES = /^(les )?(magasins?|boutiques?|d[eé]p[oô]ts?|entrep[oô]ts?|stores?|shops?)$/i;

/** Whether what a column of stock says, beside those of places, is one too: « Web », « 12 », « Rue de Rennes ». */
const isBesideOthers = (place: string): boolean =>
  !OF_ALL_PLACES.test(place) &&
  !STATES.test(place) &&
  !A_DAY.test(place) &&
  !MANY_PLACES.test(place) &&
  !OF_A_STATE.some((concept) => meaningOf(place).concepts.has(concept));

/** Columns of places of which the others of a stock may be some more. */
const FEWEST_OWN = 2;

/**
 * The stocks that a column of their total proves to be all of them, « Stock web » included or not; none where they do not
 * add up to it. Where no total stands beside them: those that say a place, and where they are several the others too.
 */
function provedByTotal(
  found: readonly PlaceOfStock[],
  headings: readonly string[],
  rows: readonly CsvLine[],
): readonly PlaceOfStock[] {
  const named = found.filter(({ is_own }) => is_own);
  // « Stock magasin » is any stock, but beside that of the warehouses alone.
  const shops = named.every(({ is_warehouse }) => is_warehouse) ? MANY_PLACES : null;
  const own = named.length > 0 ? found.filter(({ is_own, place }) => is_own || shops?.test(place)) : named;
  const all = found.filter(
    (one) => own.includes(one) || (one.word === own[0]?.word && isBesideOthers(one.place)),
  );
  const total = headings.findIndex(
    (heading) => OF_ALL_PLACES.test(heading) && meaningOf(heading).concepts.has('stock'),
  );
  const filled = rows.filter(({ row }) => filledCells(row).length > 2);
  if (total < 0 || own.length === 0 || filled.length < FEWEST_ROWS)
    return own.length < FEWEST_OWN ? own : all;
  const addUp = (places: readonly PlaceOfStock[]): boolean =>
    filled.filter(
      ({ row }) =>
        Math.abs(
          places.reduce((sum, { position }) => sum + figureOf(row[position]), 0) - figureOf(row[total]),
        ) < 1e-6,
    ).length >=
    filled.length * MOSTLY;
  return [own, all].find(addUp) ?? [];
}

/** The columns of a stock named with the place they are of, and that place: nothing else is said after « Stock ». */
export function stocksOfPlaces(headings: readonly string[], rows: readonly CsvLine[]): Map<number, string> {
  const found = headings.flatMap((heading, position) => {
    const [, word = '', place = ''] = PARTED.exec(heading.trim()) ?? [];
    const { concepts, unknown } = meaningOf(heading);
    const isOne = place !== '' && !OF_ALL_PLACES.test(heading) && meaningOf(word).concepts.has('stock');
    const saysAPlace = [...concepts].every((concept) => concept === 'stock' || isOfAPlace(concept, place));
    const isNumbered = /\d/.test(place) && meaningOf(place).concepts.has('place');
    const isNamed = ['place', 'warehouse', 'city'].some((each) => [...concepts].some((own) => own === each));
    const is_own =
      saysAPlace && !STATES.test(place) && (unknown > 0 || isNumbered || isNamed || M2.test(place));
    return isOne && counts(rows, position)
      ? [{ position, word: word.toLowerCase(), place, is_own, is_warehouse: concepts.has('warehouse') }]
      : [];
  });
  const first = found.find(({ is_own }) => is_own);
  return new Map(
    provedByTotal(found, headings, rows)
      .filter(({ word }) => word === first?.word)
      .map(({ position, place }) => [position, place.replace(/_/g, ' ')]),
  );
}

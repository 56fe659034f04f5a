import fc from 'fast-check';
import { newRandom, type Random } from './random-project.ts';
import { dayAt } from './random-retailer.ts';

/** What was sold, in cents: a line of a till. */
export interface SoldLine {
  day: string;
  shop: string;
  product: string;
  size: string;
  pieces: number;
  cents: number;
}
export interface CountedLine {
  shop: string;
  product: string;
  size: string;
  pieces: number;
}

/** A week of a retailer: what its shops sold since it opened, and what they have at the end of it. */
export interface Week {
  last_day: string;
  sold: readonly SoldLine[];
  stock: readonly CountedLine[];
}

/** Two weeks of which everything is known, and how the retailer's systems write them. */
export interface Case {
  seed: number;
  products: number;
  sizes: readonly string[];
  shops: readonly string[];
  code: 'letter' | 'number' | 'zeros' | 'dash' | 'ean';
  largest: number;
  writing: Writing;
}

export interface Writing {
  delimiter: ';' | ',' | '\t' | '|';
  decimal: ',' | '.';
  thousands: '' | ' ' | '\u00a0' | '\u202f' | 'other';
  date: 'iso' | 'slashes' | 'dots' | 'time' | 'compact';
  eol: '\n' | '\r\n';
  bytes: 'utf-8' | 'bom' | 'windows-1252';
  /** What came back: below zero, or by a letter or a word beside a count above zero. */
  returns: 'none' | 'sign' | 'V/R' | 'Vente/Retour' | 'C/D' | '+/-';
  amounts: 'line' | 'piece' | 'both';
  ticket: boolean;
  /** A row of totals, a second export below the first, a title above, a column more, blank rows at the end. */
  extras: readonly ('totals' | 'moved' | 'title' | 'label' | 'blank')[];
  stock: 'rows' | 'lots' | 'sizes' | 'places';
  stock_days: 'none' | 'one' | 'several' | 'own';
  zeros: boolean;
  /** Days of the first week that the second delivery says again. */
  again: 0 | 2 | 7;
}

const SIZES = [[], ['36', '38', '40'], ['S', 'M', 'L'], ['TU']] as const;
const SHOPS = [['M1'], ['LYO', 'PAR'], ['001', '002', '003'], ['Lyon', 'Lille', 'Paris', 'Nantes']] as const;

export const anyCase: fc.Arbitrary<Case> = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  // Fewer prove nothing of columns that add up to another.
  products: fc.integer({ min: 4, max: 8 }),
  sizes: fc.constantFrom(...SIZES),
  shops: fc.constantFrom(...SHOPS),
  code: fc.constantFrom('letter', 'number', 'zeros', 'dash', 'ean'),
  largest: fc.constantFrom(1, 3, 40, 3000),
  writing: fc.record<Writing>({
    delimiter: fc.constantFrom(';', ';', ',', '\t', '|'),
    decimal: fc.constantFrom(',', '.'),
    thousands: fc.constantFrom('', '', ' ', '\u00a0', '\u202f', 'other'),
    date: fc.constantFrom('iso', 'slashes', 'dots', 'time', 'compact'),
    eol: fc.constantFrom('\n', '\r\n'),
    bytes: fc.constantFrom('utf-8', 'bom', 'windows-1252'),
    returns: fc.constantFrom('none', 'sign', 'V/R', 'Vente/Retour', 'C/D', '+/-'),
    amounts: fc.constantFrom('line', 'piece', 'both'),
    ticket: fc.boolean(),
    extras: fc.subarray(['totals', 'moved', 'title', 'label', 'blank']),
    stock: fc.constantFrom('rows', 'rows', 'lots', 'sizes', 'places'),
    stock_days: fc.constantFrom('none', 'one', 'several', 'own'),
    zeros: fc.boolean(),
    again: fc.constantFrom(0, 2, 7),
  }),
});

const FIRST_DAY = '2026-06-08';
const CODES: Record<Case['code'], (index: number) => string> = {
  letter: (index) => `R${index + 1}`,
  number: (index) => String(10_000 + 7 * index),
  zeros: (index) => String(13 * index + 1).padStart(6, '0'),
  dash: (index) => `AU-${4400 + index}`,
  ean: (index) => `37012340${10_000 + index}`,
};
const priceOf = (index: number): number => 1990 + 700 * index;

export function variantsOf({
  products,
  sizes,
  code,
}: Case): { product: string; size: string; cents: number }[] {
  const each = sizes.length > 0 ? sizes : [''];
  return Array.from({ length: products }, (_, index) =>
    each.map((size) => ({ product: CODES[code](index), size, cents: priceOf(index) })),
  ).flat();
}

function piecesOf(random: Random, { largest, writing }: Case): number {
  const count = random.chance(0.6) ? 1 : 1 + random.below(largest);
  return writing.returns !== 'none' && random.chance(0.15) ? -Math.min(count, 2) : count;
}

/** What two weeks of a retailer were. */
export function weeksOf(given: Case): [Week, Week] {
  const random = newRandom(given.seed);
  const variants = variantsOf(given);
  const week = (first: number): Week => {
    const sold = Array.from({ length: 7 }, (_, at) => dayAt(FIRST_DAY, first + at)).flatMap((day) =>
      given.shops.flatMap((shop) =>
        variants.flatMap(({ product, size, cents }): SoldLine[] => {
          if (day !== dayAt(FIRST_DAY, first) && !random.chance(0.5)) return [];
          const pieces = piecesOf(random, given);
          return [
            { day, shop, product, size, pieces, cents: pieces * random.pick([cents, cents, cents / 2]) },
          ];
        }),
      ),
    );
    const stock = given.shops.flatMap((shop) =>
      // A place of which a file says nothing has what it had: each has some of the first.
      variants.map(({ product, size }, at) => ({
        ...{ shop, product, size },
        pieces: at > 0 && random.chance(0.2) ? 0 : 1 + random.below(2 * given.largest),
      })),
    );
    return { last_day: dayAt(FIRST_DAY, first + 6), sold, stock };
  };
  return [week(0), week(7)];
}

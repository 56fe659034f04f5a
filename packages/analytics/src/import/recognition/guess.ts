import { type ImportQuestion, questionKey } from '@palier/domain';
import { LEFT_ASIDE } from '../left-aside.ts';
import { lackSentence } from '../missing.ts';
import { EACH_PLACE } from '../settled-lines.ts';
import { barePlaces } from '../shapes/places.ts';
import type { Source } from '../source.ts';
import { pricesIn, provedPieces } from './doubts/proofs.ts';
import type { Reading } from './reading.ts';
import type { ColumnView, TableView } from './table.ts';
import type { Concept } from './words.ts';

/** How much a kind must have for it before one of its columns is looked for among those without a meaning. */
const ENOUGH = 1;
/** What a column that no heading gives takes off. */
const DOUBT = 1;
const MOST_CHOICES = 4;
const LARGEST_COUNT = 1e5;

const ANYTHING_ELSE: readonly Concept[] = [
  ...(['size', 'color', 'brand', 'section', 'family', 'subfamily', 'place', 'warehouse', 'city'] as const),
  ...(['price', 'cost', 'amount', 'value', 'tax', 'discount', 'margin', 'currency', 'percent'] as const),
  ...(['customer', 'supplier', 'season', 'receipt', 'order_no', 'line', 'till', 'payment', 'time'] as const),
  ...(['launch', 'updated', 'to', 'address', 'surface', 'country', 'channel', 'cancelled'] as const),
];
const COUNTS: readonly Concept[] = ['qty', 'stock', 'sold', 'returned', 'ordered', 'remaining', 'received'];

/** What the values of a required column look like, and what its heading never says. */
const LOOKS: Readonly<Record<string, { never: readonly Concept[]; is: (view: ColumnView) => boolean }>> = {
  item_group_id: {
    never: [...ANYTHING_ELSE, ...COUNTS, 'date', 'week', 'month'],
    is: ({ values }) =>
      values.filled_share > 0.9 &&
      values.distinct > 2 &&
      [values.dates, values.money, values.sizes, values.answers].every((share) => share < 0.3),
  },
  quantity: {
    never: [...ANYTHING_ELSE, 'product', 'reference', 'variant', 'code', 'date', 'week', 'month', 'name'],
    is: ({ values }) =>
      values.whole > 0.9 && values.eans < 0.5 && values.distinct > 1 && values.largest < LARGEST_COUNT,
  },
  date: { never: ['launch', 'updated', 'to'], is: ({ values }) => values.dates > 0.7 },
  expected_date: { never: ['launch', 'updated'], is: ({ values }) => values.dates > 0.7 },
  price: {
    never: ANYTHING_ELSE.filter((concept) => concept !== 'price'),
    is: ({ values }) => values.money > 0.7,
  },
};

/** « Saldo » is a discount in one language and a stock in another: whole numbers without a rate count. */
const isCount = ({ meaning: { concepts }, values }: ColumnView): boolean =>
  concepts.size === 1 && concepts.has('discount') && values.whole > 0.9 && values.percents === 0;

/** What a shop reports to who supplies it. */
const REPORTED = new Set<string>(['sales', 'stock']);

/** « Réf. fournisseur »: what a shop's report calls the code of whoever supplies it, who reads it. */
const isReference = ({ meaning: { concepts } }: ColumnView): boolean =>
  concepts.has('supplier') && concepts.has('reference');

/** The answer that each line is of one piece: of jewels, bicycles, goods that were owned before. */
const ONE_EACH = '1';

/** Whether lines may be of one piece each: they say when and for how much, and nothing of how many. */
const isOneEach = ({ kind, columns }: Reading, column: string): boolean =>
  kind === 'sales' &&
  column === 'quantity' &&
  columns.has('date') &&
  ['amount', 'base_amount', 'unit_price', 'base_unit_price'].some((name) => columns.has(name));

/** The kinds whose files come without one of their columns being said. */
const GUESSED = new Set<string>(['sales', 'stock', 'orders', 'items', 'prices']);

/**
 * A reading with the one column that it lacks taken from those that could be it; null where none could, or where so
 * little speaks for it that nobody would ask (`anyhow`: the user is asked what the file is).
 */
export function guessed(reading: Reading, { columns }: TableView, anyhow = false): Reading | null {
  const { missing, kind, points, columns: own, is_named } = reading;
  const [column = ''] = (missing[0] ?? '').split(' ou ');
  const looks = LOOKS[column];
  if (missing.length !== 1 || (points < ENOUGH && !is_named && !anyhow) || !looks || !GUESSED.has(kind))
    return null;
  const taken = new Set([...own.values()].map(({ position }) => position));
  const among = columns
    .filter((view) => !taken.has(view.position) && looks.is(view))
    .filter(
      (view) =>
        (column === 'item_group_id' && REPORTED.has(kind) && isReference(view)) ||
        !looks.never.some((concept) => view.meaning.concepts.has(concept) && !isCount(view)),
    )
    .sort((left, right) => Number(isReference(right)) - Number(isReference(left)))
    .slice(0, MOST_CHOICES);
  const [first] = among;
  const one_each = isOneEach(reading, column);
  if (!first && !one_each) return null;
  const found = { ...reading, missing: [], points: points - DOUBT, guess: { column, among, one_each } };
  return first ? { ...found, columns: new Map([...own, [column, first]]) } : withOneEach(found);
}

const withOneEach = (reading: Reading): Reading => ({
  ...reading,
  constants: new Map([['quantity', ONE_EACH]]),
});

/** The columns of a text that may be a place each, where what is counted stands under no heading. */
function eachPlace({ headings, sample, dialect }: Source, { kind, guess }: Reading): string[] {
  if (dialect === null || guess?.column !== 'quantity' || !REPORTED.has(kind)) return [];
  const found = barePlaces(headings, sample).map((position) => headings[position] ?? '');
  return found.length > 1 && guess.among.every(({ heading }) => found.includes(heading)) ? found : [];
}

/** « Lyon, Lille, Paris… ». */
const someOf = (names: readonly string[]): string =>
  names.slice(0, MOST_CHOICES).join(', ') + (names.length > MOST_CHOICES ? '…' : '');

/** Asks which column is the one that a kind needs and no heading gives. */
export function askColumn(source: Source, reading: Reading): ImportQuestion | null {
  const { kind, guess } = reading;
  const { name: file } = source;
  if (!guess) return null;
  const places = eachPlace(source, reading);
  const lack = lackSentence(kind, [guess.column]);
  const key = questionKey('missing_column', file, guess.column);
  return {
    ...{ key, code: 'missing_column', file, column: null },
    text: `${lack.charAt(0).toUpperCase()}${lack.slice(1)}\u202f: désignez une colonne.`,
    choices: [
      ...(places.length > 0
        ? [{ value: EACH_PLACE, label: 'Toutes\u202f: un lieu par colonne', detail: someOf(places) }]
        : []),
      ...guess.among.map(({ heading }) => ({ value: heading, label: `« ${heading} »`, detail: null })),
      ...(guess.one_each ? [{ value: ONE_EACH, label: 'Une pièce par ligne', detail: null }] : []),
      { value: LEFT_ASIDE, label: 'Ne pas l’importer', detail: null },
    ],
  };
}

/** The reading with the quantity that no heading gives, where its prices and amounts prove which column it is. */
export function withProvedPieces(source: Source, reading: Reading): Reading | null {
  const { kind, guess, columns } = reading;
  if (kind !== 'sales' || guess?.column !== 'quantity') return null;
  const amount = (columns.get('amount') ?? columns.get('base_amount'))?.position;
  const returned = columns.get('returned_quantity');
  const among = [...guess.among, ...(returned ? [returned] : [])];
  const proved = provedPieces(
    source,
    { amount, prices: pricesIn(source) },
    among.map(({ position }) => position),
  );
  const found = Object.entries(proved ?? {}).flatMap(([column, position]) => {
    const view = among.find((each) => each.position === position);
    return view ? [[column, view] as const] : [];
  });
  return found.length > 0 ? { ...reading, columns: new Map([...columns, ...found]) } : null;
}

/** The reading with that column read from the one of a heading. */
export function withColumn(reading: Reading, heading: string | null): Reading {
  const { guess, columns } = reading;
  const chosen = guess?.among.find((view) => view.heading === heading);
  if (guess?.one_each && !chosen && heading === ONE_EACH) {
    const others = [...columns].filter(([name]) => name !== guess.column);
    return withOneEach({ ...reading, columns: new Map(others) });
  }
  return guess && chosen ? { ...reading, columns: new Map([...columns, [guess.column, chosen]]) } : reading;
}

import { type ImportQuestion, questionKey } from '@palier/domain';
import { lackSentence } from '../missing.ts';
import { LEFT_ASIDE } from './ask.ts';
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

/** The kinds whose files come without one of their columns being said. */
const GUESSED = new Set<string>(['sales', 'stock', 'orders', 'items', 'prices']);

/** A reading with the one column that it lacks taken from those that could be it; null where none could. */
export function guessed(reading: Reading, { columns }: TableView): Reading | null {
  const { missing, kind, points, columns: own } = reading;
  const [column = ''] = (missing[0] ?? '').split(' ou ');
  const looks = LOOKS[column];
  if (missing.length !== 1 || points < ENOUGH || !looks || !GUESSED.has(kind)) return null;
  const taken = new Set([...own.values()].map(({ position }) => position));
  const among = columns
    .filter((view) => !taken.has(view.position) && looks.is(view))
    .filter(({ meaning }) => !looks.never.some((concept) => meaning.concepts.has(concept)))
    .slice(0, MOST_CHOICES);
  const [first] = among;
  if (!first) return null;
  return {
    ...{ ...reading, missing: [], points: points - DOUBT },
    columns: new Map([...own, [column, first]]),
    guess: { column, among },
  };
}

/** Asks which column is the one that a kind needs and no heading gives. */
export function askColumn(file: string, { kind, guess }: Reading): ImportQuestion | null {
  if (!guess) return null;
  const lack = lackSentence(kind, [guess.column]);
  const key = questionKey('missing_column', file, guess.column);
  return {
    ...{ key, code: 'missing_column', file, column: null },
    text: `${lack.charAt(0).toUpperCase()}${lack.slice(1)}\u202f: désignez une colonne.`,
    choices: [
      ...guess.among.map(({ heading }) => ({ value: heading, label: `« ${heading} »`, detail: null })),
      { value: LEFT_ASIDE, label: 'Ne pas l’importer', detail: null },
    ],
  };
}

/** The reading with that column read from the one of a heading. */
export function withColumn(reading: Reading, heading: string | null): Reading {
  const { guess, columns } = reading;
  const chosen = guess?.among.find((view) => view.heading === heading);
  return guess && chosen ? { ...reading, columns: new Map([...columns, [guess.column, chosen]]) } : reading;
}

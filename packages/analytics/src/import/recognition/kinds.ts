import type { KindSpec } from '../column-spec.ts';
import { KINDS } from '../columns.ts';
import { missingColumns } from '../headings.ts';
import type { FileKind } from '../types.ts';
import { readColumns } from './columns.ts';
import { guessed } from './guess.ts';
import { meaningOf, wordsOf } from './meaning.ts';
import type { Reading } from './reading.ts';
import { CLEAR_LEAD, NAME_WEIGHT, SENT_BEFORE_WEIGHT, SIGNS, UNEXPLAINED_WEIGHT, UNLIKELY } from './signs.ts';
import type { ColumnView, TableView } from './table.ts';

/** What is known of a table beside itself. */
export interface Background {
  /** Kinds of files with nearly these headings that the organisation sent before. */
  sent_before?: ReadonlySet<FileKind>;
}

/** Concepts that a kind knows of without keeping them: a ticket's number leaves nothing unexplained in sales. */
const ASIDE: Partial<Record<FileKind, readonly string[]>> = {
  sales: [
    'receipt',
    'line',
    'customer',
    'payment',
    'till',
    'time',
    'tax',
    'discount',
    'margin',
    'cost',
    'excl',
    'currency',
    'name',
    'order_no',
    'returned',
    'channel',
    'cancelled',
    'price',
    'brand',
    'family',
    'section',
    'subfamily',
    'color',
    'season',
    'month',
    'week',
    'stock',
    'country',
  ],
  stock: [
    'reserved',
    'value',
    'cost',
    'name',
    'price',
    'brand',
    'family',
    'section',
    'subfamily',
    'color',
    'season',
    'supplier',
    'ordered',
    'expected',
  ],
  orders: [
    'order_no',
    'line',
    'supplier',
    'received',
    'name',
    'cost',
    'price',
    'currency',
    'cancelled',
    'date',
    'color',
    'amount',
    'season',
    'brand',
    'family',
    'section',
    'month',
    'week',
  ],
  prices: ['to', 'currency', 'name', 'tax', 'discount', 'color', 'country', 'channel'],
  items: [],
  places: ['address', 'surface', 'cancelled', 'channel'],
  control: ['name', 'currency', 'country', 'city'],
};

function isExplained(spec: KindSpec, column: ColumnView, taken: ReadonlySet<number>): boolean {
  if (taken.has(column.position)) return true;
  const aside = ASIDE[spec.kind] ?? [];
  return [...column.meaning.concepts].some((concept) => aside.includes(concept));
}

function nameWeight(spec: KindSpec, name: string): number {
  const normal = wordsOf(name).join('_');
  return spec.file_words.some((word) => normal.includes(word)) ? NAME_WEIGHT : 0;
}

interface Argument {
  label: string;
  weight: number;
}

function argumentsFor(spec: KindSpec, table: TableView, background: Background): Argument[] {
  const seen = SIGNS.flatMap(({ label, weights, seen }) => {
    const weight = weights[spec.kind] ?? 0;
    return weight !== 0 && seen(table) ? [{ label, weight }] : [];
  });
  const named = nameWeight(spec, table.name);
  const before = background.sent_before?.has(spec.kind) ? SENT_BEFORE_WEIGHT : 0;
  return [
    ...seen,
    ...(named > 0 ? [{ label: 'le nom du fichier', weight: named }] : []),
    ...(before > 0 ? [{ label: 'un fichier semblable déjà reçu', weight: before }] : []),
  ];
}

/** Sales without a date are of the week or month that their file is named after. */
const isDatedByName = ({ kind }: KindSpec, { has_period }: TableView): boolean =>
  kind === 'sales' && has_period;

/** What came back alone is what a file of returns counts: any other of sales lacks what was sold. */
function lacking(spec: KindSpec, table: TableView, columns: ReadonlyMap<string, ColumnView>): string[] {
  const dated = isDatedByName(spec, table) ? ['date'] : [];
  const missing = missingColumns(spec, [...columns.keys(), ...dated]);
  const isPartial = spec.kind === 'sales' && columns.has('returned_quantity') && !columns.has('quantity');
  const saysReturns = meaningOf(table.name.replace(/\.\w{2,5}$/, '')).concepts.has('returned');
  return isPartial && !saysReturns && countsMore(table, columns) ? [...missing, 'quantity'] : missing;
}

/** Whether a table counts something that no column was taken for. */
function countsMore({ columns }: TableView, taken: ReadonlyMap<string, ColumnView>): boolean {
  const positions = new Set([...taken.values()].map(({ position }) => position));
  return columns.some(
    ({ position, values, meaning: { concepts } }) =>
      !positions.has(position) &&
      (concepts.size === 0 || concepts.has('qty') || concepts.has('ordered') || concepts.has('received')) &&
      values.whole > 0.9 &&
      values.distinct > 1 &&
      values.largest < 1e4,
  );
}

function read(spec: KindSpec, table: TableView, background: Background): Reading {
  const columns = readColumns(spec, table);
  const taken = new Set([...columns.values()].map(({ position }) => position));
  const unexplained = table.columns.filter((column) => !isExplained(spec, column, taken));
  const found = argumentsFor(spec, table, background);
  const share = spec.kind === 'items' ? 0.4 : 1;
  const points =
    found.reduce((sum, { weight }) => sum + weight, 0) +
    (UNEXPLAINED_WEIGHT * share * unexplained.length) / (table.columns.length || 1);
  return {
    kind: spec.kind,
    points,
    is_named: nameWeight(spec, table.name) > 0,
    columns,
    missing: lacking(spec, table, columns),
    reasons: found
      .filter(({ weight }) => weight > 0)
      .sort((left, right) => right.weight - left.weight)
      .map(({ label }) => label),
    unexplained: unexplained.map(({ heading }) => heading),
  };
}

/** Every reading that a file might have once a column is designated: what is offered beside the likely ones. */
export function offersOf(table: TableView, background: Background = {}): Reading[] {
  return KINDS.map((spec) => read(spec, table, background))
    .flatMap((reading) => (reading.missing.length === 0 ? reading : (guessed(reading, table, true) ?? [])))
    .filter(({ kind }) => OFFERED.has(kind))
    .sort((left, right) => right.points - left.points);
}

/** The kinds of files that an organisation sends again and again. */
const OFFERED = new Set<FileKind>(['items', 'sales', 'stock', 'prices', 'orders', 'forecasts']);

/** Every reading that has the columns that its kind needs, the likeliest first. */
export function readingsOf(table: TableView, background: Background = {}): Reading[] {
  const all = KINDS.map((spec) => read(spec, table, background)).sort(
    (left, right) => right.points - left.points,
  );
  const complete = all.filter(({ missing }) => missing.length === 0);
  // What a file says itself comes before what it would have to be told.
  const guesses = all
    .flatMap((reading) => (reading.missing.length === 0 ? [] : (guessed(reading, table) ?? [])))
    .filter(({ points }) => points > (complete[0]?.points ?? Number.NEGATIVE_INFINITY));
  const whole = [...complete, ...guesses].sort((left, right) => right.points - left.points);
  const isGuessed = new Set(whole.map(({ kind }) => kind));
  const [likeliest] = all.filter(
    ({ missing, kind }) =>
      (missing.length === 0 || (missing.length === 1 && !isGuessed.has(kind))) && kind !== 'projects',
  );
  return whole.map((reading) =>
    likeliest && likeliest.missing.length > 0 && likeliest.points > reading.points
      ? { ...reading, hindered: likeliest }
      : reading,
  );
}

/** Whether so little speaks for a reading that it is none. */
export const isUnlikely = ({ points }: Reading): boolean => points <= UNLIKELY;

/**
 * Whether the first reading has too little for it, leads too little, is not what the file's name says, or is less
 * likely than a kind that the file lacks a column for, to be taken without asking.
 */
export function isDoubtful(readings: readonly Reading[]): boolean {
  const [first, second] = readings;
  if (first === undefined) return false;
  if (!first.is_named && readings.some(({ is_named, points }) => is_named && points > 0)) return true;
  // A code and figures that mean nothing describe no article.
  if (first.kind === 'items' && first.columns.size === 1 && first.unexplained.length > 0) return true;
  if (first.hindered) return true;
  return first.points < 0 || (second !== undefined && first.points - second.points < CLEAR_LEAD);
}

import type { FileKind } from '../types.ts';
import type { ColumnView, TableView } from './table.ts';
import type { Concept } from './words.ts';

export type KindWeights = Partial<Record<FileKind, number>>;

/**
 * One piece of evidence: what is seen, and how much it speaks for each kind of file (below 0: against). About 1 is a
 * hint, 3 settles a file of which nothing else is known.
 */
export interface Sign {
  /** Said to the user who chooses between two readings, in French. */
  label: string;
  weights: KindWeights;
  /** Why it weighs so. */
  reason: string;
  seen: (table: TableView) => boolean;
}

/** Whether some column that is filled, or whose file has no rows yet, passes a test. */
export function some(table: TableView, test: (column: ColumnView) => boolean): boolean {
  return table.columns.some(
    (column) => (table.row_count === 0 || column.values.filled_share > 0.05) && test(column),
  );
}

/** A heading that says all of `needs` and none of `without`. */
export function says(needs: Concept[], without: Concept[] = []): Sign['seen'] {
  return (table) =>
    some(
      table,
      ({ meaning: { concepts } }) =>
        needs.every((concept) => concepts.has(concept)) && without.every((concept) => !concepts.has(concept)),
    );
}

export const anySays =
  (...concepts: Concept[]): Sign['seen'] =>
  (table) =>
    concepts.some((concept) => says([concept])(table));

/** How many of some meanings the headings have. */
export function saysMany(concepts: readonly Concept[], count: number): Sign['seen'] {
  return (table) => concepts.filter((concept) => says([concept])(table)).length >= count;
}

/** The column of dates that a row of the file is of. */
export function datesOf({ columns }: TableView): ColumnView[] {
  return columns.filter(
    ({ values, meaning: { concepts } }) =>
      values.filled >= 1 && values.dates > 0.7 && !concepts.has('launch') && !concepts.has('to'),
  );
}

export function days(table: TableView, test: (column: ColumnView) => boolean): boolean {
  return datesOf(table).some(test);
}

/** Enough rows for repetition to mean something. */
export const TELLING_ROWS = 8;

const isProduct = ({ meaning: { concepts } }: ColumnView): boolean =>
  ['product', 'reference', 'variant'].some((concept) => concepts.has(concept as Concept)) &&
  !concepts.has('name');

/** Whether each row is another product or article. */
export function oneRowEach(table: TableView): boolean {
  return (
    table.row_count >= TELLING_ROWS &&
    table.columns.some((column) => isProduct(column) && column.values.distinct >= table.row_count * 0.98)
  );
}

export function repeats(table: TableView): boolean {
  const products = table.columns.filter(isProduct);
  return (
    table.row_count >= TELLING_ROWS &&
    products.length > 0 &&
    products.every(({ values }) => values.distinct < values.filled * 0.9)
  );
}

export const quantities = ({ columns }: TableView): ColumnView[] =>
  columns.filter(({ meaning: { concepts }, values }) => concepts.has('qty') && values.numbers > 0.7);

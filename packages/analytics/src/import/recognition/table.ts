import { type Meaning, meaningOf } from './meaning.ts';
import { type KnownCodes, NO_CODES, profileOf, type ValueProfile } from './values.ts';

/** A customer's table as far as it is looked at: its headings and first rows. */
export interface Table {
  name: string;
  headings: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface ColumnView {
  heading: string;
  position: number;
  meaning: Meaning;
  values: ValueProfile;
}

export interface TableView {
  name: string;
  columns: readonly ColumnView[];
  row_count: number;
}

/** Cells that are looked at, however wide a table is. */
const MOST_CELLS = 60_000;
const MOST_ROWS = 400;

/** Headings and values of a table, read for what they say. Columns without a heading are left out. */
export function viewOf(table: Table, codes: KnownCodes = NO_CODES): TableView {
  const rows = table.rows.slice(0, Math.min(MOST_ROWS, Math.ceil(MOST_CELLS / (table.headings.length || 1))));
  const columns = table.headings.flatMap((heading, position) =>
    heading.trim() === ''
      ? []
      : [
          {
            heading,
            position,
            meaning: meaningOf(heading),
            values: profileOf(
              rows.map((row) => row[position] ?? ''),
              codes,
            ),
          },
        ],
  );
  return { name: table.name, columns, row_count: rows.length };
}

import { type Meaning, meaningOf } from './meaning.ts';
import { type KnownCodes, NO_CODES, profileOf, type ValueProfile } from './values.ts';

/** A customer's table as far as it is looked at: its headings and first rows. */
export interface Table {
  name: string;
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  /** The day of the import; left out: today. */
  today?: string | undefined;
  /** Whether its name or a title says the week or month of its rows. */
  has_period?: boolean;
}

export interface ColumnView {
  heading: string;
  /** The heading without what all those of the table start with (`GL_QTEFACT` → `QTEFACT`). */
  said: string;
  position: number;
  meaning: Meaning;
  values: ValueProfile;
}

export interface TableView {
  name: string;
  columns: readonly ColumnView[];
  row_count: number;
  /** The day after which nothing was sold yet. */
  today: string;
  has_period: boolean;
}

/** Cells that are looked at, however wide a table is. */
const MOST_CELLS = 60_000;
const MOST_ROWS = 400;

/** The prefix of a database's table, such as `GL_`, that all headings have and that means nothing: '' for none. */
function prefixOf(headings: readonly string[]): string {
  const named = headings.filter((heading) => heading.trim() !== '');
  const prefix = /^[A-Z]\w{0,3}?_/i.exec(named[0] ?? '')?.[0] ?? '';
  const isShared = named.length >= 3 && named.every((heading) => heading.startsWith(prefix));
  return isShared && meaningOf(prefix).concepts.size === 0 ? prefix : '';
}

/** What several headings of a database's records start with: `Order Lines/Quantity`; '' for the others. */
function pathOf(heading: string, headings: readonly string[]): string {
  const path = /^[^/]{3,}\//.exec(heading)?.[0];
  const isShared = (other: string): boolean => other.startsWith(path ?? '') || `${other}/` === path;
  return path && headings.filter(isShared).length > 1 ? path : '';
}

/** Headings and values of a table, read for what they say. Columns without a heading are left out. */
export function viewOf(table: Table, codes: KnownCodes = NO_CODES): TableView {
  const rows = table.rows.slice(0, Math.min(MOST_ROWS, Math.ceil(MOST_CELLS / (table.headings.length || 1))));
  const prefix = prefixOf(table.headings);
  const saidBy = (heading: string): string =>
    heading.slice(prefix.length + pathOf(heading, table.headings).length);
  const columns = table.headings.flatMap((heading, position) =>
    heading.trim() === ''
      ? []
      : [
          {
            heading,
            said: saidBy(heading),
            position,
            meaning: meaningOf(saidBy(heading)),
            values: profileOf(
              rows.map((row) => row[position] ?? ''),
              codes,
            ),
          },
        ],
  );
  const today = table.today ?? new Date().toISOString().slice(0, 10);
  return { name: table.name, columns, row_count: rows.length, today, has_period: table.has_period === true };
}

import { quoteText } from '../database/sql.ts';
import type { ColumnSpec } from './columns.ts';

/** SQL of a text cell: trimmed, nothing when empty. */
export const textSql = (column: string): string => `nullif(trim(${column}), '')`;

/** Leaves digits, sign and separators: « 1 234,50 € » → `1234,50`; accountants' `(12,50)` and `12,50-` → `-12,50`. */
const bareNumber = (column: string): string => {
  const bare = `regexp_replace(${column}, '[\\s\u00a0\u202f€$£%''’]|EUR|USD|GBP|CHF', '', 'g')`;
  return `regexp_replace(${bare}, '^(?:\\(([\\d.,]+)\\)|([\\d.,]+)-)$', '-\\1\\2')`;
};

/** Numbers that the usual writing does not read: thousands separators, currency signs, the other separator. */
const unusualNumber = (column: string, decimal: ',' | '.'): string => {
  const bare = bareNumber(column);
  const comma = `try_cast(replace(replace(${bare}, '.', ''), ',', '.') AS DOUBLE)`;
  const point = `try_cast(replace(${bare}, ',', '') AS DOUBLE)`;
  const oneComma = `try_cast(replace(${bare}, ',', '.') AS DOUBLE)`;
  if (decimal === ',')
    return `CASE WHEN regexp_matches(${bare}, '^-?\\d{1,3}(\\.\\d{3})+(,\\d+)?$') THEN ${comma} ELSE coalesce(${oneComma}, ${comma}) END`;
  return `CASE WHEN regexp_matches(${bare}, '^-?\\d{1,3}(,\\d{3})+(\\.\\d+)?$') THEN ${point} ELSE ${oneComma} END`;
};

/** SQL of a number cell in any writing, NULL when unreadable. */
const numberSql = (column: string, decimal: ',' | '.'): string => {
  const unusual = unusualNumber(column, decimal);
  return decimal === ','
    ? `CASE WHEN contains(${column}, '.') THEN ${unusual} ELSE coalesce(try_cast(replace(${column}, ',', '.') AS DOUBLE), ${unusual}) END`
    : `coalesce(try_cast(${column} AS DOUBLE), ${unusual})`;
};

const FRENCH_DATES = [
  '%d/%m/%Y',
  '%d-%m-%Y',
  '%d.%m.%Y',
  '%d/%m/%Y %H:%M',
  '%d/%m/%Y %H:%M:%S',
  '%Y%m%d',
  '%Y-%m-%dT%H:%M:%SZ',
  '%Y/%m/%d',
];

const AMERICAN_DATES = FRENCH_DATES.map((format) => format.replace(/%d([/.-])%m/, '%m$1%d'));

/** SQL of a date cell (ISO, French or American, compact, a spreadsheet's number of days), NULL when unreadable. */
const dateSql = (column: string, writing: DateWriting): string => {
  const iso = `CASE WHEN ${column}[5] = '-' THEN try_cast(${column} AS DATE) END`;
  const formats = writing === MONTH_FIRST ? AMERICAN_DATES : FRENCH_DATES;
  const parsed = `try_strptime(trim(${column}), [${formats.map(quoteText).join(', ')}])::DATE`;
  const century = `CASE WHEN year(${parsed}) < 100 THEN (${parsed} + INTERVAL 2000 YEAR)::DATE ELSE ${parsed} END`;
  const serial = `CASE WHEN regexp_full_match(trim(${column}), '[2-7]\\d{4}([.,]\\d+)?') THEN DATE '1899-12-30' + try_cast(left(trim(${column}), 5) AS INTEGER) END`;
  return `coalesce(${iso}, ${serial}, ${century})`;
};

/** Condition that a date is not of our time: a slip of the keyboard. */
export const strayDateSql = (column: string): string =>
  `${column} < DATE '1970-01-01' OR ${column} > DATE '2200-01-01'`;

/** How most dates of a column are written. */
export type DateWriting = 'iso' | '%d/%m/%Y' | '%d-%m-%Y' | '%d.%m.%Y' | '%Y%m%d' | typeof MONTH_FIRST;

/** 12/31/2025. */
export const MONTH_FIRST = '%m/%d/%Y';

/** SQL of a cell whose date can only be read with the month first, or only with the day first. */
export const onlyMonthFirstSql = (cell: string): string =>
  `regexp_full_match(trim(${cell}), '(0?[1-9]|1[0-2])[/.-](1[3-9]|2\\d|3[01])[/.-]\\d{2,4}( .*)?')`;
export const onlyDayFirstSql = (cell: string): string =>
  `regexp_full_match(trim(${cell}), '(1[3-9]|2\\d|3[01])[/.-](0?[1-9]|1[0-2])[/.-]\\d{2,4}( .*)?')`;

const WRITINGS: readonly [RegExp, DateWriting][] = [
  [/^\d{2}\/\d{2}\/\d{4}$/, '%d/%m/%Y'],
  [/^\d{2}-\d{2}-\d{4}$/, '%d-%m-%Y'],
  [/^\d{2}\.\d{2}\.\d{4}$/, '%d.%m.%Y'],
  [/^\d{8}$/, '%Y%m%d'],
];

/** The writing of the first value that is filled. */
export const dateWriting = (examples: readonly string[]): DateWriting => {
  const first = examples.find((value) => value.trim() !== '')?.trim() ?? '';
  return WRITINGS.find(([pattern]) => pattern.test(first))?.[1] ?? 'iso';
};

/**
 * SQL of a cell as the column's type in the usual writing alone: cheap, and NULL for the cells that need `castSql`.
 * The two are apart because DuckDB computes an expression that stands twice for all rows, even inside a CASE.
 */
export const quickCastSql = (
  spec: ColumnSpec,
  column: string,
  decimal: ',' | '.',
  writing: DateWriting,
): string => {
  if (spec.type === 'number')
    return decimal === ','
      ? `CASE WHEN contains(${column}, '.') THEN NULL ELSE try_cast(replace(${column}, ',', '.') AS DOUBLE) END`
      : `try_cast(${column} AS DOUBLE)`;
  if (spec.type === 'date')
    return writing === 'iso'
      ? `CASE WHEN ${column}[5] = '-' THEN try_cast(${column} AS DATE) END`
      : `try_strptime(${column}, ${quoteText(writing)})::DATE`;
  return castSql(spec, column, decimal, writing);
};

/** SQL of a cell as the column's type, in any writing. */
export const castSql = (
  spec: ColumnSpec,
  column: string,
  decimal: ',' | '.',
  writing: DateWriting,
): string => {
  if (spec.type === 'number') return numberSql(column, decimal);
  if (spec.type === 'date') return dateSql(column, writing);
  if (spec.type === 'week') return `try_cast(${textSql(column)} AS INTEGER)`;
  return textSql(column);
};

/** What is said of a cell that cannot be read. */
export const unreadableReason = (spec: ColumnSpec): string =>
  ({
    number: 'nombre illisible',
    date: 'date illisible',
    week: 'numéro de semaine illisible',
    string: 'valeur illisible',
  })[spec.type];

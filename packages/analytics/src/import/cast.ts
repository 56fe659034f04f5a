import { FIRST_DAY, LAST_DAY } from '../warehouse/ages.ts';
import { CURRENCY_PATTERN } from '../warehouse/currency.ts';
import { type ColumnSpec, isOfPieces } from './column-spec.ts';
import { COUNT_UNITS } from './count-units.ts';
import { dateSql, monthSql } from './dates/date-sql.ts';
import { type DateWriting, quickDateSql } from './dates/writing.ts';

/** SQL of a text cell: trimmed, nothing when empty. */
export const textSql = (column: string): string => `nullif(trim(${column}), '')`;

/** How the minus sign is also written, by word processors and spreadsheets. */
const MINUS_SIGNS = '−–‑';

const CURRENCY_SIGNS = '[\\s\u00a0\u202f€$£]*';

/** SQL that is true of a dash alone, as accountants write nothing: `-`, ` -   € `. */
export const isDashSql = (column: string): string =>
  `regexp_full_match(${column}, '${CURRENCY_SIGNS}[-${MINUS_SIGNS}—]+${CURRENCY_SIGNS}')`;

/** Leaves digits, sign and separators: « 1 234,50 € » → `1234,50`, « 12 st. » → 12; accountants' `(12,50)` and `12,50-` → `-12,50`. */
function bareNumber(column: string): string {
  const signed = `translate(${column}, '${MINUS_SIGNS}', '---')`;
  const bare = `regexp_replace(${signed}, '[\\s\u00a0\u202f%''’]|(?i:${CURRENCY_PATTERN})', '', 'g')`;
  const count = `regexp_replace(${bare}, '^(-?[\\d.,]+)(?i:${COUNT_UNITS})\\.?$', '\\1')`;
  return `regexp_replace(${count}, '^(?:\\(([\\d.,]+)\\)|([\\d.,]+)-)$', '-\\1\\2')`;
}

/** Numbers that the usual writing does not read: thousands separators, currency signs, the other separator. */
function unusualNumber(column: string, decimal: ',' | '.'): string {
  const comma = "try_cast(replace(replace(bare, '.', ''), ',', '.') AS DOUBLE)";
  const point = "try_cast(replace(bare, ',', '') AS DOUBLE)";
  const oneComma = "try_cast(replace(bare, ',', '.') AS DOUBLE)";
  // Thousands and decimals both written say which is which, whatever the file does elsewhere.
  const read =
    decimal === ','
      ? `CASE WHEN regexp_matches(bare, '^-?\\d{1,3}(\\.\\d{3})+(,\\d+)?$') THEN ${comma}
          WHEN regexp_matches(bare, '^-?\\d{1,3}(,\\d{3})+\\.\\d+$') THEN ${point} ELSE coalesce(${oneComma}, ${comma}) END`
      : `CASE WHEN regexp_matches(bare, '^-?\\d{1,3}(,\\d{3})+(\\.\\d+)?$') THEN ${point}
          WHEN regexp_matches(bare, '^-?\\d{1,3}(\\.\\d{3})+,\\d+$') THEN ${comma} ELSE ${oneComma} END`;
  // A list of one gives what is bare a name: written out in each place, its patterns would be compiled in each.
  return `list_transform([${bareNumber(column)}], bare -> ${read})[1]`;
}

/** SQL of a number cell in any writing, NULL when unreadable. */
export function numberSql(column: string, decimal: ',' | '.'): string {
  const unusual = unusualNumber(column, decimal);
  return decimal === ','
    ? `CASE WHEN contains(${column}, '.') THEN ${unusual} ELSE coalesce(try_cast(replace(${column}, ',', '.') AS DOUBLE), ${unusual}) END`
    : `coalesce(try_cast(${column} AS DOUBLE), ${unusual})`;
}

/** Condition that a date is not of our time: a slip of the keyboard. */
export function strayDateSql(column: string): string {
  return `${column} < ${FIRST_DAY} OR ${column} > ${LAST_DAY}`;
}

/** Condition that a date of another age is one that systems write for none: the first or last days of a year. */
export function isNoDateSql(column: string): string {
  return `strftime(${column}, '%d%m') IN ('0101', '3012', '3112')`;
}

/**
 * SQL of a cell as the column's type in the usual writing alone: cheap, and NULL for the cells that need `castSql`.
 * The two are apart because DuckDB computes an expression that stands twice for all rows, even inside a CASE.
 */
export function quickCastSql(
  spec: ColumnSpec,
  column: string,
  decimal: ',' | '.',
  writing: DateWriting,
): string {
  if (spec.type === 'number')
    return decimal === ','
      ? `CASE WHEN contains(${column}, '.') THEN NULL ELSE try_cast(replace(${column}, ',', '.') AS DOUBLE) END`
      : `try_cast(${column} AS DOUBLE)`;
  if (spec.type === 'date') return quickDateSql(column, writing);
  return castSql(spec, column, decimal, writing);
}

/** SQL of a cell as the column's type, in any writing. */
export function castSql(spec: ColumnSpec, column: string, decimal: ',' | '.', writing: DateWriting): string {
  if (spec.type === 'number') {
    const number = numberSql(column, decimal);
    return isOfPieces(spec.name) ? `coalesce(${number}, CASE WHEN ${isDashSql(column)} THEN 0 END)` : number;
  }
  if (spec.type === 'date') return dateSql(column, writing);
  if (spec.type === 'week')
    return `coalesce(try_cast(${textSql(column)} AS INTEGER), try_cast(regexp_replace(${column}, '\\D', '', 'g') AS INTEGER))`;
  if (spec.type === 'month') return monthNumberSql(column);
  return textSql(column);
}

/** SQL of the number of a month: `6`, `06`, `juin`, `M06`. */
function monthNumberSql(column: string): string {
  const plain = `strip_accents(lower(trim(${column})))`;
  return `coalesce(try_cast(${textSql(column)} AS INTEGER), ${monthSql(plain)}, try_cast(regexp_replace(${plain}, '\\D', '', 'g') AS INTEGER))`;
}

/** What is said of a cell that cannot be read. */
export function unreadableReason(spec: ColumnSpec): string {
  return {
    number: 'nombre illisible',
    date: 'date illisible',
    week: 'numéro de semaine illisible',
    month: 'mois illisible',
    string: 'valeur illisible',
  }[spec.type];
}

import { quoteText } from '../database/sql.ts';
import type { ColumnSpec } from './columns.ts';

/** SQL of a text cell: trimmed, nothing when empty or a usual word for nothing. */
export const textSql = (column: string): string => `nullif(trim(${column}, ' \t\u00a0\u202f'), '')`;

/** Leaves digits, sign and separators: « 1 234,50 € » → `1234,50`. */
const bareNumber = (column: string): string =>
  `regexp_replace(${column}, '[\\s\u00a0\u202f€%''’]|EUR', '', 'g')`;

/**
 * SQL of a number cell, NULL when unreadable. The usual writing is tried first; thousands separators, currency
 * signs and the other decimal separator only for cells that it refuses.
 */
export const numberSql = (column: string, decimal: ',' | '.'): string => {
  const cell = textSql(column);
  const bare = bareNumber(cell);
  const comma = `try_cast(replace(replace(${bare}, '.', ''), ',', '.') AS DOUBLE)`;
  const point = `try_cast(replace(${bare}, ',', '') AS DOUBLE)`;
  const plain = `try_cast(${bare} AS DOUBLE)`;
  const thousandsPoint = `regexp_matches(${cell}, '^-?\\d{1,3}(\\.\\d{3})+$')`;
  const written =
    decimal === ','
      ? `CASE WHEN ${thousandsPoint} THEN ${comma} ELSE coalesce(try_cast(${cell} AS DOUBLE), try_cast(replace(${bare}, ',', '.') AS DOUBLE), ${comma}) END`
      : `coalesce(try_cast(${cell} AS DOUBLE), ${plain}, CASE WHEN regexp_matches(${bare}, '^-?\\d{1,3}(,\\d{3})+(\\.\\d+)?$') THEN ${point} WHEN regexp_matches(${bare}, '^-?\\d+,\\d+$') THEN try_cast(replace(${bare}, ',', '.') AS DOUBLE) END)`;
  return `nullif(nullif(nullif(${written}, 'nan'::DOUBLE), 'inf'::DOUBLE), '-inf'::DOUBLE)`;
};

const FRENCH_DATES = [
  '%d/%m/%Y',
  '%d-%m-%Y',
  '%d.%m.%Y',
  '%d/%m/%Y %H:%M',
  '%d/%m/%Y %H:%M:%S',
  '%Y%m%d',
  '%Y-%m-%dT%H:%M:%SZ',
];

/** SQL of a date cell (ISO, French, compact, with or without time), NULL when unreadable or not of our time. */
export const dateSql = (column: string): string => {
  const cell = textSql(column);
  const iso = `CASE WHEN length(${cell}) >= 10 OR NOT regexp_matches(${cell}, '^\\d+[/.]') THEN try_cast(${cell} AS DATE) END`;
  const french = `try_strptime(${cell}, [${FRENCH_DATES.map(quoteText).join(', ')}])::DATE`;
  const full = `coalesce(${iso}, ${french})`;
  return `CASE WHEN year(${full}) BETWEEN 1970 AND 2200 THEN ${full} WHEN year(${full}) < 100 THEN (${full} + INTERVAL 2000 YEAR)::DATE END`;
};

/** SQL of a cell as the column's type. */
export const castSql = (spec: ColumnSpec, column: string, decimal: ',' | '.'): string => {
  if (spec.type === 'number') return numberSql(column, decimal);
  if (spec.type === 'date') return dateSql(column);
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

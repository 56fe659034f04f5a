import { quoteText } from '../../database/sql.ts';
import { type DateReading, dateSql, NAIVE, zonedDaySql } from './date-sql.ts';

/** What most dates of a column look like; `other`: nothing that can be read at speed. */
type DateForm = 'iso' | 'iso_time' | 'zoned' | 'figures' | 'compact' | 'other';

/** How most dates of a column are written, by its first values. */
export interface DateWriting extends DateReading {
  form: DateForm;
  /** As `strptime` has it, for figures: `%d/%m/%Y %H:%M`; null for the other forms. */
  format: string | null;
}

const FIGURES = /^\d{1,2}([-/.])\d{1,2}\1(\d{4}|\d{2})(?: (\d{1,2}):\d{2}(:\d{2})?( ?[AP]M)?)?$/i;

function formOf(value: string): DateForm {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'iso';
  if (/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(value)) return 'iso_time';
  if (/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)? ?(Z|UTC|[+-]\d{2}(:?\d{2})?)$/.test(value))
    return 'zoned';
  if (FIGURES.test(value)) return 'figures';
  return /^(19|20)\d{6}$/.test(value) ? 'compact' : 'other';
}

function figuresFormat(value: string, { order, short_year }: DateReading): string {
  const [, separator = '/', year = '', hour, seconds, half = ''] = FIGURES.exec(value) ?? [];
  const [first, second] = order === 'day' ? ['%d', '%m'] : ['%m', '%d'];
  const last = year.length === 2 ? '%y' : '%Y';
  const parts = short_year === 'first' ? ['%y', '%m', '%d'] : [first, second, last];
  const day = parts.join(separator);
  if (hour === undefined) return day;
  const clock = `${half === '' ? '%H' : '%I'}:%M${seconds === undefined ? '' : ':%S'}`;
  return `${day} ${clock}${half === '' ? '' : half.startsWith(' ') ? ' %p' : '%p'}`;
}

/** The form that most of the values have; ISO for a column without any. */
export function dateWriting(examples: readonly string[], reading: DateReading): DateWriting {
  const values = examples.map((value) => value.trim()).filter((value) => value !== '');
  const counts = new Map<DateForm, number>();
  for (const value of values) counts.set(formOf(value), (counts.get(formOf(value)) ?? 0) + 1);
  const [form] = [...counts].sort((left, right) => right[1] - left[1])[0] ?? ['iso' as const];
  const example = values.find((value) => formOf(value) === form) ?? '';
  return { ...reading, form, format: form === 'figures' ? figuresFormat(example, reading) : null };
}

/** How DuckDB's reader has to be given a column to take its dates as such, without a doubt; null: it cannot. */
export function readerFormat({ form, format }: DateWriting): string | null {
  if (form === 'iso') return '%Y-%m-%d';
  if (form === 'compact') return '%Y%m%d';
  return format !== null && !format.includes(' ') ? format : null;
}

/** SQL of a cell in the form of most of its column; NULL for the cells that need `dateSql`. */
export function quickDateSql(column: string, writing: DateWriting): string {
  const { form, format } = writing;
  if (form === 'iso')
    return `CASE WHEN strlen(${column}) = 10 AND ${column}[5] = '-' THEN try_cast(${column} AS DATE) END`;
  if (form === 'iso_time' && writing.is_utc)
    return `CASE WHEN regexp_full_match(${column}, ${quoteText(NAIVE)}) THEN ${zonedDaySql(`(${column} || 'Z')`, writing.time_zone)} END`;
  if (form === 'iso_time')
    return `CASE WHEN regexp_full_match(${column}, '\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?') THEN try_cast(left(${column}, 10) AS DATE) END`;
  if (form === 'zoned')
    return `CASE WHEN regexp_matches(${column}, '(Z|UTC|[+-]\\d\\d(:?\\d\\d)?)$') AND strlen(${column}) > 16 THEN ${zonedDaySql(column, writing.time_zone)} END`;
  if (form === 'compact')
    return `CASE WHEN strlen(${column}) = 8 THEN try_strptime(${column}, '%Y%m%d')::DATE END`;
  // What either order may read is looked at again, for the order that it proves.
  if (format === null)
    return `CASE WHEN NOT regexp_matches(${column}, '^\\s*\\d{1,2}[-/ ]\\d{1,2}[-/ ]\\d') THEN ${dateSql(column, writing)} END`;
  return `try_strptime(${column}, ${quoteText(format)})::DATE`;
}

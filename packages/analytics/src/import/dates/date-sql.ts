import { type FiscalCalendar, foldText } from '@palier/domain';
import { quoteText } from '../../database/sql.ts';
import type { DateOrder } from '../../warehouse/types.ts';
import { fiscalPeriodSql, fiscalReadings, fiscalWeekSql } from './fiscal-sql.ts';
import type { ShortYear } from './short-years.ts';

/** Whether a year and a number alone (`202611`, `2026-11`, `11/2026`) are a week or a month. */
export type Period = 'week' | 'month';

/** What must be known to read a date. */
export interface DateReading {
  /** What comes first in `01/02/2026`. */
  order: DateOrder;
  /** What `202611` is, null: nothing; and whether `2026-11` is a week, a month otherwise. */
  period: Period | null;
  /** Name of the zone whose day an instant such as `2026-07-01T23:30:00Z` belongs to. */
  time_zone: string;
  /** Whether its heading says that instants written without a zone are those of Greenwich. */
  is_utc?: boolean | undefined;
  /** Where years of two figures were proved to be, when it is not last in `01/06/26`, nor first in `260601`. */
  short_year?: ShortYear | undefined;
  /** The calendar of weeks and periods; left out: ISO weeks. */
  fiscal?: FiscalCalendar | undefined;
}

const TIME = String.raw`(?:[ T,]+\d{1,2}[:hH]\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AaPp]\.?[Mm]\.?)?)?`;
const YEAR_FIRST = String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`;
const ZONED = String.raw`\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)? ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)`;
/** An instant without its zone. */
export const NAIVE = String.raw`\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?`;
const LONG_YEAR = String.raw`(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})${TIME}`;
const SHORT_YEAR = String.raw`(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2})${TIME}`;
const COMPACT = String.raw`(\d{4})(\d{2})(\d{2})(?:[T ]?\d{4}(?:\d{2})?)?`;
/** The century, 1 for this one, before a year of two figures: dates of IBM i. */
const CENTURY = String.raw`1(\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])`;
/** `010626`, where it is proved. */
const DAY_FIRST_SIX = String.raw`([0-2]\d|3[01])(0[1-9]|1[0-2])(\d{2})`;
/** `260604`: no month of a year. */
const SIX_FIGURES = String.raw`(2[1-9]|3\d)(0[1-9]|1[0-2])([0-2]\d|3[01])`;
const SERIAL = String.raw`[2-7]\d{4}(?:[.,]\d+)?`;
/** `2026-W46`, `2026W46-1`, `2026 S46`, `2026 semaine 46`. */
const YEAR_WEEK = String.raw`(\d{4})[-/ _]?(?i:w|wk|s|kw|sem\.?|semaine|week)[- _]?(\d{1,2})(?:-\d)?`;
/** `W46 2026`, `S46/2026`, `semaine 46 2026`. */
const WEEK_YEAR = String.raw`(?i:w|wk|s|kw|sem\.?|semaine|week)[- _]?(\d{1,2})[-/ _]+(\d{4})`;
const DAY_WORD_YEAR = String.raw`(?:[a-z]+\.?,? )?(\d{1,2})(?:er)?[-/. ]([a-z]{3,9})\.?[-/., ]+(\d{4}|\d{2})${TIME}`;
const WORD_DAY_YEAR = String.raw`(?:[a-z]+\.?, )?([a-z]{3,9})\.?[-/ ](\d{1,2})(?:st|nd|rd|th)?,?[-/ ](\d{4}|\d{2})${TIME}`;
const WORD_YEAR = String.raw`([a-z]{3,9})\.?[-/. ](\d{4}|\d{2})`;
const YEAR_MONTH = String.raw`(\d{4})[-/](\d{1,2})`;
const MONTH_YEAR = String.raw`(\d{1,2})[-/.](\d{4})`;

/** Starts of the names of months in the languages of headings, accents left out; none is the start of another. */
export const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen'],
  ['fev', 'feb'],
  ['mar', 'mrt', 'mrz', 'maa'],
  ['avr', 'apr', 'abr'],
  ['mai', 'may', 'mag', 'mei'],
  ['juin', 'jun', 'giu'],
  ['juil', 'jul', 'lug'],
  ['aou', 'aug', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'dic'],
];

/** Letters of the starts of months: three, and four for those that share their first three. */
const START_LENGTHS = [...new Set(MONTHS.flat().map(({ length }) => length))];

/** SQL of the number of a month by its name, in small letters without accents; the name is computed once for each length of starts. */
export function monthSql(word: string): string {
  const numbers = START_LENGTHS.map((length) => {
    const known = MONTHS.flatMap((starts, index) =>
      starts.filter((start) => start.length === length).map((start) => ({ start, number: index + 1 })),
    );
    const starts = known.map(({ start }) => quoteText(start)).join(', ');
    const found = `list_position([${starts}], left(${word}, ${length}))`;
    return `([${known.map(({ number }) => number).join(', ')}])[${found}]`;
  });
  return `coalesce(${numbers.join(', ')})`;
}

/** A date of parts, its month by name; two figures are a year of this century. */
function namedDate(year: string, month: string, day: string): string {
  const whole = `CASE WHEN len(${year}) = 2 THEN '20' || ${year} ELSE ${year} END`;
  return `try_cast(concat_ws('-', ${whole}, ${monthSql(month)}, ${day}) AS DATE)`;
}

/**
 * A date whose parts are put in the order of ISO by one replacement (`\3-\2-\1`): taking each part by itself would
 * compile its pattern, and run it, once a part.
 */
const rewritten = (text: string, pattern: string, iso: string): string =>
  `try_cast(${rewrite(text, pattern, iso)} AS DATE)`;

const rewrite = (text: string, pattern: string, as: string): string =>
  `regexp_replace(${text}, ${quoteText(`^${pattern}$`)}, ${quoteText(as)})`;

const group = (text: string, pattern: string, index: number): string =>
  `regexp_extract(${text}, ${quoteText(`^${pattern}$`)}, ${index})`;

/** The Monday of an ISO week, NULL for a week that the year does not have. */
export function mondaySql(year: string, week: string): string {
  return mondayOf(`${year} || '-' || ${week} || '-1'`, week);
}

/** As `mondaySql`, of a week written as `2026-46-1`. */
function mondayOf(written: string, week: string): string {
  const monday = `try_strptime(${written}, '%G-%V-%u')::DATE`;
  return `CASE WHEN weekofyear(${monday}) = try_cast(${week} AS INTEGER) THEN ${monday} END`;
}

/** SQL of the day that stands for a week of a year; which groups of the pattern are the year and the week. */
function weekSql(
  text: string,
  pattern: string,
  groups: { year: number; week: number },
  fiscal: FiscalCalendar | undefined,
): string {
  const week = group(text, pattern, groups.week);
  if (!fiscal) return mondayOf(rewrite(text, pattern, `\\${groups.year}-\\${groups.week}-1`), week);
  const year = `try_cast(${group(text, pattern, groups.year)} AS INTEGER)`;
  return fiscalWeekSql(fiscal, year, `try_cast(${week} AS INTEGER)`);
}

/** SQL: the day, in a zone, of an instant written with its own zone. */
export function zonedDaySql(text: string, timeZone: string): string {
  const usual = `regexp_replace(regexp_replace(${text}, ' ?(Z|UTC|GMT)$', '+00:00'), ' ?([+-]\\d{2}):?(\\d{2})?$', '\\1:\\2')`;
  const whole = `regexp_replace(regexp_replace(${usual}, ':$', ':00'), '([ T]\\d{2}:\\d{2})([+-])', '\\1:00\\2')`;
  return `timezone(${quoteText(timeZone)}, try_cast(${whole} AS TIMESTAMPTZ))::DATE`;
}

/**
 * SQL of a date cell in any writing that we know, NULL when unreadable: ISO, French or American with or without time
 * or leading zeros, compact, with a zone, with the month's name, a spreadsheet's number of days. A week is its Monday,
 * a month its first day.
 */
export function dateSql(
  column: string,
  { order, period, time_zone, fiscal, short_year, is_utc }: DateReading,
): string {
  const text = `trim(${column})`;
  const plain = `strip_accents(lower(${text}))`;
  const matches = (value: string, pattern: string): string =>
    `regexp_full_match(${value}, ${quoteText(pattern)})`;
  const [day, month] = order === 'day' ? [1, 2] : [2, 1];
  const read = (pattern: string, iso: string): [string, string] => [
    matches(text, pattern),
    rewritten(text, pattern, iso),
  ];
  const named = (
    pattern: string,
    groups: { year: number; month: number; day?: number },
  ): [string, string] => [
    matches(plain, pattern),
    namedDate(
      group(plain, pattern, groups.year),
      group(plain, pattern, groups.month),
      groups.day === undefined ? "'1'" : group(plain, pattern, groups.day),
    ),
  ];
  const readings: [string, string][] = [
    [matches(text, ZONED), zonedDaySql(text, time_zone)],
    ...(is_utc
      ? [[matches(text, NAIVE), zonedDaySql(`${text} || 'Z'`, time_zone)] satisfies [string, string]]
      : []),
    read(YEAR_FIRST, '\\1-\\2-\\3'),
    read(LONG_YEAR, `\\3-\\${month}-\\${day}`),
    read(SHORT_YEAR, short_year === 'first' ? '20\\1-\\2-\\3' : `20\\3-\\${month}-\\${day}`),
    [matches(text, SERIAL), `DATE '1899-12-30' + try_cast(left(${text}, 5) AS INTEGER)`],
    read(COMPACT, '\\1-\\2-\\3'),
    read(CENTURY, '20\\1-\\2-\\3'),
    short_year === 'last' ? read(DAY_FIRST_SIX, '20\\3-\\2-\\1') : read(SIX_FIGURES, '20\\1-\\2-\\3'),
    [matches(text, YEAR_WEEK), weekSql(text, YEAR_WEEK, { year: 1, week: 2 }, fiscal)],
    [matches(text, WEEK_YEAR), weekSql(text, WEEK_YEAR, { year: 2, week: 1 }, fiscal)],
    ...(fiscal ? fiscalReadings(text, fiscal) : []),
    ...sixDigits(text, period, fiscal),
    ...(period === 'week' ? numberedWeeks(text, fiscal) : []),
    read(YEAR_MONTH, '\\1-\\2-1'),
    read(MONTH_YEAR, '\\2-\\1-1'),
    named(DAY_WORD_YEAR, { year: 3, month: 2, day: 1 }),
    named(WORD_DAY_YEAR, { year: 3, month: 1, day: 2 }),
    named(WORD_YEAR, { year: 2, month: 1 }),
  ];
  return `CASE ${readings.map(([when, then]) => `WHEN ${when} THEN ${then}`).join(' ')} END`;
}

/** Six digits that are a week, since no month has their number. */
export const SURELY_WEEK = '\\d{4}(1[3-9]|[2-4]\\d|5[0-3])';

/** The same, and `2026-46` or `46/2026`. */
const WEEK_WRITTEN = /^(\d{4}[-/]?(1[3-9]|[2-4]\d|5[0-3])|(1[3-9]|[2-4]\d|5[0-3])[-/.]\d{4})$/;

/** Whether a heading says that its instants are those of Greenwich: « Created (UTC) », `date_created_gmt`. */
export const saysUtc = (heading: string): boolean => /(?<![a-z])(utc|gmt)(?![a-z])/i.test(heading);

/** What a year and a number alone are, when a column's heading or first values say it. */
export function namedPeriod(heading: string, values: readonly string[]): Period | null {
  const words = foldText(heading);
  if (/sem|week|wk|woche/.test(words)) return 'week';
  if (
    /mois|month|monat|mes\b|(fiscal|retail|trading|accounting) period|periode (fiscale|comptable)/.test(words)
  )
    return 'month';
  return values.some((value) => WEEK_WRITTEN.test(value.trim())) ? 'week' : null;
}

const SIX_DIGITS = String.raw`(\d{4})(\d{2})`;

function sixDigits(
  text: string,
  period: Period | null,
  fiscal: FiscalCalendar | undefined,
): [string, string][] {
  if (period === null) return [];
  const month = fiscal
    ? fiscalPeriodSql(fiscal, group(text, SIX_DIGITS, 1), group(text, SIX_DIGITS, 2))
    : rewritten(text, SIX_DIGITS, '\\1-\\2-1');
  const value = period === 'week' ? weekSql(text, SIX_DIGITS, { year: 1, week: 2 }, fiscal) : month;
  return [[`regexp_full_match(${text}, ${quoteText(SIX_DIGITS)})`, value]];
}

/** `2026-46` and `46/2026` in a column of weeks. */
function numberedWeeks(text: string, fiscal: FiscalCalendar | undefined): [string, string][] {
  const read = (pattern: string, groups: { year: number; week: number }): [string, string] => [
    `regexp_full_match(${text}, ${quoteText(pattern)})`,
    weekSql(text, pattern, groups, fiscal),
  ];
  return [read(YEAR_MONTH, { year: 1, week: 2 }), read(MONTH_YEAR, { year: 2, week: 1 })];
}

/** SQL conditions on a cell: a date of figures that only one order reads, or that both do and differently. */
export const ORDER_EVIDENCE = {
  day: `(1[3-9]|2\\d|3[01])[-/ ](0?[1-9]|1[0-2])[-/ ](\\d{4}|\\d{2})${TIME}`,
  month: `(0?[1-9]|1[0-2])[-/ ](1[3-9]|2\\d|3[01])[-/ ](\\d{4}|\\d{2})${TIME}`,
  either: `(0?[1-9]|1[0-2])[-/ ](0?[1-9]|1[0-2])[-/ ](\\d{4}|\\d{2})${TIME}`,
} as const;

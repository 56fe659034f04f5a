import { type FiscalCalendar, foldText } from '@palier/domain';
import { quoteText } from '../../database/sql.ts';
import type { DateOrder } from '../../warehouse/types.ts';
import { fiscalPeriodSql, fiscalReadings, fiscalWeekSql } from './fiscal-sql.ts';

/** Whether six digits alone (`202611`) are a week or a month. */
export type Period = 'week' | 'month';

/** What must be known to read a date. */
export interface DateReading {
  /** What comes first in `01/02/2026`. */
  order: DateOrder;
  /** What `202611` is; null: nothing. */
  period: Period | null;
  /** Name of the zone whose day an instant such as `2026-07-01T23:30:00Z` belongs to. */
  time_zone: string;
  /** The calendar of weeks and periods; left out: ISO weeks. */
  fiscal?: FiscalCalendar | undefined;
}

const TIME = String.raw`(?:[ T,]+\d{1,2}[:hH]\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AaPp]\.?[Mm]\.?)?)?`;
const YEAR_FIRST = String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`;
const ZONED = String.raw`\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)? ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)`;
const LONG_YEAR = String.raw`(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})${TIME}`;
const SHORT_YEAR = String.raw`(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2})${TIME}`;
const COMPACT = String.raw`(\d{4})(\d{2})(\d{2})(?:[T ]?\d{4}(?:\d{2})?)?`;
/** The century, 1 for this one, before a year of two figures: dates of IBM i. */
const CENTURY = String.raw`1(\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])`;
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

/** Starts of the names of months in the languages of headings, accents left out. */
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

function monthSql(word: string): string {
  const cases = MONTHS.map((starts, index) => {
    const some = starts.map((start) => `starts_with(${word}, ${quoteText(start)})`).join(' OR ');
    return `WHEN ${some} THEN ${index + 1}`;
  });
  return `CASE ${cases.join(' ')} END`;
}

/** A date of parts; two figures are a year of this century. */
function dateOfParts(year: string, month: string, day: string): string {
  const whole = `CASE WHEN len(${year}) = 2 THEN '20' || ${year} ELSE ${year} END`;
  return `try_cast(concat_ws('-', ${whole}, ${month}, ${day}) AS DATE)`;
}

const group = (text: string, pattern: string, index: number): string =>
  `regexp_extract(${text}, ${quoteText(`^${pattern}$`)}, ${index})`;

/** The Monday of an ISO week, NULL for a week that the year does not have. */
export function mondaySql(year: string, week: string): string {
  const monday = `try_strptime(${year} || '-' || ${week} || '-1', '%G-%V-%u')::DATE`;
  return `CASE WHEN weekofyear(${monday}) = try_cast(${week} AS INTEGER) THEN ${monday} END`;
}

/** SQL of the day that stands for a week of a year, both texts in SQL. */
function weekSql(fiscal: FiscalCalendar | undefined, year: string, week: string): string {
  if (!fiscal) return mondaySql(year, week);
  return fiscalWeekSql(fiscal, `try_cast(${year} AS INTEGER)`, `try_cast(${week} AS INTEGER)`);
}

/** SQL: the day, in a zone, of an instant written with its own zone. */
export function zonedDaySql(text: string, timeZone: string): string {
  const usual = `regexp_replace(regexp_replace(${text}, ' ?(Z|UTC|GMT)$', '+00:00'), ' ?([+-]\\d{2}):?(\\d{2})?$', '\\1:\\2')`;
  const whole = `regexp_replace(${usual}, ':$', ':00')`;
  return `timezone(${quoteText(timeZone)}, try_cast(${whole} AS TIMESTAMPTZ))::DATE`;
}

/**
 * SQL of a date cell in any writing that we know, NULL when unreadable: ISO, French or American with or without time
 * or leading zeros, compact, with a zone, with the month's name, a spreadsheet's number of days. A week is its Monday,
 * a month its first day.
 */
export function dateSql(column: string, { order, period, time_zone, fiscal }: DateReading): string {
  const text = `trim(${column})`;
  const plain = `strip_accents(lower(${text}))`;
  const matches = (value: string, pattern: string): string =>
    `regexp_full_match(${value}, ${quoteText(pattern)})`;
  const [first, second] = order === 'day' ? [1, 2] : [2, 1];
  const numeric = (pattern: string): string =>
    dateOfParts(group(text, pattern, 3), group(text, pattern, second), group(text, pattern, first));
  const readings: [string, string][] = [
    [matches(text, ZONED), zonedDaySql(text, time_zone)],
    [
      matches(text, YEAR_FIRST),
      dateOfParts(group(text, YEAR_FIRST, 1), group(text, YEAR_FIRST, 2), group(text, YEAR_FIRST, 3)),
    ],
    [matches(text, LONG_YEAR), numeric(LONG_YEAR)],
    [matches(text, SHORT_YEAR), numeric(SHORT_YEAR)],
    [matches(text, SERIAL), `DATE '1899-12-30' + try_cast(left(${text}, 5) AS INTEGER)`],
    [
      matches(text, COMPACT),
      dateOfParts(group(text, COMPACT, 1), group(text, COMPACT, 2), group(text, COMPACT, 3)),
    ],
    ...[CENTURY, SIX_FIGURES].map((pattern): [string, string] => [
      matches(text, pattern),
      dateOfParts(group(text, pattern, 1), group(text, pattern, 2), group(text, pattern, 3)),
    ]),
    [matches(text, YEAR_WEEK), weekSql(fiscal, group(text, YEAR_WEEK, 1), group(text, YEAR_WEEK, 2))],
    [matches(text, WEEK_YEAR), weekSql(fiscal, group(text, WEEK_YEAR, 2), group(text, WEEK_YEAR, 1))],
    ...(fiscal ? fiscalReadings(text, fiscal) : []),
    ...sixDigits(text, period, fiscal),
    [matches(text, YEAR_MONTH), dateOfParts(group(text, YEAR_MONTH, 1), group(text, YEAR_MONTH, 2), "'1'")],
    [matches(text, MONTH_YEAR), dateOfParts(group(text, MONTH_YEAR, 2), group(text, MONTH_YEAR, 1), "'1'")],
    [
      matches(plain, DAY_WORD_YEAR),
      dateOfParts(
        group(plain, DAY_WORD_YEAR, 3),
        monthSql(group(plain, DAY_WORD_YEAR, 2)),
        group(plain, DAY_WORD_YEAR, 1),
      ),
    ],
    [
      matches(plain, WORD_DAY_YEAR),
      dateOfParts(
        group(plain, WORD_DAY_YEAR, 3),
        monthSql(group(plain, WORD_DAY_YEAR, 1)),
        group(plain, WORD_DAY_YEAR, 2),
      ),
    ],
    [
      matches(plain, WORD_YEAR),
      dateOfParts(group(plain, WORD_YEAR, 2), monthSql(group(plain, WORD_YEAR, 1)), "'1'"),
    ],
  ];
  return `CASE ${readings.map(([when, then]) => `WHEN ${when} THEN ${then}`).join(' ')} END`;
}

/** Six digits that are a week, since no month has their number. */
export const SURELY_WEEK = '\\d{4}(1[3-9]|[2-4]\\d|5[0-3])';

/** What six digits alone are, when a column's heading or first values say it. */
export function namedPeriod(heading: string, values: readonly string[]): Period | null {
  const words = foldText(heading);
  if (/sem|week|wk|woche/.test(words)) return 'week';
  if (
    /mois|month|monat|mes\b|(fiscal|retail|trading|accounting) period|periode (fiscale|comptable)/.test(words)
  )
    return 'month';
  return values.some((value) => new RegExp(`^${SURELY_WEEK}$`).test(value.trim())) ? 'week' : null;
}

const SIX_DIGITS = String.raw`(\d{4})(\d{2})`;

function sixDigits(
  text: string,
  period: Period | null,
  fiscal: FiscalCalendar | undefined,
): [string, string][] {
  if (period === null) return [];
  const [year, rest] = [group(text, SIX_DIGITS, 1), group(text, SIX_DIGITS, 2)];
  const month = fiscal ? fiscalPeriodSql(fiscal, year, rest) : dateOfParts(year, rest, "'1'");
  const value = period === 'week' ? weekSql(fiscal, year, rest) : month;
  return [[`regexp_full_match(${text}, ${quoteText(SIX_DIGITS)})`, value]];
}

/** SQL conditions on a cell: a date of figures that only one order reads, or that both do and differently. */
export const ORDER_EVIDENCE = {
  day: `(1[3-9]|2\\d|3[01])[-/ ](0?[1-9]|1[0-2])[-/ ](\\d{4}|\\d{2})${TIME}`,
  month: `(0?[1-9]|1[0-2])[-/ ](1[3-9]|2\\d|3[01])[-/ ](\\d{4}|\\d{2})${TIME}`,
  either: `(0?[1-9]|1[0-2])[-/ ](0?[1-9]|1[0-2])[-/ ](\\d{4}|\\d{2})${TIME}`,
} as const;

import {
  addDays,
  type FiscalCalendar,
  fiscalYearStart,
  ISO_CALENDAR,
  weeksBeforePeriods,
} from '@palier/domain';
import { quoteText } from '../../database/sql.ts';

const FIRST_YEAR = 2000;
const LAST_YEAR = 2060;

const YEAR = String.raw`(?i:fy|ex\.?|exercice)? ?(\d{4})`;
const ANY_YEAR = String.raw`(?i:fy|ex\.?|exercice) ?(\d{4}|\d{2})`;
const BETWEEN = '[-/_. ]*';
const WEEK = String.raw`(?i:w|wk|s|kw|sem\.?|semaine|week)[-_ ]?(\d{1,2})`;
const PERIOD = String.raw`(?i:p|per\.?|period|periode|période)[-_ ]?(\d{1,2})`;

/** A writing that only fiscal calendars have, and which of its groups say what, from 1. */
interface Writing {
  pattern: string;
  year: number;
  week?: number;
  period?: number;
}

/** `FY26-W14`, `2026-P03-W2`, `P3W2 FY26`, `2026-P03`. A year of two figures has its letters. */
const WRITINGS: readonly Writing[] = [
  { pattern: ANY_YEAR + BETWEEN + WEEK, year: 1, week: 2 },
  { pattern: WEEK + BETWEEN + ANY_YEAR, week: 1, year: 2 },
  ...[YEAR, ANY_YEAR].flatMap((year): Writing[] => [
    { pattern: year + BETWEEN + PERIOD + BETWEEN + WEEK, year: 1, period: 2, week: 3 },
    { pattern: PERIOD + BETWEEN + WEEK + BETWEEN + year, period: 1, week: 2, year: 3 },
    { pattern: year + BETWEEN + PERIOD, year: 1, period: 2 },
    { pattern: PERIOD + BETWEEN + year, period: 1, year: 2 },
  ]),
];

/** The same patterns in the browser's regular expressions, where `(?i:` is a flag of the whole. */
const asRegExp = ({ pattern }: Writing): RegExp =>
  new RegExp(`^(?:${pattern.replaceAll('(?i:', '(?:')})$`, 'i');

const TESTED = WRITINGS.map((writing) => ({ ...writing, test: asRegExp(writing) }));

/** How a value says a week or a period of a fiscal year, in a writing that no other calendar has; null for any other. */
export function fiscalForm(value: string): 'week' | 'period' | 'period_week' | null {
  const found = TESTED.find(({ test }) => test.test(value.trim()));
  if (!found) return null;
  if (found.period === undefined) return 'week';
  return found.week === undefined ? 'period' : 'period_week';
}

/** SQL: first day of a fiscal year, of a number in SQL; NULL out of our time. Two figures are of this century. */
function yearStartSql(calendar: FiscalCalendar, year: string): string {
  const starts = Array.from({ length: LAST_YEAR - FIRST_YEAR + 2 }, (_, index) =>
    fiscalYearStart(calendar, FIRST_YEAR + index),
  );
  return `([${starts.map(quoteText).join(', ')}]::DATE[])[${year} - ${FIRST_YEAR - 1}]`;
}

const whole = (year: string): string => `(CASE WHEN ${year} < 100 THEN 2000 + ${year} ELSE ${year} END)`;

/** SQL: of a week that starts on a day, the Monday of the week that most of its days are in. */
const mostlyMonday = (start: string): string => `date_trunc('week', ${start} + 3)::DATE`;

/** SQL of the Monday that stands for a week of a fiscal year; NULL for a week that the year does not have. */
export function fiscalWeekSql(calendar: FiscalCalendar, year: string, week: string): string {
  const start = (add = 0): string => yearStartSql(calendar, `(${whole(year)} + ${add})`);
  const day = `(${start()} + 7 * (${week} - 1))::DATE`;
  return `CASE WHEN ${week} >= 1 AND ${day} < ${start(1)} THEN ${mostlyMonday(day)} END`;
}

/** SQL: how many weeks of the year are before a period; NULL for a thirteenth period. */
function weeksBeforeSql(calendar: FiscalCalendar, period: string): string {
  return `([${weeksBeforePeriods(calendar).join(', ')}])[CASE WHEN ${period} BETWEEN 1 AND 12 THEN ${period} END]`;
}

/** SQL of the Monday that stands for a week of a fiscal period. A week beyond the period's is none. */
export function periodWeekSql(calendar: FiscalCalendar, year: string, period: string, week: string): string {
  const own = `${weeksBeforeSql(calendar, period)} + ${week}`;
  const next = `coalesce(${weeksBeforeSql(calendar, `(${period} + 1)`)}, 53)`;
  return `CASE WHEN ${week} >= 1 AND ${own} <= ${next} THEN ${fiscalWeekSql(calendar, year, `(${own})`)} END`;
}

/** SQL of the first day of a fiscal period. */
function periodStartSql(calendar: FiscalCalendar, year: string, period: string): string {
  return `(${yearStartSql(calendar, whole(year))} + 7 * ${weeksBeforeSql(calendar, period)})::DATE`;
}

/** SQL of the first day of a period of a year, both texts in SQL. */
export function fiscalPeriodSql(calendar: FiscalCalendar, year: string, period: string): string {
  return periodStartSql(calendar, `try_cast(${year} AS INTEGER)`, `try_cast(${period} AS INTEGER)`);
}

/** `SELECT` of the periods of all years: their first days, and their last. */
export function periodsSelect(calendar: FiscalCalendar): string {
  const before = weeksBeforePeriods(calendar);
  const rows: string[] = [];
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
    const start = fiscalYearStart(calendar, year);
    for (const [index, weeks] of before.entries()) {
      const following = before[index + 1];
      const next =
        following === undefined ? fiscalYearStart(calendar, year + 1) : addDays(start, 7 * following);
      rows.push(`(DATE '${addDays(start, 7 * weeks)}', DATE '${addDays(next, -1)}')`);
    }
  }
  return `SELECT * FROM (VALUES ${rows.join(', ')}) period(first_day, last_day)`;
}

/** SQL cases of a text in the writings of fiscal calendars: what is matched, and its day. ISO weeks have no periods. */
export function fiscalReadings(text: string, calendar: FiscalCalendar): [string, string][] {
  const known = WRITINGS.filter(({ period }) => period === undefined || calendar !== ISO_CALENDAR);
  return known.map(({ pattern, year, week, period }): [string, string] => {
    const part = (group: number): string =>
      `try_cast(regexp_extract(${text}, ${quoteText(`^${pattern}$`)}, ${group}) AS INTEGER)`;
    const matched = `regexp_full_match(${text}, ${quoteText(pattern)})`;
    if (period === undefined) return [matched, fiscalWeekSql(calendar, part(year), part(week ?? 0))];
    const day =
      week === undefined
        ? periodStartSql(calendar, part(year), part(period))
        : periodWeekSql(calendar, part(year), part(period), part(week));
    return [matched, day];
  });
}

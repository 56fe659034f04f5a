import { currencyOfHeading, type FiscalCalendar, foldText, ISO_CALENDAR } from '@palier/domain';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { currencyCodeSql, unitSql } from '../warehouse/currency.ts';
import { castSql, quickCastSql, textSql } from './cast.ts';
import type { CellSql } from './checks.ts';
import { CODE_COLUMNS } from './codes/damage.ts';
import { bareCodeSql } from './codes/written.ts';
import { isOfPieces } from './column-spec.ts';
import { type ColumnSpec, columnSpec, kindSpec } from './columns.ts';
import { type DateReading, mondaySql, namedPeriod, saysUtc } from './dates/date-sql.ts';
import { fiscalWeekSql, periodWeekSql } from './dates/fiscal-sql.ts';
import { provenShortYear } from './dates/short-years.ts';
import { type DateWriting, dateWriting } from './dates/writing.ts';
import { otherSign } from './decimals/writing.ts';
import type { Feed } from './plan.ts';
import { IN_CENTS, RETURNED_HEADING, RETURNED_VALUE } from './settled-lines.ts';

/** Writes a cell as its column's type in SQL. */
export type Cast = (spec: ColumnSpec, column: string, decimal: ',' | '.', writing: DateWriting) => string;

/** The zone whose days a retailer's instants belong to, unless a setting names another. */
const USUAL_ZONE = 'Europe/Paris';

const USUAL_READING: DateReading = { order: 'day', period: null, time_zone: USUAL_ZONE };

/** How a column of dates is written by the file's first rows, read in the order that is known or tried. */
export function writingOf(feed: Feed, name: string): DateWriting {
  const position = feed.positions.get(name);
  const valuesOf = (rows: readonly string[][]): string[] =>
    position === undefined ? [] : rows.map((row) => row[position] ?? '');
  const examples = valuesOf(feed.source.preview);
  const heading = feed.source.headings[position ?? -1] ?? '';
  const short_year = provenShortYear(valuesOf(feed.source.sample));
  return dateWriting(examples, {
    order: feed.date_order ?? feed.column_orders?.get(name) ?? 'day',
    period: feed.periods?.get(name) ?? namedPeriod(heading, examples),
    time_zone: feed.time_zone ?? USUAL_ZONE,
    ...(short_year && { short_year }),
    ...(saysUtc(heading) && { is_utc: true }),
    ...(feed.fiscal && { fiscal: feed.fiscal === 'iso' ? ISO_CALENDAR : feed.fiscal }),
  });
}

/** The amounts whose unit tells each column of currencies, by kind. */
const GIVEN_BY: Readonly<Record<string, readonly string[]>> = {
  'sales currency': ['amount', 'base_amount', 'unit_price', 'base_unit_price'],
  'items currency': ['price', 'base_price'],
  'items cost_currency': ['cost'],
  'prices currency': ['price', 'base_price'],
  'rates currency': [],
};

/** The columns whose cells may say the currency of one; undefined for any other column. */
function tellingColumns({ kind }: Feed, { name }: ColumnSpec): readonly string[] | undefined {
  return GIVEN_BY[`${kind} ${name}`];
}

/**
 * The currency of a row's amounts: that of its column, of the unit in the cell, of the heading, of the whole file. The
 * usual writing of a number has no unit: cells are searched for one where they are looked at again.
 */
function currencySql(
  feed: Feed,
  telling: readonly string[],
  spec: ColumnSpec,
  cellSql: CellSql,
  closely: boolean,
): string {
  const column = feed.positions.get(spec.name) ?? feed.positions.get('currency');
  const cells = telling.flatMap((name) => feed.positions.get(name) ?? []);
  const said = cells.map((position) => currencyOfHeading(feed.source.headings[position] ?? ''));
  const whole = feed.constants.get(spec.name) ?? feed.constants.get('currency') ?? feed.file_currency;
  const own = said.find((code) => code !== null);
  const units = closely ? cells.map((position) => unitSql(cellSql(position), feed.dollar)) : [];
  // « CA EUR » beside a column of currencies is none of those amounts.
  const parts =
    own === undefined
      ? [
          ...(column === undefined ? [] : [currencyCodeSql(cellSql(column), feed.dollar)]),
          ...units,
          ...(whole === undefined ? [] : [quoteText(whole)]),
        ]
      : [...units, quoteText(own)];
  return parts.length === 0 ? 'NULL::VARCHAR' : `coalesce(${parts.join(', ')}, NULL)`;
}

/** What came back is below zero. */
const SIGNED = new Set(['quantity', 'amount', 'base_amount']);

/** What a heading says of amounts in thousands: `CA (k€)`, « en milliers », `TEUR`, `£'000`. */
const THOUSANDS =
  /(?<![\p{L}\d])(k ?(€|£|\$|eur|euros?|gbp|usd|chf)|t(€|eur)|(€|£|\$) ?k|(eur|gbp|usd|chf) k)(?![\p{L}\d])|\b(en|in) (milliers|thousands|tausend|miles|migliaia)\b|['’(]000/iu;

/** The SQL of a number as its heading says it, in thousands, and as doubts about it were settled: in cents, or of lines that came back. */
function settledSql(
  { source, constants }: Feed,
  { name, type }: ColumnSpec,
  position: number,
  value: string,
  cellSql: CellSql,
): string {
  if (type !== 'number') return value;
  const cents = constants.get(IN_CENTS)?.split('\n') ?? [];
  const heading = source.headings[position] ?? '';
  const full = THOUSANDS.test(heading) ? `round(${value} * 1000, 2)` : value;
  const whole = cents.includes(heading) ? `(${value} / 100)` : full;
  const said = source.headings.indexOf(constants.get(RETURNED_HEADING) ?? '');
  if (said < 0 || !SIGNED.has(name)) return whole;
  const isReturned = `${textSql(cellSql(said))} = ${quoteText(constants.get(RETURNED_VALUE) ?? '')}`;
  return `CASE WHEN ${isReturned} THEN -abs(${whole}) ELSE ${whole} END`;
}

const CODES = new Set<string>([...CODE_COLUMNS, 'location_code', 'inventory_code', 'code']);

const asCode = ({ source }: Feed, { name }: ColumnSpec, position: number, value: string): string =>
  CODES.has(name) ? bareCodeSql(source, position, value) : value;

function valueSql(feed: Feed, spec: ColumnSpec, cast: Cast, cellSql: CellSql): string {
  const telling = tellingColumns(feed, spec);
  if (telling) return currencySql(feed, telling, spec, cellSql, cast === castSql);
  const position = feed.positions.get(spec.name);
  const constant = feed.constants.get(spec.name);
  const written = feed.source.dialect?.decimal ?? '.';
  const decimal = feed.counts_parted && isOfPieces(spec.name) ? otherSign(written) : written;
  const read = (at: number): string =>
    settledSql(feed, spec, at, cast(spec, cellSql(at), decimal, writingOf(feed, spec.name)), cellSql);
  const asked = position === undefined ? null : asCode(feed, spec, position, read(position));
  const instead = spec.name === 'price' ? feed.usual_price : undefined;
  const given = asked && instead !== undefined ? `greatest(${asked}, ${read(instead)})` : asked;
  const usual =
    constant === undefined ? null : castSql(spec, quoteText(constant), '.', dateWriting([], USUAL_READING));
  const value =
    given && usual ? `coalesce(${given}, ${usual})` : (given ?? usual ?? `NULL::${SQL_TYPES[spec.type]}`);
  return spec.type === 'date' ? datedSql(feed, spec, value, cast, cellSql) : value;
}

/** Days that every date of the file is moved by. */
export function shiftOf(feed: Feed): number {
  return Math.trunc(Number(feed.constants.get('shift_days') ?? 0)) || 0;
}

/** A heading of weeks that are named by their last day. */
const WEEK_ENDING =
  /week ?end|weekend|\bwk ?end|\bw ?e\b|semaine.*(finissant|terminant|fin\b)|fin (de )?semaine/;

/** Whether the dates of sales are the last days of weeks, as their heading says. */
export function isWeekEnding(feed: Feed, name: string): boolean {
  const heading = feed.source.headings[feed.positions.get(name) ?? -1] ?? '';
  const words = foldText(heading).replace(/[^a-z0-9]+/g, ' ');
  return feed.kind === 'sales' && name === 'date' && shiftOf(feed) === 0 && WEEK_ENDING.test(words);
}

/** A date moved by `shift_days`; where there is none, the day that the row's week starts. */
function datedSql(feed: Feed, spec: ColumnSpec, value: string, cast: Cast, cellSql: CellSql): string {
  const days = shiftOf(feed);
  const moved = days === 0 ? value : `(${value} + (${days}))::DATE`;
  if (spec.name === 'date' && feed.positions.has('month_number'))
    return `coalesce(${moved}, ${monthDaySql(feed, cast, cellSql)})`;
  return hasWeeks(feed, spec) ? `coalesce(${moved}, ${weekStartSql(feed, cast, cellSql)})` : moved;
}

/** The SQL of other columns of a row, by their names; null for those that the feed does not have. */
function othersSql(feed: Feed, names: readonly string[], cast: Cast, cellSql: CellSql): (string | null)[] {
  return names.map((name) => {
    const column = columnSpec(feed.kind, name);
    return column && feed.positions.has(name) ? valueSql(feed, column, cast, cellSql) : null;
  });
}

/** The day of a row's year and month, the first where none is said. */
function monthDaySql(feed: Feed, cast: Cast, cellSql: CellSql): string {
  const [year, month, day] = othersSql(feed, ['year', 'month_number', 'day_number'], cast, cellSql);
  const first = feed.positions.has('day_number') ? day : '1';
  return `try_cast(concat_ws('-', CASE WHEN ${year} < 100 THEN 2000 ELSE 0 END + ${year}, ${month}, ${first}) AS DATE)`;
}

/** The first day of a row's week: counted from an origin, of the year beside it, or said with its year (`202646`). */
function weekStartSql(feed: Feed, cast: Cast, cellSql: CellSql): string {
  const names = ['week_number', 'year', 'period_number'];
  const [week, year, period] = othersSql(feed, names, cast, cellSql);
  const origin = feed.constants.get('first_week_date');
  if (origin !== undefined) return `DATE ${quoteText(origin)} + 7 * ${week}`;
  if (feed.fiscal && feed.fiscal !== 'iso')
    return fiscalStartSql(feed, feed.fiscal, { week: `${week}`, year: year ?? null, period: period ?? null });
  const whole = mondaySql(`(${week} // 100)::VARCHAR`, `(${week} % 100)::VARCHAR`);
  const beside = year ? mondaySql(`${year}::VARCHAR`, `${week}::VARCHAR`) : 'NULL';
  return `CASE WHEN ${week} > 9999 THEN ${whole} ELSE ${beside} END`;
}

/** Weeks of the longest period, but for the last of a year of 53. */
const PERIOD_WEEKS = 5;

/** Whether weeks are counted in their period: none of the file's first rows has a later one. */
function isOfPeriod({ source, positions }: Feed): boolean {
  const at = positions.get('week_number') ?? -1;
  return source.sample.every((row) => Number(row[at]?.replace(/\D/g, '')) <= PERIOD_WEEKS);
}

/** As `weekStartSql`, in the retailer's own calendar. */
function fiscalStartSql(
  feed: Feed,
  calendar: FiscalCalendar,
  { week, year, period }: { week: string; year: string | null; period: string | null },
): string {
  if (year === null)
    return `CASE WHEN ${week} > 9999 THEN ${fiscalWeekSql(calendar, `(${week} // 100)`, `(${week} % 100)`)} END`;
  return period !== null && isOfPeriod(feed)
    ? periodWeekSql(calendar, year, period, week)
    : fiscalWeekSql(calendar, year, week);
}

/** Whether a date column takes the weeks, or the months, of another. */
function hasWeeks({ positions }: Feed, { name }: ColumnSpec): boolean {
  return name === 'date' && (positions.has('week_number') || positions.has('month_number'));
}

export const SQL_TYPES = {
  ...{ number: 'DOUBLE', date: 'DATE', string: 'VARCHAR' },
  ...{ week: 'INTEGER', month: 'INTEGER' },
} as const;

/** The columns that the file or the mapping gives; the others are not kept. */
export function givenColumns(feed: Feed): ColumnSpec[] {
  return kindSpec(feed.kind).columns.filter(
    (column) =>
      feed.positions.has(column.name) ||
      feed.constants.has(column.name) ||
      hasWeeks(feed, column) ||
      tellingColumns(feed, column) !== undefined,
  );
}

/** SQL of every column that the feed gives, from its cells. */
export function typedColumns(feed: Feed, cast: Cast, cellSql: CellSql): string[] {
  return [
    ...givenColumns(feed).map(
      (column) => `${valueSql(feed, column, cast, cellSql)} AS ${quoteIdentifier(column.name)}`,
    ),
    ...[...feed.attributes].map(
      ([name, position]) => `${textSql(cellSql(position))} AS ${quoteIdentifier(`@${name}`)}`,
    ),
  ];
}

/** Names of every column that the feed gives, quoted. */
export function ownColumns(feed: Feed): string[] {
  return [
    ...givenColumns(feed).map(({ name }) => quoteIdentifier(name)),
    ...[...feed.attributes.keys()].map((name) => quoteIdentifier(`@${name}`)),
  ];
}

/** What text cells need in the usual writing: nothing where no cell has a blank around it. */
export function usualCast({ source }: Feed): Cast {
  return (spec, column, decimal, writing) =>
    spec.type === 'string' && source.dialect?.blanks === false
      ? column
      : quickCastSql(spec, column, decimal, writing);
}

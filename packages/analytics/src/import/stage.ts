import type { Session } from '../database/database.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { CancelledError } from '../errors.ts';
import { castSql, type DateWriting, dateWriting, MONTH_FIRST, quickCastSql, textSql } from './cast.ts';
import { anyOf, type CellSql, CLOSELY, checksOf, problemsSql, QUICKLY } from './checks.ts';
import { type ColumnSpec, columnSpec, kindSpec } from './columns.ts';
import { digest } from './copies.ts';
import { isMonthFirst } from './date-order.ts';
import type { Feed } from './plan.ts';
import { cell, type ReaderTypes, readSourceSql } from './read-source.ts';
import { isCorrection } from './source.ts';

/**
 * A feed read into DuckDB. `table` is a view with every typed column of its kind, `refused`, and `position`, which
 * counts the file's rows from 0. `doubts` has, for the rows that were looked at twice, `position`, `refused`,
 * `problems` and `cells`.
 */
export type Staged = {
  feed: Feed;
  table: string;
  doubts: string;
  /** Digest of a file of refused rows that comes back corrected; null for any other file. */
  correction: string | null;
};

const keptCell: CellSql = (position) => `cells[${position + 1}]`;

/** Writes a cell as its column's type in SQL. */
type Cast = (spec: ColumnSpec, column: string, decimal: ',' | '.', writing: DateWriting) => string;

/** How the dates of a column are written, by the file's first rows. */
const writingAt = (feed: Feed, position: number): DateWriting => {
  const writing = dateWriting(feed.source.preview.map((row) => row[position] ?? ''));
  return writing !== 'iso' && feed.date_order === 'month' ? MONTH_FIRST : writing;
};

const valueSql = (feed: Feed, spec: ColumnSpec, cast: Cast, cellSql: CellSql): string => {
  const position = feed.positions.get(spec.name);
  const constant = feed.constants.get(spec.name);
  const decimal = feed.source.dialect?.decimal ?? '.';
  const given =
    position === undefined ? null : cast(spec, cellSql(position), decimal, writingAt(feed, position));
  const usual = constant === undefined ? null : castSql(spec, quoteText(constant), '.', 'iso');
  const value =
    given && usual ? `coalesce(${given}, ${usual})` : (given ?? usual ?? `NULL::${SQL_TYPES[spec.type]}`);
  return spec.type === 'date' ? datedSql(feed, spec, value, cast, cellSql) : value;
};

/** A date moved by `shift_days`; where there is none, the day that the row's week starts. */
const datedSql = (feed: Feed, spec: ColumnSpec, value: string, cast: Cast, cellSql: CellSql): string => {
  const days = Math.trunc(Number(feed.constants.get('shift_days') ?? 0)) || 0;
  const moved = days === 0 ? value : `(${value} + (${days}))::DATE`;
  const week = weekOf(feed, spec);
  if (!week) return moved;
  const { origin, column } = week;
  return `coalesce(${moved}, DATE ${quoteText(origin)} + 7 * ${valueSql(feed, column, cast, cellSql)})`;
};

/** Where a date column counts weeks from, and the column that says which. */
const weekOf = (feed: Feed, spec: ColumnSpec): { origin: string; column: ColumnSpec } | null => {
  const origin = feed.constants.get('first_week_date');
  const column = columnSpec(feed.kind, 'week_number');
  if (spec.name !== 'date' || origin === undefined || !column || !feed.positions.has(column.name))
    return null;
  return { origin, column };
};

const SQL_TYPES = { number: 'DOUBLE', date: 'DATE', week: 'INTEGER', string: 'VARCHAR' } as const;

/** The columns that the file or the mapping gives; the others are not kept. */
const givenColumns = (feed: Feed): ColumnSpec[] =>
  kindSpec(feed.kind).columns.filter(
    (column) =>
      feed.positions.has(column.name) || feed.constants.has(column.name) || weekOf(feed, column) !== null,
  );

const typedColumns = (feed: Feed, cast: Cast, cellSql: CellSql): string[] => [
  ...givenColumns(feed).map(
    (column) => `${valueSql(feed, column, cast, cellSql)} AS ${quoteIdentifier(column.name)}`,
  ),
  ...[...feed.attributes].map(
    ([name, position]) => `${textSql(cellSql(position))} AS ${quoteIdentifier(`@${name}`)}`,
  ),
];

const ownColumns = (feed: Feed): string[] => [
  ...givenColumns(feed).map(({ name }) => quoteIdentifier(name)),
  ...[...feed.attributes.keys()].map((name) => quoteIdentifier(`@${name}`)),
];

/** A row without anything in any of its cells. */
const BLANK = `len(list_filter(cells, c -> ${textSql('c')} IS NOT NULL)) = 0`;

/** What text cells need in the usual writing: nothing where no cell has a blank around it. */
const usualCast =
  ({ source }: Feed): Cast =>
  (spec, column, decimal, writing) =>
    spec.type === 'string' && source.dialect?.blanks === false
      ? column
      : quickCastSql(spec, column, decimal, writing);

/**
 * The numbers and dates of a text file that DuckDB's reader may take as such, in half the time of reading text and
 * casting it. A cell that means two things of different types stays text.
 */
const readerTypes = (feed: Feed): ReaderTypes => {
  const types = new Map<number, 'DOUBLE' | 'DATE'>();
  const texts = new Set(feed.attributes.values());
  let writing: DateWriting | null = null;
  for (const { name, type } of kindSpec(feed.kind).columns) {
    const position = feed.positions.get(name);
    if (position === undefined) continue;
    if (type === 'date') writing ??= writingAt(feed, position);
    const wanted = type === 'number' ? 'DOUBLE' : type === 'date' ? 'DATE' : null;
    const other = types.get(position) ?? wanted;
    if (wanted === null || other !== wanted || (type === 'date' && writingAt(feed, position) !== writing))
      texts.add(position);
    else types.set(position, wanted);
  }
  for (const position of texts) types.delete(position);
  return { types, date_format: writing === null || writing === 'iso' ? null : writing };
};

/**
 * Reads a file whose every cell is written as its first rows are, in one pass; false, and nothing is kept, for any
 * other file. Most large files come out of a machine and are such.
 */
const readPlain = async (session: Session, { feed, table }: Staged): Promise<boolean> => {
  if (!feed.source.dialect) return false;
  const reader = readerTypes(feed);
  const cells = new Set([...reader.types.keys()].map(cell));
  const usual = usualCast(feed);
  const cast: Cast = (spec, column, ...how) => (cells.has(column) ? column : usual(spec, column, ...how));
  const doubtful = anyOf(checksOf(feed, cell, QUICKLY));
  try {
    await session.run(`CREATE OR REPLACE TABLE ${quoteIdentifier(quickTable(table))} AS
      SELECT ${ownColumns(feed).join(', ')} FROM (
        SELECT ${[...usedCells(feed), ...typedColumns(feed, cast, cell)].join(', ')} FROM ${readSourceSql(feed.source, reader)})
      WHERE CASE WHEN ${doubtful} THEN error('a row to look at again') ELSE true END`);
    return true;
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    return false;
  }
};

/** Names of the cells that the feed's columns come from. */
const usedCells = ({ positions }: Feed): string[] => [...new Set(positions.values())].map(cell);

/** Every row in the usual writing, in the file's order; those that this reading doubts keep their cells. */
const readQuickly = async (session: Session, { feed, table }: Staged): Promise<void> => {
  const cells = feed.source.headings.map((_, index) => cell(index));
  await session.run(`CREATE OR REPLACE TABLE ${quoteIdentifier(quickTable(table))} AS
    SELECT ${ownColumns(feed).join(', ')}, doubtful, CASE WHEN doubtful THEN [${cells.join(', ')}] END AS cells FROM (
      SELECT *, ${anyOf(checksOf(feed, cell, QUICKLY))} AS doubtful FROM (
        SELECT ${[...cells, ...typedColumns(feed, usualCast(feed), cell)].join(', ')} FROM ${readSourceSql(feed.source)}))`);
};

/** Looks again, with every writing we know, at the rows that the quick reading found doubtful. */
const lookAgain = async (session: Session, { feed, doubts }: Staged, doubtful: string): Promise<void> => {
  const checks = checksOf(feed, keptCell, CLOSELY);
  const refusing = anyOf(checks.filter(({ refuses }) => refuses));
  // A number that is none of a warned cell must not reach the sums.
  const finite = givenColumns(feed)
    .filter(({ type }) => type === 'number')
    .map(({ name }) => quoteIdentifier(name))
    .map((name) => `CASE WHEN isfinite(${name}) THEN ${name} END AS ${name}`);
  // Rows of nothing but separators, as spreadsheets leave below a table, are no rows.
  await session.run(`CREATE OR REPLACE TABLE ${quoteIdentifier(doubts)} AS
    SELECT * ${finite.length > 0 ? `REPLACE (${finite.join(', ')})` : ''}, ${refusing} AS refused, ${problemsSql(checks)} AS problems FROM (
      SELECT position, cells, ${typedColumns(feed, castSql, keptCell).join(', ')} FROM (${doubtful}))
    WHERE NOT ${BLANK}`);
};

const quickTable = (table: string): string => `${table}_quick`;

/** The view over both readings, with the columns that the file lacks. */
const viewStaged = async (session: Session, { feed, table, doubts }: Staged, sure: string): Promise<void> => {
  const given = ownColumns(feed);
  const lacking = kindSpec(feed.kind)
    .columns.filter(({ name }) => !given.includes(quoteIdentifier(name)))
    .map(({ name, type }) => `NULL::${SQL_TYPES[type]} AS ${quoteIdentifier(name)}`);
  const columns = [...given, ...lacking].join(', ');
  await session.run(`CREATE OR REPLACE VIEW ${quoteIdentifier(table)} AS
    SELECT ${columns}, false AS refused, rowid AS position FROM ${sure}
    UNION ALL SELECT ${columns}, refused, position FROM ${quoteIdentifier(doubts)}`);
};

/** Reads as text, so that rows in doubt can be looked at again; finds out which comes first in `01/02/2026`. */
const readDoubting = async (session: Session, staged: Staged): Promise<Staged> => {
  await readQuickly(session, staged);
  const { feed, table } = staged;
  if (feed.date_order !== undefined || !(await isMonthFirst(session, feed, quickTable(table)))) return staged;
  const again: Staged = { ...staged, feed: { ...feed, date_order: 'month' } };
  await readQuickly(session, again);
  return again;
};

/**
 * Reads one feed into typed tables, in the file's order: in one pass when every cell is written as the first ones;
 * else every row in the usual writing, then those that this reading doubts in any writing. Refused rows stay, marked.
 */
export const stageFeed = async (session: Session, feed: Feed, table: string): Promise<Staged> => {
  const correction = isCorrection(feed.source.headings) ? await digest(feed.source.path) : null;
  const first: Staged = { feed, table, doubts: `${table}_doubt`, correction };
  const quick = quoteIdentifier(quickTable(table));
  if (await readPlain(session, first)) {
    await lookAgain(session, first, 'SELECT NULL::BIGINT AS position, NULL::VARCHAR[] AS cells WHERE false');
    await viewStaged(session, first, quick);
    return first;
  }
  const staged = await readDoubting(session, first);
  await lookAgain(session, staged, `SELECT rowid AS position, cells FROM ${quick} WHERE doubtful`);
  await viewStaged(session, staged, `${quick} WHERE NOT doubtful`);
  return staged;
};

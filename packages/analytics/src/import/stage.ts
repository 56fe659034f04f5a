import type { Session } from '../database/database.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { castSql, type DateWriting, dateWriting, MONTH_FIRST, quickCastSql, textSql } from './cast.ts';
import { anyOf, type CellSql, CLOSELY, checksOf, problemsSql, QUICKLY } from './checks.ts';
import { type ColumnSpec, columnSpec, kindSpec } from './columns.ts';
import { digest } from './copies.ts';
import { isMonthFirst } from './date-order.ts';
import type { Feed } from './plan.ts';
import { isCorrection, type Source } from './source.ts';

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

const cell: CellSql = (position) => `c${position}`;
const keptCell: CellSql = (position) => `cells[${position + 1}]`;

/** The table function that reads a source, its columns named c0, c1, … as text. */
const readSourceSql = (source: Source): string => {
  if (!source.dialect) {
    const columns = source.headings.map(
      (name, index) => `${quoteIdentifier(name)}::VARCHAR AS ${cell(index)}`,
    );
    return `(SELECT ${columns.join(', ')} FROM read_parquet(${quoteText(source.path)}))`;
  }
  const { delimiter, quote, multiline } = source.dialect;
  const columns = source.headings.map((_, index) => `'${cell(index)}': 'VARCHAR'`);
  const options = [
    quoteText(source.path),
    'auto_detect = false',
    'header = true',
    `skip = ${source.header_line - 1}`,
    `delim = ${quoteText(delimiter)}`,
    `quote = ${quoteText(quote)}`,
    `escape = ${quoteText(quote)}`,
    'null_padding = true',
    'strict_mode = false',
    'max_line_size = 10000000',
    multiline ? 'parallel = false' : 'parallel = true',
    `columns = {${columns.join(', ')}}`,
  ];
  return `read_csv(${options.join(', ')})`;
};

type Cast = (spec: ColumnSpec, column: string, decimal: ',' | '.', writing: DateWriting) => string;

const valueSql = (feed: Feed, spec: ColumnSpec, cast: Cast, cellSql: CellSql): string => {
  const position = feed.positions.get(spec.name);
  const constant = feed.constants.get(spec.name);
  const decimal = feed.source.dialect?.decimal ?? '.';
  const examples = position === undefined ? [] : feed.source.preview.map((row) => row[position] ?? '');
  const usualWriting = dateWriting(examples);
  const writing = usualWriting !== 'iso' && feed.date_order === 'month' ? MONTH_FIRST : usualWriting;
  const given = position === undefined ? null : cast(spec, cellSql(position), decimal, writing);
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

/** Looks again, with every writing we know, at the rows that the quick reading found doubtful. */
const lookAgain = async (session: Session, { feed, table, doubts }: Staged): Promise<void> => {
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
      SELECT rowid AS position, cells, ${typedColumns(feed, castSql, keptCell).join(', ')} FROM ${quoteIdentifier(quickTable(table))} WHERE doubtful)
    WHERE NOT ${BLANK}`);
};

const quickTable = (table: string): string => `${table}_quick`;

/** The view over both readings, with the columns that the file lacks. */
const viewStaged = async (session: Session, { feed, table, doubts }: Staged): Promise<void> => {
  const given = ownColumns(feed);
  const lacking = kindSpec(feed.kind)
    .columns.filter(({ name }) => !given.includes(quoteIdentifier(name)))
    .map(({ name, type }) => `NULL::${SQL_TYPES[type]} AS ${quoteIdentifier(name)}`);
  const columns = [...given, ...lacking].join(', ');
  await session.run(`CREATE OR REPLACE VIEW ${quoteIdentifier(table)} AS
    SELECT ${columns}, false AS refused, rowid AS position FROM ${quoteIdentifier(quickTable(table))} WHERE NOT doubtful
    UNION ALL SELECT ${columns}, refused, position FROM ${quoteIdentifier(doubts)}`);
};

/** Every row in the usual writing, in the file's order; those that this reading doubts keep their cells. */
const readQuickly = async (session: Session, { feed, table }: Staged): Promise<void> => {
  const cells = feed.source.headings.map((_, index) => cell(index));
  await session.run(`CREATE OR REPLACE TABLE ${quoteIdentifier(quickTable(table))} AS
    SELECT ${ownColumns(feed).join(', ')}, doubtful, CASE WHEN doubtful THEN [${cells.join(', ')}] END AS cells FROM (
      SELECT *, ${anyOf(checksOf(feed, cell, QUICKLY))} AS doubtful FROM (
        SELECT ${[...cells, ...typedColumns(feed, quickCastSql, cell)].join(', ')} FROM ${readSourceSql(feed.source)}))`);
};

/**
 * Reads one feed into typed tables: every row in the usual writing, in the file's order, then those that this reading
 * doubts in any writing. Refused rows stay, marked.
 */
export const stageFeed = async (session: Session, feed: Feed, table: string): Promise<Staged> => {
  const correction = isCorrection(feed.source.headings) ? await digest(feed.source.path) : null;
  let staged: Staged = { feed, table, doubts: `${table}_doubt`, correction };
  await readQuickly(session, staged);
  if (feed.date_order === undefined && (await isMonthFirst(session, feed, quickTable(table)))) {
    staged = { ...staged, feed: { ...feed, date_order: 'month' } };
    await readQuickly(session, staged);
  }
  await lookAgain(session, staged);
  await viewStaged(session, staged);
  return staged;
};

import type { Session } from '../database/database.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { castSql, type DateWriting, dateWriting, quickCastSql, textSql } from './cast.ts';
import { anyOf, type CellSql, checksOf, problemsSql, quickFilled } from './checks.ts';
import { type ColumnSpec, kindSpec } from './columns.ts';
import type { Feed } from './plan.ts';
import type { Source } from './source.ts';

/**
 * A feed read into DuckDB. `table` has the typed columns and `refused`; its `rowid` counts the file's rows from 0.
 * `doubts` has, for the rows that were looked at twice, `position` (that rowid), `refused`, `problems` and `cells`.
 */
export type Staged = { feed: Feed; table: string; doubts: string };

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
  const writing = dateWriting(
    position === undefined ? [] : feed.source.preview.map((row) => row[position] ?? ''),
  );
  const given = position === undefined ? null : cast(spec, cellSql(position), decimal, writing);
  const usual = constant === undefined ? null : castSql(spec, quoteText(constant), '.');
  const value =
    given && usual ? `coalesce(${given}, ${usual})` : (given ?? usual ?? `NULL::${SQL_TYPES[spec.type]}`);
  const days = Math.trunc(Number(feed.constants.get('shift_days') ?? 0)) || 0;
  return spec.type === 'date' && days !== 0 ? `(${value} + (${days}))::DATE` : value;
};

const SQL_TYPES = { number: 'DOUBLE', date: 'DATE', week: 'INTEGER', string: 'VARCHAR' } as const;

const typedColumns = (feed: Feed, cast: Cast, cellSql: CellSql): string[] => [
  ...kindSpec(feed.kind).columns.map(
    (column) => `${valueSql(feed, column, cast, cellSql)} AS ${quoteIdentifier(column.name)}`,
  ),
  ...[...feed.attributes].map(
    ([name, position]) => `${textSql(cellSql(position))} AS ${quoteIdentifier(`@${name}`)}`,
  ),
];

const ownColumns = (feed: Feed): string[] => [
  ...kindSpec(feed.kind).columns.map(({ name }) => quoteIdentifier(name)),
  ...[...feed.attributes.keys()].map((name) => quoteIdentifier(`@${name}`)),
];

/** A row without anything in any of its cells. */
const BLANK = `len(list_filter(cells, c -> ${textSql('c')} IS NOT NULL)) = 0`;

/** Looks again, with every writing we know, at the rows that the quick reading found doubtful. */
const lookAgain = async (session: Session, { feed, table, doubts }: Staged): Promise<void> => {
  const checks = checksOf(feed, keptCell);
  const refusing = anyOf(checks.filter(({ refuses }) => refuses));
  await session.run(`CREATE OR REPLACE TABLE ${quoteIdentifier(doubts)} AS
    SELECT *, ${refusing} AS refused, ${problemsSql(checks)} AS problems FROM (
      SELECT rowid AS position, cells, ${typedColumns(feed, castSql, keptCell).join(', ')} FROM ${quoteIdentifier(table)} WHERE refused)
    WHERE NOT ${BLANK}`);
  // Rows of nothing but separators, as spreadsheets leave below a table, are no rows.
  await session.run(
    `DELETE FROM ${quoteIdentifier(table)} WHERE refused AND rowid NOT IN (SELECT position FROM ${quoteIdentifier(doubts)})`,
  );
  const values = [...ownColumns(feed), 'refused'].map((name) => `${name} = d.${name}`);
  await session.run(
    `UPDATE ${quoteIdentifier(table)} SET ${values.join(', ')} FROM ${quoteIdentifier(doubts)} d WHERE ${quoteIdentifier(table)}.rowid = d.position`,
  );
  // A number that is none of a warned cell must not reach the sums.
  for (const column of kindSpec(feed.kind).columns.filter(({ type }) => type === 'number'))
    await session.run(
      `UPDATE ${quoteIdentifier(table)} SET ${quoteIdentifier(column.name)} = NULL WHERE NOT isfinite(${quoteIdentifier(column.name)})`,
    );
};

/** Reads one feed into a typed table, row order kept. Refused rows stay in it, marked. */
export const stageFeed = async (session: Session, feed: Feed, table: string): Promise<Staged> => {
  const staged: Staged = { feed, table, doubts: `${table}_doubt` };
  const cells = feed.source.headings.map((_, index) => cell(index));
  await session.run(`CREATE OR REPLACE TABLE ${quoteIdentifier(table)} AS
    SELECT ${ownColumns(feed).join(', ')}, refused, CASE WHEN refused THEN [${cells.join(', ')}] END AS cells FROM (
      SELECT *, ${anyOf(checksOf(feed, cell, quickFilled))} AS refused FROM (
        SELECT ${[...cells, ...typedColumns(feed, quickCastSql, cell)].join(', ')} FROM ${readSourceSql(feed.source)}))`);
  await lookAgain(session, staged);
  return staged;
};

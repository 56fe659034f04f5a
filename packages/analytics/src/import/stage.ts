import type { Session } from '../database/database.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { castSql, textSql, unreadableReason } from './cast.ts';
import { type ColumnSpec, kindSpec } from './columns.ts';
import type { Feed } from './plan.ts';
import type { Source } from './source.ts';

/** A staged table holds typed columns, `problems` (refused or left out cells), `refused` and, of refused rows, `cells`. */
export type Staged = { feed: Feed; table: string };

const cell = (position: number): string => `c${position}`;

/** The table function that reads a source, its columns named c0, c1, … as text. */
export const readSourceSql = (source: Source): string => {
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

type Check = { column: string; condition: string; value: string; reason: string; refuses: boolean };

const valueSql = (feed: Feed, spec: ColumnSpec): string | null => {
  const position = feed.positions.get(spec.name);
  const constant = feed.constants.get(spec.name);
  const decimal = feed.source.dialect?.decimal ?? '.';
  const given = position === undefined ? null : castSql(spec, cell(position), decimal);
  const usual = constant === undefined ? null : castSql(spec, quoteText(constant), '.');
  if (given && usual) return `coalesce(${given}, ${usual})`;
  return given ?? usual;
};

const shifted = (feed: Feed, spec: ColumnSpec, value: string): string => {
  const days = Number(feed.constants.get('shift_days') ?? 0);
  return spec.type === 'date' && days !== 0 ? `(${value} + ${Math.trunc(days)})::DATE` : value;
};

const checksOf = (feed: Feed): Check[] => {
  const spec = kindSpec(feed.kind);
  const checks: Check[] = [];
  for (const column of spec.columns) {
    const position = feed.positions.get(column.name);
    if (position === undefined) continue;
    const name = quoteIdentifier(column.name);
    const required = spec.required.some((choice) => choice.includes(column.name));
    const refuses = required || column.strict === true;
    const filled = `${textSql(cell(position))} IS NOT NULL`;
    if (column.type !== 'string')
      checks.push({
        column: column.name,
        condition: `${name} IS NULL AND ${filled}`,
        value: cell(position),
        reason: unreadableReason(column),
        refuses,
      });
    if (column.minimum !== undefined)
      checks.push({
        column: column.name,
        condition: `${name} < ${column.minimum}`,
        value: cell(position),
        reason: 'nombre négatif',
        refuses,
      });
  }
  for (const choice of spec.required) {
    const columns = choice.filter((name) => feed.positions.has(name) || feed.constants.has(name));
    const cells = columns.flatMap((name) => {
      const position = feed.positions.get(name);
      return position === undefined ? [] : [textSql(cell(position))];
    });
    const allEmpty = columns.map((name) => `${quoteIdentifier(name)} IS NULL`).join(' AND ');
    const blank = cells.length > 0 ? ` AND coalesce(${cells.join(', ')}) IS NULL` : '';
    checks.push({
      column: columns[0] ?? '',
      condition: `${allEmpty}${blank}`,
      value: 'NULL',
      reason: 'valeur manquante',
      refuses: true,
    });
  }
  return checks;
};

/**
 * Reads one feed into a typed table. Row order is kept: `rowid` counts the file's rows from 0. A refused row stays
 * in the table, marked, with its cells.
 */
export const stageFeed = async (session: Session, feed: Feed, table: string): Promise<Staged> => {
  const checks = checksOf(feed);
  const typed = kindSpec(feed.kind).columns.flatMap((column) => {
    const value = valueSql(feed, column);
    return value
      ? [`${shifted(feed, column, value)} AS ${quoteIdentifier(column.name)}`]
      : [`NULL::${nullType(column)} AS ${quoteIdentifier(column.name)}`];
  });
  const attributes = [...feed.attributes].map(
    ([name, position]) => `${textSql(cell(position))} AS ${quoteIdentifier(`@${name}`)}`,
  );
  const any = (list: readonly Check[]): string =>
    list.length > 0 ? list.map(({ condition }) => `(${condition})`).join(' OR ') : 'false';
  const problems = checks.map(
    ({ column, condition, value, reason, refuses }) =>
      `CASE WHEN ${condition} THEN {column_name: ${quoteText(column)}, cell: ${value}::VARCHAR, reason: ${quoteText(reason)}, refuses: ${refuses}} END`,
  );
  const cells = feed.source.headings.map((_, index) => cell(index));
  const own = [
    ...kindSpec(feed.kind).columns.map(({ name }) => name),
    ...[...feed.attributes.keys()].map((name) => `@${name}`),
  ];
  const refusing = any(checks.filter(({ refuses }) => refuses));
  await session.run(`CREATE OR REPLACE TABLE ${quoteIdentifier(table)} AS
    SELECT ${own.map(quoteIdentifier).join(', ')}, coalesce(${refusing}, false) AS refused,
      CASE WHEN ${any(checks)} THEN list_filter([${problems.join(', ')}], problem -> problem IS NOT NULL) END AS problems,
      CASE WHEN ${refusing} THEN [${cells.join(', ')}] END AS cells
    FROM (SELECT ${[...cells, ...typed, ...attributes].join(', ')} FROM ${readSourceSql(feed.source)})`);
  return { feed, table };
};

const nullType = (column: ColumnSpec): string =>
  ({ number: 'DOUBLE', date: 'DATE', week: 'INTEGER', string: 'VARCHAR' })[column.type];

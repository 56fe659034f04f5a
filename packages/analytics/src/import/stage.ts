import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { CancelledError } from '../errors.ts';
import { castSql, textSql } from './cast.ts';
import { anyOf, type CellSql, CLOSELY, checksOf, PROBLEMS_TYPE, problemsSql, QUICKLY } from './checks.ts';
import { isOfPieces } from './column-spec.ts';
import { kindSpec } from './columns.ts';
import { digest } from './copies.ts';
import { settleCurrency } from './currency.ts';
import { settleFiscal } from './dates/fiscal.ts';
import { guessDateOrders, settleDates } from './dates/settle.ts';
import { readerFormat } from './dates/writing.ts';
import { settleCounts } from './decimals/counts.ts';
import { refuseMovedHeadings } from './moved-headings.ts';
import { countsAsTaken } from './movements.ts';
import { isPaidPrice, settleSigns, withSignsSql } from './opposite-signs.ts';
import type { Feed } from './plan.ts';
import { cell, type ReaderTypes, readSourceSql } from './read-source.ts';
import { cellPositions, isCorrection } from './source.ts';
import type { Staged } from './staged.ts';
import { lessenedColumns, lessSql } from './taken-off.ts';
import { findTotals } from './totals.ts';
import {
  type Cast,
  givenColumns,
  isWeekEnding,
  ownColumns,
  SQL_TYPES,
  typedColumns,
  usualCast,
  writingOf,
} from './values.ts';

const keptCell: CellSql = (position) => `cells[${position + 1}]`;

/** A row without anything in any of its cells, or of a product whose stock its file does not say. */
function blankSql({ positions, beside_items }: Feed): string {
  const blank = `len(list_filter(cells, c -> ${textSql('c')} IS NOT NULL)) = 0`;
  const quantity = positions.get('quantity');
  return beside_items && quantity !== undefined
    ? `(${blank} OR ${textSql(keptCell(quantity))} IS NULL)`
    : blank;
}

/**
 * The numbers and dates of a text file that DuckDB's reader may take as such, in half the time of reading text and
 * casting it. A cell that means two things of different types stays text.
 */
function readerTypes(feed: Feed): ReaderTypes {
  const types = new Map<number, 'DOUBLE' | 'DATE'>();
  const texts = new Set(feed.attributes.values());
  let format: string | null = null;
  for (const { name, type } of kindSpec(feed.kind).columns) {
    const position = feed.positions.get(name);
    if (position === undefined) continue;
    const own = type === 'date' ? readerFormat(writingOf(feed, name)) : null;
    if (type === 'date') format ??= own;
    const isParted = feed.counts_parted === true && isOfPieces(name);
    const wanted =
      type === 'number' && !isParted ? 'DOUBLE' : type === 'date' && own !== null ? 'DATE' : null;
    const other = types.get(position) ?? wanted;
    if (wanted === null || other !== wanted || (type === 'date' && own !== format)) texts.add(position);
    else types.set(position, wanted);
  }
  for (const position of texts) types.delete(position);
  return { types, date_format: format };
}

/**
 * Reads a file whose every cell is written as its first rows are, in one pass; false, and nothing is kept, for any
 * other file. Most large files come out of a machine and are such.
 */
async function readPlain(session: Session, { feed, table }: Staged): Promise<boolean> {
  // A NUL is in some row: it will be looked at again.
  if (!feed.source.dialect || feed.source.dialect.nuls) return false;
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
}

/** Names of the cells that the feed's columns come from, and of what stands beyond the headings. */
function usedCells({ source, positions, usual_price }: Feed): string[] {
  const beyond = cellPositions(source).slice(source.headings.length);
  const usual = usual_price === undefined ? [] : [usual_price];
  return [...new Set([...positions.values(), ...usual, ...beyond])].map(cell);
}

/** Every row in the usual writing, in the file's order; those that this reading doubts keep their cells. */
async function readQuickly(session: Session, { feed, table }: Staged): Promise<void> {
  const cells = cellPositions(feed.source).map(cell);
  await session.run(`CREATE OR REPLACE TABLE ${quoteIdentifier(quickTable(table))} AS
    SELECT ${ownColumns(feed).join(', ')}, doubtful, CASE WHEN doubtful THEN [${cells.join(', ')}] END AS cells FROM (
      SELECT *, ${anyOf(checksOf(feed, cell, QUICKLY))} AS doubtful FROM (
        SELECT ${[...cells, ...typedColumns(feed, usualCast(feed), cell)].join(', ')} FROM ${readSourceSql(feed.source)}))`);
}

/** Looks again, with every writing we know, at the rows that the quick reading found doubtful. */
async function lookAgain(session: Session, { feed, doubts }: Staged, doubtful: string): Promise<void> {
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
    WHERE NOT ${blankSql(feed)}`);
}

/** The table of a feed whose rows are all sure, without the statement that would look at each in every writing. */
async function nothingInDoubt(session: Session, { feed, doubts }: Staged): Promise<void> {
  const given = givenColumns(feed).map(
    ({ name, type }) => `NULL::${SQL_TYPES[type]} AS ${quoteIdentifier(name)}`,
  );
  const own = [...feed.attributes.keys()].map((name) => `NULL::VARCHAR AS ${quoteIdentifier(`@${name}`)}`);
  await session.run(`CREATE OR REPLACE TABLE ${quoteIdentifier(doubts)} AS
    SELECT NULL::BIGINT AS position, NULL::VARCHAR[] AS cells, ${[...given, ...own].join(', ')}, false AS refused,
      NULL::${PROBLEMS_TYPE} AS problems WHERE false`);
}

const quickTable = (table: string): string => `${table}_quick`;

/** Of a week named by its last day, the Monday of the week that most of its days are in. */
const MOSTLY_MONDAY = `date_trunc('week', date - 3)::DATE`;

/** The view over both readings, with the columns that the file lacks. */
async function viewStaged(session: Session, { feed, table, doubts }: Staged, sure: string): Promise<void> {
  const given = ownColumns(feed);
  const lessened = lessenedColumns(feed).filter((name) => !given.includes(quoteIdentifier(name)));
  const lacking = kindSpec(feed.kind)
    .columns.filter(({ name }) => !given.includes(quoteIdentifier(name)) && !lessened.includes(name))
    .map(({ name, type }) => `NULL::${SQL_TYPES[type]} AS ${quoteIdentifier(name)}`);
  const present = given.map((name) => {
    if (name === quoteIdentifier('date') && isWeekEnding(feed, 'date')) return `${MOSTLY_MONDAY} AS ${name}`;
    if (name === quoteIdentifier('currency') && feed.unsaid_currency)
      return `coalesce(${name}, ${quoteText(feed.unsaid_currency)}) AS ${name}`;
    if (isPaidPrice(feed, { name: name.slice(1, -1) })) return `abs(${name}) AS ${name}`;
    const pieces = countsAsTaken(feed) ? '-"quantity"' : '"quantity"';
    const signed = withSignsSql(feed, name.slice(1, -1), pieces);
    if (signed !== null) return `${signed} AS ${name}`;
    if (name === quoteIdentifier('quantity') && countsAsTaken(feed)) return `${pieces} AS ${name}`;
    const less = lessSql(feed, name.slice(1, -1), true);
    return less === null ? name : `${less} AS ${name}`;
  });
  const made = lessened.map((name) => `${lessSql(feed, name, false)} AS ${quoteIdentifier(name)}`);
  const columns = [...present, ...made, ...lacking].join(', ');
  await session.run(`CREATE OR REPLACE VIEW ${quoteIdentifier(table)} AS
    SELECT ${columns}, false AS refused, rowid AS position FROM ${sure}
    UNION ALL SELECT ${columns}, refused, position FROM ${quoteIdentifier(doubts)}`);
}

/** Reads in one pass where the file allows it. @returns whether rows in doubt wait, to be looked at again */
async function read(session: Session, staged: Staged): Promise<boolean> {
  if (await readPlain(session, staged)) return false;
  await readQuickly(session, staged);
  return true;
}

/**
 * Looks again at the rows in doubt of a file that was read, and makes its view. @param doubts whether some may be
 * @returns the rows that are sure, in SQL
 */
async function lookAtDoubts(session: Session, staged: Staged, doubts: boolean): Promise<string> {
  const name = quoteIdentifier(quickTable(staged.table));
  const isInDoubt = doubts && (await session.rows(`SELECT 1 FROM ${name} WHERE doubtful LIMIT 1`)).length > 0;
  if (isInDoubt)
    await lookAgain(session, staged, `SELECT rowid AS position, cells FROM ${name} WHERE doubtful`);
  else await nothingInDoubt(session, staged);
  const sure = doubts ? `${name} WHERE NOT doubtful` : name;
  await viewStaged(session, staged, sure);
  return sure;
}

/** Whether dates were read as they have to be. */
function sameDates(left: Feed, right: Feed): boolean {
  const orders = [...(right.column_orders ?? [])];
  return !right.periods && orders.every(([name, order]) => left.column_orders?.get(name) === order);
}

/**
 * Reads one feed into typed tables, in the file's order: in one pass when every cell is written as the first ones;
 * else every row in the usual writing, then those that this reading doubts in any writing. What comes first in
 * `01/02/2026` is decided once all values are read, and they are read again where it is not what was tried. Refused
 * rows stay, marked.
 */
export async function stageFeed(session: Session, given: Feed, table: string): Promise<Staged> {
  const correction = isCorrection(given.source.headings) ? await digest(given.source.path) : null;
  const { feed, questions } = settleFiscal(guessDateOrders(given));
  const first: Staged = { feed, table, doubts: `${table}_doubt`, correction, questions };
  const quick = quickTable(table);
  let doubts = await read(session, first);
  const dates = await settleDates(session, feed, quick, doubts);
  const staged = { ...first, feed: dates.feed, questions: [...questions, ...dates.questions] };
  if (!sameDates(feed, staged.feed)) doubts = await read(session, staged);
  let sure = await lookAtDoubts(session, staged, doubts);
  if (doubts) await refuseMovedHeadings(session, staged);
  const counted = await settleCounts(session, staged);
  if (counted.feed.counts_parted) sure = await lookAtDoubts(session, counted, await read(session, counted));
  const totals = await findTotals(session, counted);
  const whole: Staged = totals ? { ...counted, feed: { ...counted.feed, totals } } : counted;
  if (totals) sure = await lookAtDoubts(session, whole, await read(session, whole));
  const settled = await settleSigns(session, await settleCurrency(session, whole));
  if (settled.feed.unsaid_currency || settled.feed.opposite) await viewStaged(session, settled, sure);
  return settled;
}

import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatNumber, formatQuantity } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteIdentifier } from '../database/sql.ts';
import { lineNumbers } from './lines.ts';
import { REPORT_HEADINGS } from './source.ts';
import type { Staged } from './staged.ts';
import type { ImportReport, KindReport, RowError } from './types.ts';

const SHOWN = 500;
/** Letters of a refused cell that the report repeats. */
const SHOWN_LETTERS = 200;
/** Lines of a file are found by walking through it: beyond this many, the count of rows is given instead. */
const LOCATED = 100_000;

const DATE_COLUMN: Partial<Record<string, string>> = {
  sales: 'date',
  control: 'date',
  stock: 'date',
  orders: 'expected_date',
  prices: 'from_date',
  forecasts: 'from_date',
  rates: 'date',
  equivalents: 'date',
};

/** What a sale brought without taxes, where the file says it so. */
const UNTAXED = 'coalesce(base_amount, quantity * base_unit_price)';

function givesAmount({ positions }: Staged['feed']): boolean {
  return positions.has('amount') || positions.has('unit_price');
}

const AMOUNT: Partial<Record<string, string>> = {
  sales: 'coalesce(amount, quantity * unit_price)',
  control: 'revenue',
};

/** Counts and totals of one staged table. */
export async function kindReport(
  session: Session,
  { feed, table, doubts, days }: Staged,
): Promise<KindReport> {
  const date = DATE_COLUMN[feed.kind] ?? 'NULL::DATE';
  const quantity = ['sales', 'stock', 'orders', 'forecasts', 'control'].includes(feed.kind)
    ? 'quantity'
    : 'NULL::DOUBLE';
  const amount = AMOUNT[feed.kind] ?? 'NULL::DOUBLE';
  // The file's own total, as its tool says it: without taxes where it has no amount with them.
  const untaxed =
    feed.kind === 'sales' &&
    !givesAmount(feed) &&
    ['base_amount', 'base_unit_price'].some((name) => feed.positions.has(name));
  const total = untaxed ? UNTAXED : amount;
  const [row] = await session.rows<
    Omit<KindReport, 'file' | 'kind' | 'amount_tax' | 'currency' | 'other_amounts' | 'total_amount'>
  >(`
    SELECT count(*) AS rows_read, count(*) FILTER (NOT refused) AS rows_kept, count(*) FILTER (refused) AS rows_rejected,
      (SELECT count(*) FROM ${quoteIdentifier(doubts)} WHERE NOT refused AND len(problems) > 0) AS rows_warned,
      min(${date}) FILTER (NOT refused)::VARCHAR AS first_date,
      (SELECT max(${date}) FILTER (NOT refused)::VARCHAR FROM ${quoteIdentifier(days ?? table)}) AS last_date,
      round(sum(${quantity}) FILTER (NOT refused), 3) AS total_quantity
    FROM ${quoteIdentifier(table)}`);
  if (!row) throw new Error(`no report for ${table}`);
  const isPaid = feed.kind === 'sales' || feed.kind === 'control';
  const amount_tax = !isPaid ? null : untaxed ? 'excl' : 'incl';
  const amounts = isPaid ? await amountsOf(session, table, total, feed.kind === 'sales') : [];
  return { file: feed.source.name, kind: feed.kind, ...row, amount_tax, ...totalsByCurrency(amounts, null) };
}

interface CurrencyAmount {
  /** null: none is said. */
  currency: string | null;
  amount: number | null;
}

function amountsOf(
  session: Session,
  table: string,
  amount: string,
  hasCurrency: boolean,
): Promise<CurrencyAmount[]> {
  const currency = hasCurrency ? 'currency' : 'NULL::VARCHAR AS currency';
  return session.rows<CurrencyAmount>(
    `SELECT ${currency}, round(sum(${amount}), 2)::DOUBLE AS amount FROM ${quoteIdentifier(table)} WHERE NOT refused GROUP BY 1 ORDER BY 2 DESC`,
  );
}

/** The total in the organisation's currency, or the one there is, and those in others; `own` null: not known yet. */
function totalsByCurrency(
  amounts: readonly CurrencyAmount[],
  own: string | null,
): Pick<KindReport, 'total_amount' | 'currency' | 'other_amounts'> {
  const sums = new Map<string | null, number | null>();
  for (const { currency, amount } of amounts) {
    const code = currency ?? own;
    const before = sums.get(code);
    sums.set(code, before === undefined ? amount : (before ?? 0) + (amount ?? 0));
  }
  const [first] = sums.keys();
  const currency = sums.has(own) ? own : (first ?? own);
  const others = [...sums].filter(([code]) => code !== currency);
  return {
    ...{ currency, total_amount: sums.get(currency) ?? null },
    other_amounts: others.map(([code, amount]) => ({ currency: code, amount: amount ?? 0 })),
  };
}

/** A file's totals once the organisation's currency is known: what says none is in it. */
export function inCurrency(file: KindReport, own: string): KindReport {
  const { currency, total_amount: amount, other_amounts } = file;
  return { ...file, ...totalsByCurrency([{ currency, amount }, ...other_amounts], own) };
}

/**
 * French: how many amounts of a file of sales came without taxes alone, to which the taxes are added. Null when none
 * did.
 */
export async function untaxedReading(session: Session, { feed, table }: Staged): Promise<string | null> {
  if (feed.kind !== 'sales') return null;
  const [row] = await session.rows<{ count: number; amount: number }>(
    `SELECT count(*) AS count, sum(${UNTAXED}) AS amount FROM ${quoteIdentifier(table)}
     WHERE NOT refused AND amount IS NULL AND unit_price IS NULL AND ${UNTAXED} IS NOT NULL`,
  );
  if (!row || row.count === 0) return null;
  const amounts = row.count > 1 ? 'montants hors taxes' : 'montant hors taxes';
  return `${feed.source.name} : ${formatQuantity(row.count)} ${amounts} (${formatNumber(row.amount, 2)} en tout), TVA ajoutée : celle du lieu, sinon du produit, sinon de l’enseigne.`;
}

/** French: how many sales of a file came without an amount, and what gives it. Null when none did. */
export async function unpaidReading(session: Session, { feed, table }: Staged): Promise<string | null> {
  if (feed.kind !== 'sales') return null;
  const [row] = await session.rows<{ count: number; units: number | null }>(
    `SELECT count(*) AS count, sum(quantity) AS units FROM ${quoteIdentifier(table)} WHERE NOT refused AND amount IS NULL AND unit_price IS NULL AND ${UNTAXED} IS NULL`,
  );
  if (!row || row.count === 0) return null;
  const lines = row.count > 1 ? 'lignes sont' : 'ligne est';
  return `${feed.source.name} : ${formatQuantity(row.count)} ${lines} sans montant ni prix payé (${formatQuantity(row.units)} pièces) : le prix en vigueur ce jour-là le donne.`;
}

/** The customer's own heading for one of our columns. */
function headingOf({ source, positions }: Staged['feed'], column: string): string {
  const index = positions.get(column);
  return index === undefined ? column : (source.headings[index] ?? column);
}

interface Problem {
  position: number;
  column_name: string;
  cell: string | null;
  reason: string;
}

async function readProblems(session: Session, staged: Staged, refused: boolean): Promise<RowError[]> {
  const problems = await session.rows<Problem>(`
    SELECT position, problem.column_name, left(problem.cell, ${SHOWN_LETTERS}) AS cell, problem.reason FROM (
      SELECT position, unnest(problems) AS problem FROM ${quoteIdentifier(staged.doubts)})
    WHERE problem.refuses = ${refused} ORDER BY position LIMIT ${SHOWN}`);
  const { source } = staged.feed;
  const lines = await lineNumbers(source, [...new Set(problems.map(({ position }) => position))]);
  return problems.map(({ position, column_name, cell, reason }) => ({
    file: source.name,
    line: lines.get(position) ?? position + 2,
    column: headingOf(staged.feed, column_name),
    value: cell,
    reason,
  }));
}

export type Problems = Pick<
  ImportReport,
  'errors' | 'error_count' | 'warnings' | 'warning_count' | 'error_files'
>;

async function countProblems(
  session: Session,
  { doubts }: Staged,
): Promise<{ errors: number; warnings: number }> {
  const [row] = await session.rows<{ errors: number; warnings: number }>(
    `SELECT count_if(problem.refuses) AS errors, count_if(NOT problem.refuses) AS warnings FROM (SELECT unnest(problems) AS problem FROM ${quoteIdentifier(doubts)})`,
  );
  return row ?? { errors: 0, warnings: 0 };
}

/** Refused and doubtful cells of all staged tables, where they are and why. */
export async function gatherProblems(
  session: Session,
  staged: readonly Staged[],
  reportFolder: string | undefined,
): Promise<Problems> {
  const found: Problems = { errors: [], error_count: 0, warnings: [], warning_count: 0, error_files: [] };
  for (const table of staged) {
    const { errors, warnings } = await countProblems(session, table);
    found.error_count += errors;
    found.warning_count += warnings;
    if (errors > 0 && found.errors.length < SHOWN)
      found.errors.push(...(await readProblems(session, table, true)));
    if (warnings > 0 && found.warnings.length < SHOWN)
      found.warnings.push(...(await readProblems(session, table, false)));
    if (errors > 0 && reportFolder !== undefined)
      found.error_files.push(await writeErrorFile(session, table, reportFolder));
  }
  found.errors.length = Math.min(found.errors.length, SHOWN);
  found.warnings.length = Math.min(found.warnings.length, SHOWN);
  return found;
}

function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[;"\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* errorLines(
  session: Session,
  { feed, doubts }: Staged,
  lines: Map<number, number>,
): AsyncGenerator<string> {
  yield `\uFEFF${[...feed.source.headings, ...REPORT_HEADINGS].map(csvCell).join(';')}\n`;
  const query = `SELECT position, cells, list_transform(problems, p -> p.column_name) AS columns,
    list_transform(problems, p -> p.reason) AS reasons FROM ${quoteIdentifier(doubts)} WHERE refused ORDER BY position`;
  interface Row {
    position: number;
    cells: unknown[];
    columns: string[];
    reasons: string[];
  }
  for await (const batch of session.stream<Row>(query))
    yield batch
      .map(({ position, cells, columns, reasons }) => {
        const said = columns.map((column, index) => `${headingOf(feed, column)} : ${reasons[index]}`);
        const own = cells.slice(0, feed.source.headings.length);
        return `${[...own, lines.get(position) ?? '', said.join(', ')].map(csvCell).join(';')}\n`;
      })
      .join('');
}

/** The refused rows of a file under its own headings, with line and reason: to correct and send again. */
async function writeErrorFile(
  session: Session,
  staged: Staged,
  folder: string,
): Promise<ImportReport['error_files'][number]> {
  const { feed, doubts } = staged;
  const refused = await session.rows<{ position: number }>(
    `SELECT position FROM ${quoteIdentifier(doubts)} WHERE refused ORDER BY position LIMIT ${LOCATED}`,
  );
  const lines = await lineNumbers(
    feed.source,
    refused.map(({ position }) => position),
  );
  const name = `${feed.source.name.replace(/\.[a-z]+$/i, '')}-${feed.kind}-lignes-refusees.csv`;
  const path = join(folder, name.replace(/[^\w.-]/g, '_'));
  await pipeline(Readable.from(errorLines(session, staged, lines)), createWriteStream(path));
  const [row] = await session.rows<{ count: number }>(
    `SELECT count(*) AS count FROM ${quoteIdentifier(doubts)} WHERE refused`,
  );
  return { name, path, row_count: row?.count ?? 0 };
}

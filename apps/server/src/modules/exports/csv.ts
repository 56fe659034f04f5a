import { type CsvDialect, FRENCH_CSV } from '@palier/domain';
import { neutralise } from './neutralise.ts';
import type { Cell, CellKind, Sheet } from './sheet.ts';

const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/** Digits kept after the comma; more would be noise of binary numbers. */
const DECIMALS: Record<CellKind, number> = {
  integer: 0,
  money: 2,
  price: 2,
  percent: 2,
  number: 4,
  text: 6,
  date: 6,
  boolean: 6,
};

/**
 * A sheet as text, one line per row (RFC 4180 quoting), in a dialect: a French spreadsheet's (semicolons, decimal
 * commas, UTF-8 with its mark) unless told. One chunk of text per batch of rows.
 */
export async function* writeCsv(
  { columns, rows }: Sheet,
  dialect: CsvDialect = FRENCH_CSV,
): AsyncGenerator<string> {
  const line = (cells: readonly string[]): string => cells.join(dialect.separator) + LINE_END;
  const mark = dialect.encoding === 'utf-8-bom' ? BYTE_ORDER_MARK : '';
  const heads = dialect.headings ? line(columns.map(({ label }) => textCell(label, dialect))) : '';
  if (mark + heads) yield mark + heads;
  for await (const batch of rows) {
    yield batch
      .map((row) => line(columns.map(({ kind }, index) => csvCell(row[index] ?? null, kind, dialect))))
      .join('');
  }
}

/** One cell: « 1234,5 », « 08/01/2026 », « Oui », or a text that is no formula. */
export function csvCell(cell: Cell, kind: CellKind, dialect: CsvDialect = FRENCH_CSV): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'Oui' : 'Non';
  if (typeof cell === 'number')
    return Number.isFinite(cell) ? quoted(writtenNumber(cell, kind, dialect), dialect) : '';
  return kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(cell)
    ? writtenDay(cell, dialect)
    : textCell(cell, dialect);
}

function writtenNumber(value: number, kind: CellKind, { decimal }: CsvDialect): string {
  const rounded = Number(value.toFixed(DECIMALS[kind]));
  const number = Object.is(rounded, -0) ? 0 : rounded;
  // Beyond 1e21 JavaScript writes an exponent, which spreadsheets read as well.
  const text = kind === 'price' ? number.toFixed(DECIMALS.price) : String(number);
  return text.replace('.', decimal);
}

function writtenDay(day: string, { date }: CsvDialect): string {
  if (date === 'yyyy-mm-dd') return day;
  return date === 'yyyymmdd' ? day.replaceAll('-', '') : day.split('-').reverse().join('/');
}

const textCell = (text: string, dialect: CsvDialect): string => quoted(neutralise(text), dialect);

function quoted(text: string, { separator }: CsvDialect): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

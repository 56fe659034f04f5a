import { neutralise } from './neutralise.ts';
import type { Cell, CellKind, Sheet } from './sheet.ts';

const BYTE_ORDER_MARK = '\ufeff';
const SEPARATOR = ';';
const LINE_END = '\r\n';

/** Digits kept after the comma; more would be noise of binary numbers. */
const DECIMALS: Record<CellKind, number> = {
  integer: 0,
  money: 2,
  percent: 2,
  number: 4,
  text: 6,
  date: 6,
  boolean: 6,
};

/**
 * A sheet as a French spreadsheet reads it: semicolons, decimal commas, UTF-8 with its mark, one line per row
 * (RFC 4180 quoting). One chunk of text per batch of rows.
 */
export async function* writeCsv({ columns, rows }: Sheet): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(columns.map(({ label }) => textCell(label)));
  for await (const batch of rows) {
    yield batch
      .map((row) => line(columns.map(({ kind }, index) => csvCell(row[index] ?? null, kind))))
      .join('');
  }
}

const line = (cells: readonly string[]): string => cells.join(SEPARATOR) + LINE_END;

/** One cell: « 1234,5 », « 08/01/2026 », « Oui », or a text that is no formula. */
export function csvCell(cell: Cell, kind: CellKind): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'Oui' : 'Non';
  if (typeof cell === 'number') return Number.isFinite(cell) ? frenchNumber(cell, DECIMALS[kind]) : '';
  return kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(cell) ? frenchDay(cell) : textCell(cell);
}

function frenchNumber(value: number, decimals: number): string {
  const rounded = Number(value.toFixed(decimals));
  // Beyond 1e21 JavaScript writes an exponent, which spreadsheets read as well.
  return String(Object.is(rounded, -0) ? 0 : rounded).replace('.', ',');
}

const frenchDay = (day: string): string => day.split('-').reverse().join('/');

function textCell(text: string): string {
  const safe = neutralise(text);
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

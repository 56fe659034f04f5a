import { currencySymbol } from '@palier/domain';
import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx';
import { neutralise } from './neutralise.ts';
import type { Cell, CellKind, Sheet, SheetColumn } from './sheet.ts';

/** The one place that knows which library writes workbooks. */

/** Excel refuses these in a sheet's name, and more than 31 characters. */
const NOT_IN_SHEET_NAME = /[\\/?*[\]:]/g;
const LONGEST_SHEET_NAME = 31;

const FORMATS: Record<CellKind, string | null> = {
  text: null,
  boolean: null,
  integer: '#,##0',
  number: '#,##0.00',
  money: '#,##0.00',
  price: '#,##0.00',
  percent: '0.##" %"',
  date: 'dd/mm/yyyy',
};

/** A sheet as a workbook: frozen heading, widths, numbers and dates with their formats. */
export function writeXlsx(sheet: Sheet): ReadableStream<Uint8Array> {
  return writeXlsxStream(cellRows(sheet), {
    name: sheet.name.replaceAll(NOT_IN_SHEET_NAME, ' ').trim().slice(0, LONGEST_SHEET_NAME) || 'Export',
    columns: sheet.columns.map(columnOf),
    freezePane: { rows: 1, columns: 0 },
  });
}

function columnOf(column: SheetColumn): ColumnDef {
  const numFmt = formatOf(column);
  return { header: neutralise(column.label), width: column.width, ...(numFmt && { numFmt }) };
}

function formatOf({ kind, currency }: SheetColumn): string | null {
  if ((kind === 'money' || kind === 'price') && currency)
    return `#,##0.00\\ "${currencySymbol(currency).replaceAll('"', '')}"`;
  return FORMATS[kind];
}

async function* cellRows({ columns, rows }: Sheet): AsyncGenerator<CellValue[]> {
  for await (const batch of rows) {
    for (const row of batch) yield columns.map(({ kind }, index) => xlsxCell(row[index] ?? null, kind));
  }
}

/** One cell: a number, a day as a date, a boolean as « Oui » or « Non », or a text that is no formula. */
export function xlsxCell(cell: Cell, kind: CellKind): CellValue {
  if (cell === null) return null;
  if (typeof cell === 'boolean') return cell ? 'Oui' : 'Non';
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(cell)) return new Date(`${cell}T00:00:00Z`);
  return neutralise(cell);
}

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Allowance, within } from './allowance.ts';
import type { SourceFile } from './types.ts';
import { openWorkbook, type Sheet } from './workbook/workbook.ts';
import type { Zip } from './zip.ts';

/** A cell as CSV. A row stays on one line, so that line numbers are the workbook's. */
function csvCell(value: string): string {
  if (value === '') return '';
  const text = /[\r\n]/.test(value) ? value.replace(/\s*[\r\n]+\s*/g, ' ') : value;
  return /[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What of a workbook is read. */
export interface SheetChoice {
  /** Rows from the top of each sheet; left out: all. */
  maximum_rows?: number | undefined;
  /** Whether the hidden rows of a sheet, named as it is converted, are left out. */
  skipsHidden?: ((name: string) => boolean) | undefined;
}

/** A sheet as CSV text, with what of it is hidden from who opens the workbook. */
export interface ConvertedSheet extends SourceFile {
  is_hidden: boolean;
  /** Rows with something in them. */
  hidden_rows: number;
}

/** One line a row, empty rows included; `seen` counts the hidden ones. */
async function* csvLines(
  sheet: Sheet,
  { maximum_rows = Number.POSITIVE_INFINITY, skips }: { maximum_rows?: number | undefined; skips: boolean },
  seen: { hidden: number },
): AsyncGenerator<string> {
  let next = 0;
  for await (const rows of sheet.rows()) {
    let text = '';
    for (const { index, cells, is_hidden } of rows) {
      if (index >= maximum_rows) break;
      if (is_hidden) seen.hidden += 1;
      if (is_hidden && skips) continue;
      text += `${'\n'.repeat(Math.max(0, index - next))}${cells.map(csvCell).join(',')}\n`;
      next = index + 1;
    }
    if (text !== '') yield text;
    if ((rows.at(-1)?.index ?? 0) >= maximum_rows) return;
  }
}

/** Rewrites each sheet of a workbook as CSV text. */
export async function convertXlsx(
  file: SourceFile,
  zip: Zip,
  nextPath: (name: string) => string,
  allowance: Allowance,
  { maximum_rows, skipsHidden }: SheetChoice = {},
): Promise<ConvertedSheet[]> {
  const sheets = await openWorkbook(zip, allowance);
  const converted: ConvertedSheet[] = [];
  for (const [index, sheet] of sheets.entries()) {
    const path = nextPath(`${file.name}.${index}.csv`);
    const name = sheets.length > 1 ? `${file.name} (${sheet.name})` : file.name;
    const seen = { hidden: 0 };
    const lines = csvLines(sheet, { maximum_rows, skips: skipsHidden?.(name) === true }, seen);
    await pipeline(Readable.from(lines, { objectMode: false }), within(allowance), createWriteStream(path));
    converted.push({ path, name, is_hidden: sheet.is_hidden, hidden_rows: seen.hidden });
  }
  return converted;
}

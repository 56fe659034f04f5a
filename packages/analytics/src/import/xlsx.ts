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

/** One line a row, empty rows included; no more than `maximum_rows`. */
async function* csvLines(sheet: Sheet, maximum_rows: number): AsyncGenerator<string> {
  let next = 0;
  for await (const rows of sheet.rows()) {
    let text = '';
    for (const { index, cells } of rows) {
      if (index >= maximum_rows) break;
      text += `${'\n'.repeat(Math.max(0, index - next))}${cells.map(csvCell).join(',')}\n`;
      next = index + 1;
    }
    if (text !== '') yield text;
    if ((rows.at(-1)?.index ?? 0) >= maximum_rows) return;
  }
}

/** Rewrites each sheet of a workbook as CSV text; the first rows of each, when so asked. */
export async function convertXlsx(
  file: SourceFile,
  zip: Zip,
  nextPath: (name: string) => string,
  allowance: Allowance,
  maximum_rows = Number.POSITIVE_INFINITY,
): Promise<SourceFile[]> {
  const sheets = await openWorkbook(zip, allowance);
  const converted: SourceFile[] = [];
  for (const [index, sheet] of sheets.entries()) {
    const path = nextPath(`${file.name}.${index}.csv`);
    await pipeline(
      Readable.from(csvLines(sheet, maximum_rows), { objectMode: false }),
      within(allowance),
      createWriteStream(path),
    );
    converted.push({ path, name: sheets.length > 1 ? `${file.name} (${sheet.name})` : file.name });
  }
  return converted;
}

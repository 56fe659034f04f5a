import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeCsv } from './csv.ts';
import type { Sheet } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

type Format = 'csv' | 'xlsx';

/** A file on its way: what it is and what it holds. */
export interface FileContent {
  type: string;
  content: Readable;
}

const TYPES: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A sheet as a file of a format; its rows are read as its content is. */
export function sheetContent(sheet: Sheet, format: Format): FileContent {
  const content =
    format === 'csv'
      ? Readable.from(writeCsv(sheet), { objectMode: false })
      : Readable.fromWeb(writeXlsx(sheet) as ReadableStream<Uint8Array>);
  return { type: TYPES[format], content };
}

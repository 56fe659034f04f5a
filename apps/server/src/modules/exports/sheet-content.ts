import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type CsvDialect, FRENCH_CSV } from '@palier/domain';
import { writeCsv } from './csv.ts';
import { encodeText } from './encoding.ts';
import type { Sheet } from './sheet.ts';
import { writeXlsx } from './xlsx.ts';

type Format = 'csv' | 'xlsx';

/** A file on its way: what it is and what it holds. */
export interface FileContent {
  type: string;
  content: Readable;
}

/** What a file of a format is called on the wire. */
export function fileType(format: Format, dialect: CsvDialect = FRENCH_CSV): string {
  if (format === 'xlsx') return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return `text/csv; charset=${dialect.encoding === 'windows-1252' ? 'windows-1252' : 'utf-8'}`;
}

/** A sheet as a file of a format; its rows are read as its content is. */
export function sheetContent(sheet: Sheet, format: Format, dialect: CsvDialect = FRENCH_CSV): FileContent {
  const content =
    format === 'csv'
      ? Readable.from(encoded(sheet, dialect), { objectMode: false })
      : Readable.fromWeb(writeXlsx(sheet) as ReadableStream<Uint8Array>);
  return { type: fileType(format, dialect), content };
}

async function* encoded(sheet: Sheet, dialect: CsvDialect): AsyncGenerator<Buffer> {
  for await (const text of writeCsv(sheet, dialect)) yield encodeText(text, dialect.encoding);
}

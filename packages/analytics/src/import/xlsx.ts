import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { streamXlsxRows } from 'hucre/xlsx';
import { type Allowance, within } from './allowance.ts';
import type { SourceFile } from './types.ts';
import { extractZipEntry, listZip } from './zip.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A cell as text: dates in ISO (workbooks keep them without a zone), numbers with a point. */
const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return `${value.getUTCFullYear()}-${twoDigits(value.getUTCMonth() + 1)}-${twoDigits(value.getUTCDate())}`;
  // A row stays on one line, so that line numbers are the workbook's.
  const text = String(value).replace(/\s*[\r\n]+\s*/g, ' ');
  return /[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const decodeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** Names of a workbook's sheets, in order. */
const sheetNames = async (path: string, scratch: string, allowance: Allowance): Promise<string[]> => {
  const entry = (await listZip(path)).find(({ name }) => name === 'xl/workbook.xml');
  if (!entry) throw new Error('classeur sans feuille');
  await extractZipEntry(path, entry, scratch, allowance);
  const xml = await readFile(scratch, 'utf8');
  return [...xml.matchAll(/<(?:\w+:)?sheet\b[^>]*?\bname="([^"]*)"/g)].map((match) =>
    decodeXml(match[1] ?? ''),
  );
};

async function* csvLines(path: string, sheet: number): AsyncGenerator<string> {
  const input = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  let next = 0;
  // Rows are streamed, one at a time: only their number could be out of all measure.
  for await (const row of streamXlsxRows(input as Parameters<typeof streamXlsxRows>[0], { sheet })) {
    if (row.index >= MAXIMUM_ROWS) throw new Error('classeur aux lignes trop nombreuses');
    const cells = row.values.map(cellText);
    const blank = cells.every((cell) => cell.trim() === '');
    yield `${'\n'.repeat(Math.max(0, row.index - next))}${blank ? '' : cells.join(',')}\n`;
    next = row.index + 1;
  }
}

/** Lines of a sheet, for any spreadsheet program. */
const MAXIMUM_ROWS = 1_048_576;
/** Texts, styles and other parts that are read whole: a million rows of texts have a tenth of it. */
const MAXIMUM_PART = 300e6;

/** Refuses a workbook whose parts that are held in memory are too large, whatever size they say they have. */
const checkParts = async (path: string, scratch: string, allowance: Allowance): Promise<void> => {
  for (const entry of await listZip(path)) {
    if (/^xl\/worksheets\//.test(entry.name) || !/\.(xml|rels)$/.test(entry.name)) continue;
    if (entry.size > MAXIMUM_PART) throw new Error('classeur trop volumineux une fois décompressé');
    // A part that is larger than it says is refused while it is unpacked.
    await extractZipEntry(path, entry, scratch, allowance);
  }
};

/** Rewrites each sheet of a workbook as CSV text, one line a row, empty rows included. */
export const convertXlsx = async (
  file: SourceFile,
  nextPath: (name: string) => string,
  allowance: Allowance,
): Promise<SourceFile[]> => {
  await checkParts(file.path, nextPath('part.xml'), allowance);
  const names = await sheetNames(file.path, nextPath('workbook.xml'), allowance);
  const converted: SourceFile[] = [];
  for (const [index, name] of names.entries()) {
    const path = nextPath(`${file.name}.${index}.csv`);
    await pipeline(
      Readable.from(csvLines(file.path, index), { objectMode: false }),
      within(allowance),
      createWriteStream(path),
    );
    converted.push({ path, name: names.length > 1 ? `${file.name} (${name})` : file.name });
  }
  return converted;
};

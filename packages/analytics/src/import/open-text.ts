import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileProblem } from '../errors.ts';
import {
  convertToUtf8,
  type Dialect,
  detectDialect,
  parseCsvLines,
  readHead,
  usualWidth,
} from './dialect.ts';
import { isNoText, writeNulSigns } from './nuls.ts';
import { byteEncodingOf, encodingNote } from './old-encodings.ts';
import { lineCells, mendQuotes, quotesNote } from './quotes.ts';
import type { SourceFile } from './types.ts';

/** A path for a file that is written from one of this name. */
export type NextPath = (name: string) => string;

/** The first bytes of a file, at most so many. */
async function firstBytes(path: string, size: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The first four bytes of a file, a letter each. */
export const signature = async (path: string): Promise<string> =>
  (await firstBytes(path, 4)).toString('latin1');

/** « Texte Unicode » of spreadsheets, rewritten in UTF-8. */
async function fromUtf16(file: SourceFile, nextPath: NextPath): Promise<SourceFile> {
  const start = (await signature(file.path)).slice(0, 2);
  const encoding = start === '\u00ff\u00fe' ? 'utf-16le' : start === '\u00fe\u00ff' ? 'utf-16be' : null;
  if (encoding === null) return file;
  const path = nextPath(`${file.name}.utf8`);
  await convertToUtf8(file.path, path, encoding);
  return { ...file, path };
}

/** Text of an old Mac, where a carriage return alone ends a line, rewritten with line feeds. */
async function withLineFeeds(file: SourceFile, nextPath: NextPath): Promise<SourceFile> {
  const start = await firstBytes(file.path, 65_536);
  if (!start.includes(0x0d) || start.includes(0x0a)) return file;
  const path = nextPath(`${file.name}.lines`);
  await rewrite(file.path, path, (chunk) => chunk.map((byte) => (byte === 0x0d ? 0x0a : byte)));
  return { ...file, path };
}

/** Writes a file again, piece by piece. */
function rewrite(from: string, to: string, written: (chunk: Buffer) => Uint8Array): Promise<void> {
  const transform = new Transform({ transform: (chunk, _encoding, done) => done(null, written(chunk)) });
  return pipeline(createReadStream(from), transform, createWriteStream(to));
}

/** Writes a file again with a blank in the place of each carriage return that is in a cell. */
async function writeReturnsAsBlanks(from: string, to: string): Promise<void> {
  let isReturn = false;
  await rewrite(from, to, (chunk) => {
    const bytes: number[] = [];
    for (const byte of chunk) {
      if (isReturn) bytes.push(byte === 0x0a ? 0x0d : 0x20);
      isReturn = byte === 0x0d;
      if (!isReturn) bytes.push(byte);
    }
    return Buffer.from(bytes);
  });
}

/** A text file that DuckDB can read: UTF-8, with a sign in the place of each NUL and quotes that close. */
export interface OpenText {
  path: string;
  dialect: Dialect;
  /** French sentences: what was not as CSV has it, and how it is read. */
  notes: readonly string[];
}

/** Lines of a file that say how many cells its rows have, and the fewest rows that do. */
const WIDTH_LINES = 500;
const FEWEST_ROWS = 5;

/** The cells of most rows: as its quotes have them, or of its lines where a quote takes most of these for one cell. */
function widthOf(head: string, delimiter: string): number {
  const rows = parseCsvLines(head, delimiter, '"', true, WIDTH_LINES).map(({ row }) => row);
  const { width, count } = usualWidth(rows);
  if (count >= FEWEST_ROWS && 2 * count >= rows.length) return width;
  // In a file of few rows, most lines may be those of texts of several lines.
  const table = usualWidth(rows.filter(({ length }) => length > 1));
  if (table.count > 1 && rows.every(({ length }) => length === 1 || length === table.width))
    return table.width;
  const lines = head.split('\n').slice(0, WIDTH_LINES);
  return usualWidth(lines.map((line) => lineCells(line, delimiter))).width;
}

/** The file with its quotes as CSV has them, where some cell may have one that does not close. */
async function withQuotes(
  { path, dialect, notes }: OpenText,
  name: string,
  nextPath: NextPath,
  decimal: Dialect['decimal'] | undefined,
): Promise<OpenText> {
  if (dialect.quote !== '' && !dialect.multiline) return { path, dialect, notes };
  const { delimiter } = dialect;
  const width = widthOf(await readHead(path, 'utf-8'), delimiter);
  const mended = nextPath(`${name}.quotes`);
  const found = await mendQuotes(path, mended, { delimiter, width });
  if (found.count === 0 && dialect.quote !== '') return { path, dialect, notes };
  const { quote, multiline, blanks, decimal: written } = await detectDialect(mended, decimal);
  return {
    path: mended,
    dialect: { ...dialect, quote, multiline, blanks, decimal: written },
    notes: found.count > 0 ? [...notes, quotesNote(found)] : notes,
  };
}

/** How a report of an older system begins, that a spreadsheet program opens as a workbook. */
const MARKUP = /^(\u00ef\u00bb\u00bf)?\s*<(!doctype|html|head|body|table|\?xml|!--)/i;

/** Finds out how a text file is written, and writes it again where it is in none of the ways that DuckDB reads. */
export async function openText(
  given: SourceFile,
  nextPath: NextPath,
  decimal?: Dialect['decimal'],
): Promise<OpenText> {
  const file = await withLineFeeds(await fromUtf16(given, nextPath), nextPath);
  if (MARKUP.test((await firstBytes(file.path, 200)).toString('latin1')))
    throw new FileProblem(
      'page web ou XML sous le nom d’un tableau : ouvrez-le dans un tableur et enregistrez-le en .xlsx',
    );
  const dialect = await detectDialect(file.path, decimal);
  let { path } = file;
  if (dialect.nuls && isNoText(await readHead(path, dialect.encoding)))
    throw new FileProblem('ce n’est pas un fichier de texte');
  const notes: string[] = [];
  if (dialect.encoding === 'windows-1252') {
    const encoding = await byteEncodingOf(file.path);
    const note = encodingNote(encoding);
    if (note) notes.push(note);
    path = nextPath(`${file.name}.utf8`);
    await convertToUtf8(file.path, path, encoding);
  }
  if (dialect.returns) {
    const blank = nextPath(`${file.name}.returns`);
    await writeReturnsAsBlanks(path, blank);
    path = blank;
  }
  if (dialect.nuls) {
    const signed = nextPath(`${file.name}.nuls`);
    await writeNulSigns(path, signed);
    path = signed;
  }
  return withQuotes({ path, dialect, notes }, file.name, nextPath, decimal);
}

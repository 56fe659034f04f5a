import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileProblem } from '../errors.ts';
import { type DecimalSign, decimalOf, holdsRound, writingOfCells } from './decimals/writing.ts';
import { LIMITS } from './limits.ts';
import { holdsNul } from './nuls.ts';
import { type ByteEncoding, byteDecoder } from './old-encodings.ts';

/** How a text file is written. */
export interface Dialect {
  encoding: 'utf-8' | 'windows-1252';
  delimiter: string;
  decimal: DecimalSign;
  /** Some cell may have a point or a comma in it. */
  signs: boolean;
  /** Signs that some cell may have before three zeros, as whole thousands do. */
  rounds: Record<DecimalSign, boolean>;
  /** '' when the file's quotes are not balanced: it is written again (`quotes.ts`). */
  quote: '"' | '';
  /** Some quoted value contains a line break. */
  multiline: boolean;
  /** Some cell may be empty between quotes, or start or end with a blank; false: cells are as they stand. */
  blanks: boolean;
  /** Some cell may hold a NUL, or the sign of one. */
  nuls: boolean;
  /** Some cell has a carriage return in it, without a line feed: a reader would end the row there. */
  returns: boolean;
}

const DELIMITERS = [';', ',', '\t', '|'] as const;
const QUOTE = 0x22;
const POINT = 0x2e;
const COMMA = 0x2c;

/** A row of CSV text and the line it starts on, from 1. */
export interface CsvLine {
  row: string[];
  line: number;
}

/** The first rows of a piece of CSV text. A last row that is cut is left out. */
function firstRows(text: string, delimiter: string, quote: string, most: number): string[][] {
  return parseCsvLines(text, delimiter, quote, true, most).map(({ row }) => row);
}

/** Rows of a piece of CSV text with their lines, at most `most`; empty lines are left out. */
export function parseCsvLines(
  text: string,
  delimiter: string,
  quote: string,
  partial = false,
  most = Number.POSITIVE_INFINITY,
): CsvLine[] {
  const rows: CsvLine[] = [];
  let line = 1;
  let start = 1;
  let row: string[] = [];
  let value = '';
  let quoted = false;
  const endRow = (): void => {
    row.push(value);
    if (row.length > 1 || value.trim() !== '') rows.push({ row, line: start });
    row = [];
    value = '';
  };
  for (let at = 0; at < text.length && rows.length < most; at++) {
    const character = text[at] as string;
    if (character === '\n') line++;
    if (quoted) {
      if (character !== '"') value += character;
      else if (text[at + 1] === '"') value += text[++at];
      else quoted = false;
    } else if (character === quote && value.trim() === '') {
      quoted = true;
      value = '';
    } else if (character === delimiter) {
      row.push(value);
      value = '';
    } else if (character === '\n') {
      endRow();
      start = line;
    } else if (character !== '\r') value += character;
  }
  if (!partial && rows.length < most && (value !== '' || row.length > 0)) endRow();
  return rows;
}

/** The width that most rows have. */
export function usualWidth(rows: readonly (readonly string[])[]): { width: number; count: number } {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = [...counts].sort((left, right) => right[1] - left[1])[0] ?? [0, 0];
  return { width, count };
}

/** The delimiter that cuts most of the first lines into the same number of columns, the more the better. */
export function guessDelimiter(text: string): string {
  let best: string = ';';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const rows = firstRows(text, delimiter, '"', 50);
    const { width, count } = usualWidth(rows);
    if (width < 2) continue;
    const score = (count / rows.length) * 100 + width;
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

/** What comes before the decimals of rows whose columns are not known yet. */
export function guessDecimal(rows: readonly (readonly string[])[]): DecimalSign {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, at) => ({
    writing: writingOfCells(rows.map((row) => row[at] ?? '')),
    pieces: false,
  }));
  return decimalOf(columns)?.sign ?? '.';
}

/** Bytes of a file that are looked at to find out how it is written. */
export const HEAD_BYTES = 262_144;

/** The first characters of a file, cut after its last whole line. */
export async function readHead(
  path: string,
  encoding: Dialect['encoding'],
  size = HEAD_BYTES,
): Promise<string> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(size);
    const { bytesRead } = await file.read(buffer, 0, size, 0);
    const text = new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead)).replace(/^\uFEFF/, '');
    return bytesRead < size ? `${text.replace(/\n*$/, '')}\n` : text.slice(0, text.lastIndexOf('\n') + 1);
  } finally {
    await file.close();
  }
}

interface Scan {
  utf8: boolean;
  quotes: number;
  multiline: boolean;
  blanks: boolean;
  nuls: boolean;
  returns: boolean;
  points: boolean;
  commas: boolean;
  rounds: Dialect['rounds'];
}

/** First bytes of the blanks that Unicode has beside the space; many other signs share them. */
const BLANK_STARTS = [Buffer.from([0xc2, 0xa0]), 0xe1, 0xe2, 0xe3] as const;

function mayHoldBlank(bytes: Buffer): boolean {
  return bytes.includes(0x20) || (!isAscii(bytes) && BLANK_STARTS.some((start) => bytes.includes(start)));
}

/** Whether a carriage return stands without its line feed. */
function holdsReturn(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0x0d); at >= 0; at = bytes.indexOf(0x0d, at + 1))
    if (at + 1 < bytes.length && bytes[at + 1] !== 0x0a) return true;
  return false;
}

const LONG_LINE = `ligne de plus de ${LIMITS.line_bytes / 1e6} Mo : ce n’est pas un tableau`;

/** One pass over the bytes: is it UTF-8, do its quotes close, on one line, does it hold NULs, and are there blanks below the headings? */
async function scanBytes(path: string): Promise<Scan> {
  let quotes = 0;
  let utf8 = true;
  let multiline = false;
  let blanks = false;
  let nuls = false;
  let returns = false;
  let points = false;
  let commas = false;
  const rounds = { '.': false, ',': false };
  let headed = false;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const cut = bytes.lastIndexOf(0x0a) + 1;
    const whole = bytes.subarray(0, cut);
    rest = cut > 0 ? bytes.subarray(cut) : bytes;
    if (rest.length > LIMITS.line_bytes) throw new FileProblem(LONG_LINE);
    if (cut === 0) continue;
    if (utf8 && !isUtf8(whole)) utf8 = false;
    nuls ||= holdsNul(whole);
    returns ||= holdsReturn(whole);
    const below = headed ? whole : whole.subarray(whole.indexOf(0x0a) + 1);
    blanks ||= mayHoldBlank(below);
    points ||= below.includes(POINT);
    commas ||= below.includes(COMMA);
    for (const sign of ['.', ','] as const) rounds[sign] ||= holdsRound(below, sign);
    headed = true;
    let previous = 0;
    for (let at = whole.indexOf(QUOTE); at >= 0; at = whole.indexOf(QUOTE, at + 1)) {
      if (!multiline && quotes % 2 === 1 && whole.subarray(previous, at).includes(0x0a)) multiline = true;
      quotes++;
      previous = at;
    }
    if (quotes % 2 === 1 && cut > 0) multiline = true;
  }
  if (utf8 && !isUtf8(rest)) utf8 = false;
  blanks ||= mayHoldBlank(rest);
  nuls ||= holdsNul(rest);
  returns ||= holdsReturn(rest);
  points ||= rest.includes(POINT);
  commas ||= rest.includes(COMMA);
  for (const sign of ['.', ','] as const) rounds[sign] ||= holdsRound(rest, sign);
  for (let at = rest.indexOf(QUOTE); at >= 0; at = rest.indexOf(QUOTE, at + 1)) quotes++;
  blanks ||= !utf8 || quotes > 0;
  return { utf8, quotes, multiline, nuls, returns, points, commas, rounds, blanks };
}

/** Finds out how a text file is written. */
export async function detectDialect(path: string, decimal?: DecimalSign): Promise<Dialect> {
  const { utf8, quotes, multiline, blanks, nuls, returns, points, commas, rounds } = await scanBytes(path);
  const encoding = utf8 ? 'utf-8' : 'windows-1252';
  const head = await readHead(path, encoding);
  const delimiter = guessDelimiter(head);
  const balanced = quotes % 2 === 0;
  const quote = balanced ? '"' : '';
  const rows = firstRows(head, delimiter, quote, 500).slice(1);
  return {
    encoding,
    delimiter,
    decimal: decimal ?? guessDecimal(rows),
    signs: points || (commas && (delimiter !== ',' || quotes > 0)),
    rounds,
    quote,
    multiline: balanced && multiline,
    blanks,
    nuls,
    returns,
  };
}

/** What UTF-8 letters look like when read as Windows-1252, and what they are. */
const MISREAD = new Map(
  [...'àâäçéèêëîïôöùûüÿæœÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒñÑßáíóúìòãõ’«»€°'].map((letter) => [
    new TextDecoder('windows-1252').decode(new TextEncoder().encode(letter)),
    letter,
  ]),
);
const MISREADING = new RegExp([...MISREAD.keys()].join('|'), 'g');

/** A line of which some cells were UTF-8 and others Windows-1252, as when two systems' columns are put side by side. */
const mended = (line: string): string => line.replace(MISREADING, (found) => MISREAD.get(found) ?? found);

/**
 * Text of whole lines of which some are UTF-8 and the others Windows-1252, or of a code page before it, as when a title
 * in one was put above rows in the other: accents of these are no UTF-8.
 */
function linesDecoder(encoding: ByteEncoding): (bytes: Buffer, last: boolean) => string {
  const [unicode, bytewise] = [new TextDecoder('utf-8'), byteDecoder(encoding)];
  const read = (line: Buffer): string =>
    encoding === 'windows-1252' ? mended(bytewise(line)) : bytewise(line);
  const decode = (line: Buffer): string => (isUtf8(line) ? unicode.decode(line) : read(line));
  let rest: Buffer = Buffer.alloc(0);
  return (bytes, last) => {
    const all = Buffer.concat([rest, bytes]);
    const parts: string[] = [];
    let start = 0;
    for (let end = all.indexOf(0x0a); end >= 0; end = all.indexOf(0x0a, start)) {
      parts.push(decode(all.subarray(start, end + 1)));
      start = end + 1;
    }
    rest = all.subarray(start);
    if (last) parts.push(decode(rest));
    return parts.join('');
  };
}

function wholeDecoder(encoding: 'utf-16le' | 'utf-16be'): (bytes: Buffer, last: boolean) => string {
  const decoder = new TextDecoder(encoding);
  return (bytes, last) => decoder.decode(bytes, { stream: !last });
}

/** Writes a file of another encoding again in UTF-8. */
export async function convertToUtf8(
  from: string,
  to: string,
  encoding: ByteEncoding | 'utf-16le' | 'utf-16be',
): Promise<void> {
  const decode =
    encoding === 'utf-16le' || encoding === 'utf-16be' ? wholeDecoder(encoding) : linesDecoder(encoding);
  const convert = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, decode(chunk, false));
    },
    flush(done) {
      done(null, decode(Buffer.alloc(0), true));
    },
  });
  await pipeline(createReadStream(from), convert, createWriteStream(to));
}

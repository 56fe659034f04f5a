import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { countOf } from '@palier/domain';
import { QuotedRow } from './quoted-row.ts';

/** What was found of a file's quotes. */
export interface MendedQuotes {
  /** Rows that have a quote which opens or closes no cell. */
  count: number;
  /** Lines of the first of them. */
  lines: number[];
}

/** Lines that one row may have: a quote that closes later opened no cell. Fewer in a file that is full of such. */
const MOST_LINES = 1000;
const FEW_LINES = 20;
const MANY_ASTRAY = 100;
const SHOWN_LINES = 3;
/** Cells of a row that a text of two lines may seem to have by chance. */
const NARROW = 5;
const QUOTE = '"';
const MARK = '\u00ef\u00bb\u00bf';

/** The cells of a line by itself. */
export function lineCells(line: string, delimiter: string): readonly string[] {
  const text = withoutEnd(line);
  const row = new QuotedRow(delimiter, true).read(text);
  return row.isOpen ? text.split(delimiter) : row.cells;
}

/** What is said of a file whose quotes were mended. */
export function quotesNote({ count, lines }: MendedQuotes): string {
  const named = `${lines.join(', ')}${count > lines.length ? '…' : ''}`;
  return count === 1
    ? `un guillemet isolé est gardé dans le texte (ligne ${named})`
    : `${countOf(count, 'ligne')} ont un guillemet isolé, gardé dans le texte (lignes ${named})`;
}

/**
 * Writes a file again with its quotes as CSV has them. Each line is the row that it can be by itself: one quote astray
 * would else take all the rows up to the next one for a single cell. Lines stay where they are.
 * `width`: cells of most rows.
 */
export async function mendQuotes(
  from: string,
  to: string,
  { delimiter, width }: { delimiter: string; width: number },
): Promise<MendedQuotes> {
  const mender = new QuoteMender(delimiter, width);
  const rewrite = new Transform({
    // A byte is a letter, so that all but the quotes stay what they are.
    transform: (chunk: Buffer, _encoding, done) =>
      done(null, Buffer.from(mender.take(chunk.toString('latin1')), 'latin1')),
    flush: (done) => done(null, Buffer.from(mender.end(), 'latin1')),
  });
  await pipeline(createReadStream(from, { highWaterMark: 1 << 20 }), rewrite, createWriteStream(to));
  return mender.found;
}

/** Lines of which the first opens a cell that none has closed yet. */
interface OpenRow {
  lines: string[];
  row: QuotedRow;
}

class QuoteMender {
  readonly found: MendedQuotes = { count: 0, lines: [] };
  readonly #delimiter: string;
  readonly #width: number;
  /** Rows that must follow a line with an open cell for it to be a row too: text may have few delimiters in it. */
  readonly #followers: number;
  #rest = '';
  #line = 0;
  #open: OpenRow | null = null;
  #written: string[] = [];

  constructor(delimiter: string, width: number) {
    this.#delimiter = delimiter;
    this.#width = width;
    this.#followers = width < NARROW ? 4 : 1;
  }

  /** Takes a piece of the file. @returns what can be written so far */
  take(text: string): string {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#takeLine(`${line}\n`);
    return this.#flush();
  }

  end(): string {
    if (this.#rest !== '') this.#takeLine(this.#rest);
    while (this.#open) this.#giveUp(this.#open);
    return this.#flush();
  }

  #flush(): string {
    const text = this.#written.join('');
    this.#written = [];
    return text;
  }

  #takeLine(line: string): void {
    if (this.#open) this.#goOn(this.#open, line);
    else if (line.includes(QUOTE)) this.#begin(line);
    else this.#write(line);
  }

  #begin(line: string): void {
    const row = this.#read(line);
    if (row.isOpen) this.#open = { lines: [line], row };
    else if (!row.isClean || this.#isPlainRow(line, row)) this.#writeMended(this.#bestCells(line, row), line);
    else this.#write(row.isPlain ? line : this.#rowText(row.cells, line));
  }

  #goOn(open: OpenRow, line: string): void {
    const { lines, row } = open;
    lines.push(line);
    row.read(withoutEnd(line));
    if (this.#isAstray(open)) this.#giveUp(open);
    else if (!row.isOpen) {
      this.#open = null;
      if (row.isClean && row.isPlain) for (const each of lines) this.#write(each);
      else this.#writeRow(row, lines);
    }
  }

  /** Whether the quote that opened a cell on the first of some lines opened none. */
  #isAstray({ lines: [first = '', ...others], row }: OpenRow): boolean {
    const mayBeRow = this.#plainCells(first).length === this.#width;
    if (mayBeRow && others.length === this.#followers && others.every((line) => this.#isRow(line)))
      return true;
    const most = this.found.count > MANY_ASTRAY ? FEW_LINES : MOST_LINES;
    if (row.isOpen) return others.length + 1 >= most;
    const isWhole = row.cells.length === this.#width;
    return row.isClean ? !isWhole && mayBeRow : !isWhole || mayBeRow;
  }

  /** What opened no cell is a sign of its line; the lines after it are read anew. */
  #giveUp({ lines: [first = '', ...others] }: OpenRow): void {
    this.#open = null;
    this.#writeMended(this.#plainCells(first), first);
    for (const line of others) this.#takeLine(line);
  }

  #read(line: string, twiceIsOne = true): QuotedRow {
    const text = withoutEnd(line);
    return new QuotedRow(this.#delimiter, twiceIsOne).read(
      this.#line === 0 && text.startsWith(MARK) ? text.slice(MARK.length) : text,
    );
  }

  #plainCells(line: string): string[] {
    return withoutEnd(line).split(this.#delimiter);
  }

  /** Whether a line is a row where its quotes are signs, and none where they are not: two of its cells have one astray. */
  #isPlainRow(line: string, { cells }: QuotedRow): boolean {
    return cells.length !== this.#width && this.#plainCells(line).length === this.#width;
  }

  /** Whether a line has the cells of a row by itself, its quotes as CSV has them or as signs of its text. */
  #isRow(line: string): boolean {
    const { isOpen, cells } = this.#read(line);
    return (!isOpen && cells.length === this.#width) || this.#plainCells(line).length === this.#width;
  }

  /** The cells of a line with a quote astray: as many as the other rows have, if it can be read so. */
  #bestCells(line: string, row: QuotedRow): readonly string[] {
    if (row.cells.length === this.#width) return row.cells;
    const other = this.#read(line, false);
    if (!other.isOpen && other.cells.length === this.#width) return other.cells;
    const plain = this.#plainCells(line);
    return plain.length === this.#width ? plain : row.cells;
  }

  #writeMended(cells: readonly string[], line: string): void {
    this.#note();
    this.#write(this.#rowText(cells, line));
  }

  #writeRow(row: QuotedRow, lines: readonly string[]): void {
    if (!row.isClean) this.#note();
    this.#written.push(this.#rowText(row.cells, lines.at(-1) ?? ''));
    this.#line += lines.length;
  }

  #note(): void {
    this.found.count += 1;
    if (this.found.lines.length < SHOWN_LINES) this.found.lines.push(this.#line + 1);
  }

  #write(line: string): void {
    this.#written.push(line);
    this.#line += 1;
  }

  /** Cells as CSV writes them, with the end of a line. */
  #rowText(cells: readonly string[], line: string): string {
    const end = line.slice(withoutEnd(line).length);
    return `${cells.map((cell) => this.#cellText(cell)).join(this.#delimiter)}${end}`;
  }

  #cellText(cell: string): string {
    const isSafe = !/^\s|["\n]|\s$/.test(cell) && !cell.includes(this.#delimiter);
    return isSafe ? cell : `"${cell.replaceAll('"', '""')}"`;
  }
}

const withoutEnd = (line: string): string => line.replace(/\r?\n?$/, '');

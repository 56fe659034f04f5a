import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ImportQuestion } from '@palier/domain';
import { FileProblem, isSystemError } from '../errors.ts';
import { type Allowance, newAllowance, within } from './allowance.ts';
import {
  convertToUtf8,
  type Dialect,
  detectDialect,
  HEAD_BYTES,
  parseCsvLines,
  readHead,
} from './dialect.ts';
import { findHeadings, type HeadingLines, uniqueHeadings } from './headed.ts';
import { LIMITS } from './limits.ts';
import { presetOf } from './recognition/presets.ts';
import { tablesIn } from './shapes/open-tables.ts';
import type { SourceFile } from './types.ts';
import { convertXlsx } from './xlsx.ts';
import { openZip, unpack, type Zip } from './zip.ts';

/** A table of a customer's, ready for DuckDB: UTF-8 text or Parquet. */
export interface Source {
  name: string;
  path: string;
  size_bytes: number;
  format: 'csv' | 'xlsx' | 'parquet';
  dialect: Dialect | null;
  /** Line of the headings, 1 unless a title stands above them. */
  header_line: number;
  /** The line of the customer's file that they stand on. */
  heading_row: number;
  /** Whether the user said so. */
  heading_chosen?: boolean;
  /** The file's first lines as they stand, among which its headings may be chosen; left out: they may not. */
  head?: readonly HeadLine[];
  /** Of a table that was laid out in another way: the customer's line that each row comes from. */
  row_lines?: readonly number[];
  headings: string[];
  preview: string[][];
  /** The first rows, more than are shown: what the values look like. */
  sample: string[][];
  /** What the opening of the file leaves open. */
  questions: ImportQuestion[];
  /** Columns of Parquet that are instants without saying their zone, which is UTC. */
  instants?: readonly string[];
  /** French sentences: what the file says that was not read from it, and why. */
  notes?: readonly string[];
}

/** A line of a customer's file, counted from 1. */
export interface HeadLine {
  line: number;
  cells: readonly string[];
}

export interface UnreadableSource {
  name: string;
  size_bytes: number;
  problem: string;
}

export interface Sources {
  sources: Source[];
  unreadable: UnreadableSource[];
}

/** What a file of refused rows has beside the customer's own columns. */
export const REPORT_HEADINGS = ['ligne', 'erreur'] as const;

/** Whether a file is one of refused rows, sent again. */
export function isCorrection(headings: readonly string[]): boolean {
  return REPORT_HEADINGS.every((name) => headings.includes(name));
}

/** Positions of the columns that are the customer's: named, and not those of a file of refused rows sent again. */
export function ownColumns(headings: readonly string[]): number[] {
  const sentAgain = isCorrection(headings);
  return headings.flatMap((heading, index) =>
    heading === '' || (sentAgain && REPORT_HEADINGS.some((name) => name === heading)) ? [] : [index],
  );
}

/** Rows shown of a file, and rows looked at. */
const SHOWN_ROWS = 20;
export const SAMPLE_ROWS = 400;

function excerpt(rows: string[][]): Pick<Source, 'preview' | 'sample'> {
  return { preview: rows.slice(0, SHOWN_ROWS), sample: rows.slice(0, SAMPLE_ROWS) };
}

/** « Texte Unicode » of spreadsheets, rewritten in UTF-8. */
async function fromUtf16(file: SourceFile, nextPath: (name: string) => string): Promise<SourceFile> {
  const start = (await signature(file.path)).slice(0, 2);
  const encoding = start === '\u00ff\u00fe' ? 'utf-16le' : start === '\u00fe\u00ff' ? 'utf-16be' : null;
  if (encoding === null) return file;
  const path = nextPath(`${file.name}.utf8`);
  await convertToUtf8(file.path, path, encoding);
  return { ...file, path };
}

/** Text of an old Mac, where a carriage return alone ends a line, rewritten with line feeds. */
async function withLineFeeds(file: SourceFile, nextPath: (name: string) => string): Promise<SourceFile> {
  const start = await firstBytes(file.path, 65_536);
  if (!start.includes(0x0d) || start.includes(0x0a)) return file;
  const path = nextPath(`${file.name}.lines`);
  const rewrite = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(
        null,
        chunk.map((byte) => (byte === 0x0d ? 0x0a : byte)),
      );
    },
  });
  await pipeline(createReadStream(file.path), rewrite, createWriteStream(path));
  return { ...file, path };
}

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

const signature = async (path: string): Promise<string> => (await firstBytes(path, 4)).toString('latin1');

const TEXT_NAME = /\.(csv|tsv|txt|tab)$/i;
/** What systems add to an archive: hidden files, and the marks of a Mac. */
const OF_A_SYSTEM = /(^|\/)(__MACOSX\/|\.[^./])/;
const NOT_DATA = /\.(json|md|pdf|png|jpe?g|svg|webp|docx?)$/i;

/** Columns of a Parquet file, asked of DuckDB by the caller. */
export type ParquetHead = (
  path: string,
) => Promise<{ headings: string[]; rows: string[][]; instants: string[] }>;

export interface OpenOptions {
  /** Where archives are unpacked and text is rewritten. */
  folder: string;
  parquetHead: ParquetHead;
  decimal?: ',' | '.' | undefined;
  allowance?: Allowance;
  /** Only the headings and first rows matter: workbooks are rewritten no further. */
  head_only?: boolean;
  heading_lines?: HeadingLines;
  /** Called before a file is looked at. */
  onFile?: ((name: string) => void) | undefined;
}

/** Rows of a workbook that are rewritten for its headings: more than the preview and the titles above it. */
const HEAD_ROWS = 2000;

/** Letters of a name that reach the disk or the screen. */
const NAME_LETTERS = 150;

/** Opens a customer's files into `found`, one after the other. */
class Opener {
  readonly found: Sources = { sources: [], unreadable: [] };
  readonly #options: OpenOptions;
  #count = 0;

  constructor(options: OpenOptions) {
    this.#options = options;
  }

  /** A new path in the folder; of a name that others chose, only plain letters are left. */
  readonly #nextPath = (name: string): string =>
    join(
      this.#options.folder,
      `${this.#count++}-${basename(name)
        .slice(-NAME_LETTERS)
        .replace(/[^\w.-]/g, '_')}`,
    );

  async open(file: SourceFile, allowance: Allowance, depth = 0): Promise<void> {
    this.#options.onFile?.(file.name);
    try {
      if (depth > LIMITS.nesting) throw new FileProblem('archives emboîtées trop profondément');
      if (NOT_DATA.test(file.name)) throw new FileProblem('ce n’est pas un fichier de données');
      await this.#openByContent(file, allowance, depth);
    } catch (error) {
      if (isSystemError(error)) throw error;
      const size_bytes = await stat(file.path).then(
        (found) => found.size,
        () => 0,
      );
      this.found.unreadable.push({ name: file.name, size_bytes, problem: problemOf(error, file.name) });
    }
  }

  async #openByContent(file: SourceFile, allowance: Allowance, depth: number): Promise<void> {
    const { size } = await stat(file.path);
    const start = await signature(file.path);
    if (size === 0) throw new FileProblem('fichier vide');
    if (start.startsWith('\u001f\u008b')) return this.#openGzip(file, allowance.ofArchive(size), depth);
    if (start === 'PAR1') return this.#openParquet(file, size);
    if (start === '\u00d0\u00cf\u0011\u00e0')
      throw new FileProblem(
        'classeur protégé par un mot de passe ou d’un ancien format : enregistrez-le en .xlsx, sans mot de passe',
      );
    if (start !== 'PK\u0003\u0004' && start !== 'PK\u0005\u0006')
      return this.#openText(file, 'csv', size, allowance);
    const zip = await openZip(file.path);
    try {
      await this.#openZip(file, zip, allowance.ofArchive(size), { size, depth });
    } finally {
      zip.close();
    }
  }

  async #openGzip(file: SourceFile, allowance: Allowance, depth: number): Promise<void> {
    const name = file.name.replace(/\.gz$/i, '');
    const path = this.#nextPath(name);
    try {
      await pipeline(createReadStream(file.path), createGunzip(), within(allowance), createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error instanceof FileProblem || isSystemError(error)
        ? error
        : new FileProblem('archive gzip illisible ou abîmée');
    }
    return this.open({ path, name }, allowance, depth + 1);
  }

  async #openParquet(file: SourceFile, size_bytes: number): Promise<void> {
    const head = await this.#options.parquetHead(file.path);
    const { headings, rows, instants } = head;
    this.#add({
      ...file,
      instants,
      size_bytes,
      format: 'parquet',
      dialect: null,
      ...{ header_line: 1, heading_row: 1 },
      headings,
      ...excerpt(rows),
      questions: [],
    });
  }

  async #openZip(
    file: SourceFile,
    zip: Zip,
    allowance: Allowance,
    { size, depth }: { size: number; depth: number },
  ): Promise<void> {
    if (zip.entries.some((entry) => entry.name === '[Content_Types].xml')) {
      const rows = this.#options.head_only ? HEAD_ROWS : undefined;
      for (const sheet of await convertXlsx(file, zip, this.#nextPath, allowance, rows))
        await this.#openSheet(sheet, size, allowance);
      return;
    }
    for (const entry of zip.entries.filter(({ name }) => !OF_A_SYSTEM.test(name))) {
      const path = this.#nextPath(entry.name);
      await unpack(entry, path, allowance);
      await this.open({ path, name: basename(entry.name).slice(-NAME_LETTERS) }, allowance, depth + 1);
      // What was unpacked to be unpacked again, or to be refused, is not kept on the disk.
      if (!this.found.sources.some((source) => source.path === path)) await rm(path, { force: true });
    }
  }

  /** An empty sheet is reported as a file of its own, and the others are read. */
  async #openSheet(sheet: SourceFile, size: number, allowance: Allowance): Promise<void> {
    try {
      await this.#openText(sheet, 'xlsx', size, allowance);
    } catch (error) {
      if (isSystemError(error)) throw error;
      this.found.unreadable.push({
        name: sheet.name,
        size_bytes: size,
        problem: problemOf(error, sheet.name),
      });
    }
  }

  async #openText(
    given: SourceFile,
    format: 'csv' | 'xlsx',
    size_bytes: number,
    allowance: Allowance,
  ): Promise<void> {
    const file = await withLineFeeds(await fromUtf16(given, this.#nextPath), this.#nextPath);
    const dialect = await detectDialect(file.path, format === 'xlsx' ? '.' : this.#options.decimal);
    let path = file.path;
    if (dialect.encoding === 'windows-1252') {
      path = this.#nextPath(`${file.name}.utf8`);
      await convertToUtf8(file.path, path, 'windows-1252');
    }
    const { name } = file;
    const lines = parseCsvLines(await readHead(path, 'utf-8'), dialect.delimiter, dialect.quote, true);
    const { index, questions, heading_chosen } = findHeadings(lines, name, this.#options.heading_lines ?? {});
    const headings = uniqueHeadings(lines[index]?.row ?? []);
    if (headings.length === 0)
      throw new FileProblem(size_bytes > HEAD_BYTES ? 'première ligne démesurée' : 'fichier vide');
    if (headings.some((heading) => heading.includes('\u0000')))
      throw new FileProblem('ce n’est pas un fichier de texte');
    const heading_row = lines[index]?.line ?? 1;
    const common = { name, path, size_bytes, format, dialect, questions, heading_chosen };
    const head = lines.slice(0, SHOWN_ROWS).map(({ line, row }) => ({ line, cells: row }));
    const rewriter = presetOf(headings)?.rewriter?.(headings) ?? null;
    const opened = { ...common, lines, index, allowance, rewriter };
    const tables = await tablesIn({ ...opened, nextPath: this.#nextPath });
    if (tables === null) {
      const rows = lines.slice(index + 1).map(({ row }) => row);
      this.#add({ ...common, head, header_line: heading_row, heading_row, headings, ...excerpt(rows) });
    }
    for (const [at, { rows, ...table }] of (tables ?? []).entries())
      this.#add({ ...common, ...(at === 0 && { head }), ...table, ...excerpt(rows) });
  }

  #add(source: Source): void {
    if (source.headings.length > LIMITS.columns) throw new FileProblem(`plus de ${LIMITS.columns} colonnes`);
    this.found.sources.push(source);
  }
}

/**
 * Opens a customer's files: archives are unpacked, workbooks and Windows-1252 text rewritten as UTF-8 text under the
 * folder. What cannot be read is reported apart, with the reason in French, and never stops the others.
 * @throws a fault of the machine, such as a full disk.
 */
export async function openSources(files: readonly SourceFile[], options: OpenOptions): Promise<Sources> {
  const allowance = options.allowance ?? (await newAllowance(options.folder));
  const opener = new Opener(options);
  for (const file of files) await opener.open(file, allowance);
  return opener.found;
}

function problemOf(error: unknown, name: string): string {
  if (error instanceof FileProblem) return error.message;
  return TEXT_NAME.test(name) ? 'fichier illisible' : 'fichier illisible ou de format inconnu';
}

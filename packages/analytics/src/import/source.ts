import type { ImportQuestion } from '@palier/domain';
import { FileProblem, isSystemError } from '../errors.ts';
import { type Allowance, newAllowance } from './allowance.ts';
import { type CsvLine, type Dialect, HEAD_BYTES, parseCsvLines, readHead } from './dialect.ts';
import { findHeadings, type HeadingLines, uniqueHeadings } from './headed.ts';
import { askHidden } from './hidden.ts';
import { LIMITS } from './limits.ts';
import { refuseNuls } from './nuls.ts';
import { type NextPath, openText } from './open-text.ts';
import { type Finds, type Found, Opener, pathsIn, problemOf, type UnreadableSource } from './opener.ts';
import { presetOf } from './recognition/presets.ts';
import { tablesIn } from './shapes/open-tables.ts';
import type { SourceFile } from './types.ts';
import { convertXlsx } from './xlsx.ts';
import type { Zip } from './zip.ts';

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
  /** Columns of Parquet that are text. */
  texts?: readonly string[];
  /** Its headings as they stand, where it was said that columns of it are places. */
  by_place?: readonly string[];
  /** French sentences: what the file says that was not read from it, and why. */
  notes?: readonly string[];
}

/**
 * Positions of a file's cells: those of its headings, then, of a text, what its rows have beyond them. A remark beside
 * the table of a sheet moves no cell.
 */
export function cellPositions({ format, headings }: Pick<Source, 'format' | 'headings'>): number[] {
  return [...headings.keys(), ...(format === 'csv' ? [headings.length] : [])];
}

/** A line of a customer's file, counted from 1. */
export interface HeadLine {
  line: number;
  cells: readonly string[];
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
/** Of a cell, where one looks what a file is: a page of text says no more of it, and takes minutes to be looked at. */
export const LOOKED_LETTERS = 500;

const shortened = ({ line, row }: CsvLine): CsvLine => ({
  line,
  row: row.map((cell) => cell.slice(0, LOOKED_LETTERS)),
});

function excerpt(rows: string[][]): Pick<Source, 'preview' | 'sample'> {
  return { preview: rows.slice(0, SHOWN_ROWS), sample: rows.slice(0, SAMPLE_ROWS) };
}

/** Columns of a Parquet file, asked of DuckDB by the caller. */
export type ParquetHead = (
  path: string,
) => Promise<{ headings: string[]; rows: string[][]; instants: string[]; texts: string[] }>;

export interface OpenOptions {
  /** Where archives are unpacked and text is rewritten. */
  folder: string;
  parquetHead: ParquetHead;
  decimal?: ',' | '.' | undefined;
  allowance?: Allowance;
  /** Only the headings and first rows matter: workbooks are rewritten no further. */
  head_only?: boolean;
  heading_lines?: HeadingLines;
  /** Whether the hidden rows of a sheet are left out. */
  skips_hidden?: ((name: string) => boolean) | undefined;
  /** Called before a file is looked at. */
  onFile?: ((name: string) => void) | undefined;
}

/** Rows of a workbook that are rewritten for its headings: more than the preview and the titles above it. */
const HEAD_ROWS = 2000;

/** The tables of a customer's files, as they are found. */
class SourceFinds implements Finds {
  readonly found: Sources = { sources: [], unreadable: [] };
  readonly #options: OpenOptions;
  readonly #nextPath: NextPath;

  constructor(options: OpenOptions, nextPath: NextPath) {
    this.#options = options;
    this.#nextPath = nextPath;
  }

  text(found: Found): Promise<void> {
    return this.#openText(found, 'csv');
  }

  /** An empty sheet is reported as a file of its own, and the others are read. */
  async workbook({ file, size_bytes, allowance }: Found, zip: Zip): Promise<void> {
    const rows = this.#options.head_only ? HEAD_ROWS : undefined;
    const choice = { maximum_rows: rows, skipsHidden: this.#options.skips_hidden };
    for (const sheet of await convertXlsx(file, zip, this.#nextPath, allowance, choice)) {
      try {
        await this.#openText({ file: sheet, size_bytes, allowance }, 'xlsx', askHidden(sheet));
      } catch (error) {
        if (isSystemError(error)) throw error;
        this.unreadable({ name: sheet.name, size_bytes, problem: problemOf(error, sheet.name) });
      }
    }
  }

  async parquet({ file, size_bytes }: Found): Promise<void> {
    const { rows, ...head } = await this.#options.parquetHead(file.path);
    this.#add({
      ...{ ...file, ...head, size_bytes },
      ...{ format: 'parquet', dialect: null, header_line: 1, heading_row: 1, questions: [] },
      ...excerpt(rows),
    });
  }

  unreadable(source: UnreadableSource): void {
    this.found.unreadable.push(source);
  }

  keeps(path: string): boolean {
    return this.found.sources.some((source) => source.path === path);
  }

  async #openText(
    { file, size_bytes, allowance }: Found,
    format: 'csv' | 'xlsx',
    asked: readonly ImportQuestion[] = [],
  ): Promise<void> {
    const { name } = file;
    const decimal = format === 'xlsx' ? '.' : this.#options.decimal;
    const { path, dialect, notes } = await openText(file, this.#nextPath, decimal);
    const text = await readHead(path, 'utf-8');
    const lines = parseCsvLines(text, dialect.delimiter, dialect.quote, true).map(shortened);
    const headed = findHeadings(lines, name, this.#options.heading_lines ?? {});
    const { index, heading_chosen } = headed;
    const questions = [...asked, ...headed.questions];
    const headings = uniqueHeadings(lines[index]?.row ?? []);
    if (headings.length === 0)
      throw new FileProblem(size_bytes > HEAD_BYTES ? 'première ligne démesurée' : 'fichier vide');
    if (dialect.nuls) refuseNuls(headings);
    const heading_row = lines[index]?.line ?? 1;
    const common = { name, path, size_bytes, format, dialect, questions, heading_chosen, notes };
    const head = lines.slice(0, SHOWN_ROWS).map(({ line, row }) => ({ line, cells: row }));
    const rewriter = presetOf(headings)?.rewriter?.(headings) ?? null;
    const isByPlace = this.#options.heading_lines?.isByPlace?.(name, headings) === true;
    const opened = { ...common, lines, index, allowance, rewriter, isByPlace };
    const tables = await tablesIn({ ...opened, nextPath: this.#nextPath });
    if (tables === null) {
      const rows = lines.slice(index + 1).map(({ row }) => row);
      this.#add({ ...common, head, header_line: heading_row, heading_row, headings, ...excerpt(rows) });
    }
    for (const [at, { rows, ...table }] of (tables ?? []).entries())
      this.#add({
        ...{ ...common, ...(at === 0 && { head }), ...table, ...excerpt(rows) },
        ...(isByPlace && { by_place: headings }),
        notes: [...notes, ...(table.notes ?? [])],
      });
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
  const nextPath = pathsIn(options.folder);
  const finds = new SourceFinds(options, nextPath);
  const opener = new Opener(finds, nextPath, options.onFile);
  for (const file of files) await opener.open(file, allowance);
  return finds.found;
}

import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Allowance, newAllowance, within } from './allowance.ts';
import {
  type CsvLine,
  convertToUtf8,
  type Dialect,
  detectDialect,
  parseCsvLines,
  readHead,
} from './dialect.ts';
import { guessKinds } from './headings.ts';
import type { SourceFile } from './types.ts';
import { convertXlsx } from './xlsx.ts';
import { extractZipEntry, listZip } from './zip.ts';

/** A table of a customer's, ready for DuckDB: UTF-8 text or Parquet. */
export type Source = {
  name: string;
  path: string;
  size_bytes: number;
  format: 'csv' | 'xlsx' | 'parquet';
  dialect: Dialect | null;
  /** Line of the headings, 1 unless a title stands above them. */
  header_line: number;
  headings: string[];
  preview: string[][];
};

export type UnreadableSource = { name: string; size_bytes: number; problem: string };

export type Sources = { sources: Source[]; unreadable: UnreadableSource[] };

/** What a file of refused rows has beside the customer's own columns. */
export const REPORT_HEADINGS = ['ligne', 'erreur'] as const;

/** Whether a file is one of refused rows, sent again. */
export const isCorrection = (headings: readonly string[]): boolean =>
  REPORT_HEADINGS.every((name) => headings.includes(name));

/** Positions of the columns that are the customer's: named, and not those of a file of refused rows sent again. */
export const ownColumns = (headings: readonly string[]): number[] => {
  const sentAgain = isCorrection(headings);
  return headings.flatMap((heading, index) =>
    heading === '' || (sentAgain && REPORT_HEADINGS.some((name) => name === heading)) ? [] : [index],
  );
};

/** Headings as they tell columns apart: trimmed, a name that comes again numbered. */
const uniqueHeadings = (cells: readonly string[]): string[] => {
  const seen = new Map<string, number>();
  return cells.map((cell) => {
    const heading = cell.trim();
    const times = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, times);
    return heading !== '' && times > 1 ? `${heading} (${times})` : heading;
  });
};

/** Lines above the headings, such as an export's title, that are looked through. */
const TITLE_LINES = 15;

/** The rows from the headings on: the first line, unless it says nothing and one close below says a kind of file. */
const fromHeadings = (lines: readonly CsvLine[], name: string): { rows: string[][]; header_line: number } => {
  const speaks = ({ row }: CsvLine): boolean => guessKinds(row, name).length > 0;
  const found = lines.slice(0, TITLE_LINES).findIndex(speaks);
  const start = Math.max(0, found);
  return {
    rows: lines.slice(start).map(({ row }) => row),
    header_line: lines[start]?.line ?? 1,
  };
};

/** « Texte Unicode » of spreadsheets, rewritten in UTF-8. */
const fromUtf16 = async (file: SourceFile, nextPath: (name: string) => string): Promise<SourceFile> => {
  const start = (await signature(file.path)).slice(0, 2);
  const encoding = start === '\u00ff\u00fe' ? 'utf-16le' : start === '\u00fe\u00ff' ? 'utf-16be' : null;
  if (encoding === null) return file;
  const path = nextPath(`${file.name}.utf8`);
  await convertToUtf8(file.path, path, encoding);
  return { ...file, path };
};

/** Text of an old Mac, where a carriage return alone ends a line, rewritten with line feeds. */
const withLineFeeds = async (file: SourceFile, nextPath: (name: string) => string): Promise<SourceFile> => {
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
};

const firstBytes = async (path: string, size: number): Promise<Buffer> => {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

const signature = async (path: string): Promise<string> => (await firstBytes(path, 4)).toString('latin1');

const TEXT_NAME = /\.(csv|tsv|txt|tab)$/i;

/** Columns of a Parquet file, asked of DuckDB by the caller. */
export type ParquetHead = (path: string) => Promise<{ headings: string[]; preview: string[][] }>;

/**
 * Opens a customer's files: archives are unpacked, workbooks and Windows-1252 text rewritten as UTF-8 text under
 * `folder`. What cannot be read is told apart, with the reason in French, and never stops the others.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: steps that share one list of files found, each short
export const openSources = async (
  files: readonly SourceFile[],
  folder: string,
  parquetHead: ParquetHead,
  decimal?: ',' | '.',
  allowed?: Allowance,
): Promise<Sources> => {
  const allowance = allowed ?? (await newAllowance(folder));
  const found: Sources = { sources: [], unreadable: [] };
  let count = 0;
  const nextPath = (name: string): string =>
    join(folder, `${count++}-${basename(name).replace(/[^\w.-]/g, '_')}`);

  const openText = async (given: SourceFile, format: 'csv' | 'xlsx', size: number): Promise<void> => {
    const file = await withLineFeeds(await fromUtf16(given, nextPath), nextPath);
    const dialect = await detectDialect(file.path, format === 'xlsx' ? '.' : decimal);
    let path = file.path;
    if (dialect.encoding === 'windows-1252') {
      path = nextPath(`${file.name}.utf8`);
      await convertToUtf8(file.path, path, 'windows-1252');
    }
    const { rows, header_line } = fromHeadings(
      parseCsvLines(await readHead(path, 'utf-8'), dialect.delimiter, dialect.quote, true),
      file.name,
    );
    const headings = uniqueHeadings(rows[0] ?? []);
    if (headings.length === 0) throw new Error('fichier vide');
    if (headings.some((heading) => heading.includes('\u0000')))
      throw new Error('ce n’est pas un fichier de texte');
    found.sources.push({
      name: file.name,
      path,
      size_bytes: size,
      format,
      dialect,
      header_line,
      headings,
      preview: rows.slice(1, 21),
    });
  };

  const openOne = async (file: SourceFile, depth: number): Promise<void> => {
    const { size } = await stat(file.path);
    const start = await signature(file.path);
    if (start.startsWith('\u001f\u008b')) {
      const path = nextPath(file.name.replace(/\.gz$/i, ''));
      await pipeline(createReadStream(file.path), createGunzip(), within(allowance), createWriteStream(path));
      return openAny({ path, name: file.name.replace(/\.gz$/i, '') }, depth + 1);
    }
    if (start === 'PAR1') {
      const head = await parquetHead(file.path);
      found.sources.push({
        name: file.name,
        path: file.path,
        size_bytes: size,
        format: 'parquet',
        dialect: null,
        header_line: 1,
        ...head,
      });
      return;
    }
    if (size === 0) throw new Error('fichier vide');
    if (start === '\u00d0\u00cf\u0011\u00e0')
      throw new Error(
        'classeur protégé par un mot de passe ou d’un ancien format : enregistrez-le en .xlsx, sans mot de passe',
      );
    if (start !== 'PK\u0003\u0004') return openText(file, 'csv', size);
    const entries = await listZip(file.path);
    if (entries.some((entry) => entry.name === '[Content_Types].xml')) {
      for (const sheet of await convertXlsx(file, nextPath, allowance)) await openText(sheet, 'xlsx', size);
      return;
    }
    for (const entry of entries) {
      const path = nextPath(entry.name);
      await extractZipEntry(file.path, entry, path, allowance);
      await openAny({ path, name: basename(entry.name) }, depth + 1);
    }
  };

  const openAny = async (file: SourceFile, depth: number): Promise<void> => {
    try {
      if (depth > 3) throw new Error('archives emboîtées trop profondément');
      if (/\.(json|md|pdf|png|jpe?g|svg|webp|docx?)$/i.test(file.name))
        throw new Error('ce n’est pas un fichier de données');
      await openOne(file, depth);
    } catch (error) {
      const size_bytes = await stat(file.path).then(
        (found) => found.size,
        () => 0,
      );
      found.unreadable.push({ name: file.name, size_bytes, problem: problemOf(error, file.name) });
    }
  };

  for (const file of files) await openAny(file, 0);
  return found;
};

const problemOf = (error: unknown, name: string): string => {
  const message = error instanceof Error ? error.message : String(error);
  if (/^[a-zé]/.test(message) && !/error|invalid|unexpected|ENOENT|header/i.test(message)) return message;
  return TEXT_NAME.test(name) ? 'fichier illisible' : 'fichier illisible ou de format inconnu';
};

import { open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileProblem, LIMITS, newAllowance, withWorkbook } from '@palier/analytics';
import { foldText } from '@palier/domain';
import { parse } from 'csv-parse/sync';
import { ApiError } from '../../http/errors.ts';

/** A small table of a user's file: its headings as written, and rows with their line in the file. */
export interface Table {
  headings: string[];
  rows: { line: number; cells: string[] }[];
}

const MAX_ROWS = 200_000;
const MAX_CELLS = 5e6;
/** Of a row. */
const RECORD_LETTERS = 1e6;
/** Larger than any table of projects or discounts: such files are held in memory. */
export const TABLE_BYTES = 50e6;
const XLSX_MAGIC = 'PK';

/** Reads a CSV (any usual separator and encoding) or the first sheet of a workbook. @throws 422 invalid_file, 413 */
export async function readTable(file: { path: string; name: string }): Promise<Table> {
  if ((await stat(file.path)).size > TABLE_BYTES)
    throw new ApiError('payload_too_large', `Le fichier ${file.name} est trop volumineux : 50 Mo au plus.`);
  const rows = await readRows(file).catch((cause: unknown) => {
    const why = cause instanceof FileProblem ? ` : ${cause.message}` : '';
    throw new ApiError('invalid_file', `Le fichier ${file.name} n’a pas pu être lu${why}.`);
  });
  const [headings, ...rest] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (!headings) throw new ApiError('invalid_file', `Le fichier ${file.name} est vide.`);
  return { headings: headings.cells.map((heading) => heading.trim()), rows: rest };
}

async function readRows(file: { path: string; name: string }): Promise<Table['rows']> {
  const start = await firstBytes(file.path);
  if (start === XLSX_MAGIC || /\.xlsx$/i.test(file.name)) return readSheet(file.path);
  const text = decode(await readFile(file.path));
  const [heading = ''] = text.split('\n', 1);
  const delimiter = [';', '\t', ','].reduce((best, one) =>
    heading.split(one).length > heading.split(best).length ? one : best,
  );
  const take = cellCounter();
  const cells: string[][] = parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    // One more than may be, so that a longer file is refused instead of cut.
    to: MAX_ROWS + 1,
    max_record_size: RECORD_LETTERS,
    on_record: (record: string[]) => take(record),
  });
  return checkLength(cells.map((row, index) => ({ line: index + 1, cells: row })));
}

function checkLength(rows: Table['rows']): Table['rows'] {
  if (rows.length > MAX_ROWS) throw new FileProblem(`plus de ${MAX_ROWS} lignes`);
  return rows;
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead).toString('latin1');
  } finally {
    await file.close();
  }
}

async function readSheet(path: string): Promise<Table['rows']> {
  const { size } = await stat(path);
  const allowance = (await newAllowance(dirname(path))).ofArchive(size);
  const take = cellCounter();
  return withWorkbook(path, allowance, async ([sheet]) => {
    const found: Table['rows'] = [];
    for await (const rows of sheet?.rows() ?? []) {
      for (const { index, cells } of rows) found.push({ line: index + 1, cells: take(cells) });
      if (found.length > MAX_ROWS) break;
    }
    return checkLength(found);
  });
}

/** Lets rows through as long as the table is one that memory may hold. */
function cellCounter(): (cells: string[]) => string[] {
  let left = MAX_CELLS;
  return (cells) => {
    left -= cells.length;
    if (cells.length > LIMITS.columns) throw new FileProblem(`plus de ${LIMITS.columns} colonnes`);
    if (left < 0) throw new FileProblem('trop de cellules');
    return cells;
  };
}

/** UTF-8 when it is, otherwise Windows-1252, as French spreadsheets still write. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A heading without case, accents or punctuation: « Code produit » is `code_produit`. */
export function plainHeading(heading: string): string {
  return foldText(heading)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/** Position of the first heading that is one of the names; -1 when none is. */
export function columnOf(headings: readonly string[], names: readonly string[]): number {
  const plain = headings.map(plainHeading);
  return names.map((name) => plain.indexOf(name)).find((position) => position >= 0) ?? -1;
}

/** `2026-07-01` or `01/07/2026`; null for anything else. */
export function readDay(text: string): string | null {
  const french = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim());
  const iso = french
    ? `${french[3]}-${french[2]?.padStart(2, '0')}-${french[1]?.padStart(2, '0')}`
    : text.trim().slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) && !Number.isNaN(Date.parse(iso)) ? iso : null;
}

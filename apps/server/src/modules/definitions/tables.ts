import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { streamXlsxRows } from 'hucre/xlsx';
import { ApiError } from '../../http/errors.ts';

/** A small table of a user's file: its headings as written, and rows with their line in the file. */
export type Table = { headings: string[]; rows: { line: number; cells: string[] }[] };

const MAX_ROWS = 200_000;
/** Larger than any table of projects or discounts: such files are held in memory. */
export const TABLE_BYTES = 50e6;
const XLSX_MAGIC = 'PK';

/** Reads a CSV (any usual separator and encoding) or the first sheet of a workbook. @throws 422 invalid_file, 413 */
export async function readTable(file: { path: string; name: string }): Promise<Table> {
  if ((await stat(file.path)).size > TABLE_BYTES)
    throw new ApiError('payload_too_large', `Le fichier ${file.name} est trop volumineux : 50 Mo au plus.`);
  const cells = await readCells(file).catch((cause: unknown) => {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('invalid_file', `Le fichier ${file.name} n’a pas pu être lu.`);
  });
  const [headings = [], ...rows] = cells;
  if (headings.length === 0) throw new ApiError('invalid_file', `Le fichier ${file.name} est vide.`);
  return {
    headings: headings.map((heading) => heading.trim()),
    rows: rows
      .map((row, index) => ({ line: index + 2, cells: row }))
      .filter(({ cells: own }) => own.some((cell) => cell.trim() !== '')),
  };
}

async function readCells(file: { path: string; name: string }): Promise<string[][]> {
  const bytes = await readFile(file.path);
  const start = bytes.subarray(0, 2).toString('latin1');
  if (start === XLSX_MAGIC || /\.xlsx$/i.test(file.name)) return readSheet(file.path);
  const text = decode(bytes);
  const [heading = ''] = text.split('\n', 1);
  const delimiter = [';', '\t', ','].reduce((best, one) =>
    heading.split(one).length > heading.split(best).length ? one : best,
  );
  return parse(text, { delimiter, relax_column_count: true, relax_quotes: true, to: MAX_ROWS });
}

async function readSheet(path: string): Promise<string[][]> {
  const rows: string[][] = [];
  const input = Readable.toWeb(createReadStream(path)) as Parameters<typeof streamXlsxRows>[0];
  for await (const row of streamXlsxRows(input, { maxRows: MAX_ROWS })) rows.push(row.values.map(cellText));
  return rows;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
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
  return heading
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
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

import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  FileProblem,
  type Finds,
  type Found,
  LIMITS,
  type NextPath,
  newAllowance,
  Opener,
  openText,
  openWorkbook,
  pathsIn,
  type SourceFile,
  type UnreadableSource,
  withNulSigns,
  type Zip,
} from '@palier/analytics';
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
/** A table and the name of the file, or of the file in an archive, that it comes from. */
export interface NamedTable {
  name: string;
  table: Table;
}

/**
 * Reads the tables of a file as an import would: a text in any usual separator and encoding, or the first sheet of a
 * workbook; of an archive, each of its files. @throws 422 invalid_file, 413
 */
export async function readTables(file: SourceFile, folder: string): Promise<NamedTable[]> {
  const { size } = await stat(file.path);
  if (size > TABLE_BYTES)
    throw new ApiError('payload_too_large', `Le fichier ${file.name} est trop volumineux : 50 Mo au plus.`);
  if (size === 0) throw new ApiError('invalid_file', `Le fichier ${file.name} est vide.`);
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(folder, 'tables-'));
  try {
    const nextPath = pathsIn(scratch);
    const finds = new TableFinds(nextPath);
    await new Opener(finds, nextPath).open(file, await newAllowance(scratch));
    const [bad] = finds.bad;
    if (bad) throw new ApiError('invalid_file', unreadable(bad));
    if (finds.found.length === 0) throw new ApiError('invalid_file', `Le fichier ${file.name} est vide.`);
    return finds.found;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The only table of a file. @throws 422 invalid_file, 413 */
export async function readTable(file: SourceFile, folder = dirname(file.path)): Promise<Table> {
  const [first, ...others] = await readTables(file, folder);
  if (!first || others.length > 0)
    throw new ApiError('invalid_file', `Le fichier ${file.name} contient plusieurs tableaux.`);
  return first.table;
}

/** Small tables, as they are found; a file that cannot be read is a fault of the whole. */
class TableFinds implements Finds {
  readonly found: NamedTable[] = [];
  readonly bad: UnreadableSource[] = [];
  readonly #nextPath: NextPath;
  readonly #take = cellCounter();

  constructor(nextPath: NextPath) {
    this.#nextPath = nextPath;
  }

  async text({ file }: Found): Promise<void> {
    if ((await stat(file.path)).size > TABLE_BYTES) throw new FileProblem('plus de 50 Mo');
    const { path, dialect } = await openText(file, this.#nextPath);
    const cells: string[][] = parse(await readFile(path, 'utf8'), {
      bom: true,
      delimiter: dialect.delimiter,
      quote: dialect.quote === '' ? null : dialect.quote,
      relax_column_count: true,
      relax_quotes: true,
      // One more than may be, so that a longer file is refused instead of cut.
      to: MAX_ROWS + 1,
      max_record_size: RECORD_LETTERS,
      on_record: (record: string[]) => this.#take(record),
    });
    this.#add(
      file.name,
      cells.map((row, index) => ({ line: index + 1, cells: row })),
    );
  }

  async workbook({ file, allowance }: Found, zip: Zip): Promise<void> {
    const [sheet] = await openWorkbook(zip, allowance);
    const rows: Table['rows'] = [];
    for await (const some of sheet?.rows() ?? []) {
      for (const { index, cells } of some)
        rows.push({ line: index + 1, cells: this.#take(cells.map(withNulSigns)) });
      if (rows.length > MAX_ROWS) break;
    }
    this.#add(file.name, rows);
  }

  parquet(): Promise<void> {
    throw new FileProblem('fichier Parquet : envoyez un fichier CSV ou Excel');
  }

  unreadable(source: UnreadableSource): void {
    this.bad.push(source);
  }

  keeps(): boolean {
    return false;
  }

  #add(name: string, rows: Table['rows']): void {
    if (rows.length > MAX_ROWS) throw new FileProblem(`plus de ${MAX_ROWS} lignes`);
    const [headings, ...rest] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    if (!headings) throw new FileProblem('fichier vide');
    this.found.push({ name, table: { headings: headings.cells.map(plainText), rows: rest } });
  }
}

function unreadable({ name, problem }: UnreadableSource): string {
  return problem === 'fichier vide'
    ? `Le fichier ${name} est vide.`
    : `Le fichier ${name} n’a pas pu être lu : ${problem}.`;
}

/** A heading as answers may repeat it. */
const plainText = (heading: string): string => heading.replace(/\p{Cc}+/gu, ' ').trim();

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

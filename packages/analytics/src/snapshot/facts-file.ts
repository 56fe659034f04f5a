import { access, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '../database/database.ts';
import { discardFolder, temporaryPath } from '../database/folders.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { CURVE_FILE, type CurveShape, writeCurveFileFrom } from './curve-file.ts';

/** Tables of a snapshot, each a Parquet file whose rows are in line order. */
const SNAPSHOT_TABLES = ['line', 'curve', 'daily', 'size', 'place_coverage'] as const;

/**
 * The same tables in DuckDB's own format, indexed: what listings read. Made from the Parquet files, so it may be lost.
 * The number in its name changes with what it holds: files of an older kind are made again.
 */
export const FACTS_FILE = 'facts.6.duckdb';
const OLDER_FILES = ['facts.duckdb', ...[2, 3, 4, 5].map((kind) => `facts.${kind}.duckdb`)];

/** Bytes of the lines' Parquet file up to which their rows are few: some thousands. */
const FEW_BYTES = 3_000_000;

/** Columns that decisions are read with and that snapshots of before do not have. */
const LATER_COLUMNS = [
  ['level_rates', 'DOUBLE[]'],
  ['signed_price', 'DOUBLE'],
  ['signed_list_price', 'DOUBLE'],
  ['variant_rises', 'DOUBLE[]'],
  ['prior_prices', 'DOUBLE[]'],
  ['prior_price_dates', 'VARCHAR[]'],
  ['prior_price_states', 'VARCHAR[]'],
] as const;

/** Names of the columns of `line` that have a value in every row. */
async function writeCompleteColumns(database: Database): Promise<void> {
  const columns = await database.rows<{ column_name: string }>('DESCRIBE line');
  const counts = columns.map(({ column_name: name }) => {
    const column = quoteIdentifier(name);
    return `count(${column}) = count(*) AS ${column}`;
  });
  const [complete] = await database.rows<Record<string, boolean>>(`SELECT ${counts.join(', ')} FROM line`);
  const names = Object.keys(complete ?? {}).filter((name) => complete?.[name]);
  await database.run('CREATE TABLE complete_column (name VARCHAR)');
  if (names.length > 0)
    await database.run(
      `INSERT INTO complete_column VALUES ${names.map((name) => `(${quoteText(name)})`).join(', ')}`,
    );
}

/** `id_order`: the rank of each line's `_id`. Lines that are equal go by it: a number is compared faster than a text. */
async function rankIds(database: Database): Promise<void> {
  await database.run('ALTER TABLE line ADD COLUMN id_order INTEGER');
  await database.run(`UPDATE line SET id_order = ranked.id_order
    FROM (SELECT line_no, row_number() OVER (ORDER BY _id) AS id_order FROM line) ranked WHERE line.line_no = ranked.line_no`);
}

/** Rows are found by position in the order of their numbers, and a few of them by an index. */
async function indexLines(database: Database): Promise<void> {
  const [row] = await database.rows<{ displaced: number }>(
    'SELECT count(*) AS displaced FROM line WHERE line_no <> rowid',
  );
  if (row?.displaced !== 0) throw new Error('snapshot lines are not in order');
  await database.run('CREATE UNIQUE INDEX line_number ON line (line_no)');
  await database.run('CREATE INDEX line_id ON line (_id)');
  await database.run('CREATE INDEX curve_line ON curve (line_no)');
}

/** Fills the facts file's database from the Parquet files of the folder. */
async function writeFacts(database: Database, folder: string, shape: CurveShape | undefined): Promise<void> {
  // FSST finds a text by adding up the lengths of all before it: a page's few lines would cost as much as all lines.
  await database.run("SET disabled_compression_methods = 'fsst,dict_fsst'");
  for (const table of SNAPSHOT_TABLES) {
    const file = quoteText(join(folder, `${table}.parquet`));
    await database.run(`CREATE TABLE ${quoteIdentifier(table)} AS SELECT * FROM read_parquet(${file})`);
  }
  for (const [name, type] of LATER_COLUMNS)
    await database.run(`ALTER TABLE line ADD COLUMN IF NOT EXISTS ${name} ${type}`);
  await writeCompleteColumns(database);
  await rankIds(database);
  await indexLines(database);
  if (shape) await writeCurveFileFrom(database, folder, shape);
  await database.run('CHECKPOINT');
}

/**
 * Writes the facts file of a snapshot folder from its Parquet files, and `curve.bin` when its shape is given.
 */
export async function buildFactsFile(folder: string, tempFolder: string, shape?: CurveShape): Promise<void> {
  const temporary = temporaryPath(join(folder, FACTS_FILE));
  const { size } = await stat(join(folder, 'line.parquet'));
  // One thread: the several hundred columns of a row group are held at once by each.
  const database = await openDatabase({
    path: temporary,
    temp_folder: tempFolder,
    memory_limit: '500MB',
    threads: 1,
    connections: 1,
    few_rows: size <= FEW_BYTES,
  });
  try {
    try {
      await writeFacts(database, folder, shape);
    } finally {
      database.close();
    }
    await rename(temporary, join(folder, FACTS_FILE));
  } finally {
    await discardFolder(temporary);
  }
  for (const older of OLDER_FILES) await rm(join(folder, older), { force: true });
}

/** The path of a snapshot's facts file, made (with `curve.bin`) when it is not there. */
export async function ensureFactsFile(
  folder: string,
  tempFolder: string,
  shape: CurveShape,
): Promise<string> {
  const path = join(folder, FACTS_FILE);
  const there = await Promise.all([access(path), access(join(folder, CURVE_FILE))]).then(
    () => true,
    () => false,
  );
  if (!there) await buildFactsFile(folder, tempFolder, shape);
  return path;
}

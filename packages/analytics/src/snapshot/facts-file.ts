import { access, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../database/database.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { CURVE_FILE, writeCurveFileFrom } from './curve-file.ts';

/** Tables of a snapshot, each a Parquet file whose rows are in line order. */
const SNAPSHOT_TABLES = ['line', 'curve', 'daily', 'size', 'place_coverage'] as const;

/** The same tables in DuckDB's own format: what listings read. Made from the Parquet files, so it may be lost. */
export const FACTS_FILE = 'facts.duckdb';

/**
 * Writes `facts.duckdb` of a snapshot folder from its Parquet files, and `curve.bin` when `levels` is given.
 */
export const buildFactsFile = async (folder: string, tempFolder: string, levels?: number): Promise<void> => {
  const temporary = join(folder, `.${FACTS_FILE}-${process.pid}`);
  await rm(temporary, { force: true });
  // One thread: the several hundred columns of a row group are held at once by each.
  const database = await openDatabase({
    path: temporary,
    temp_folder: tempFolder,
    memory_limit: '500MB',
    threads: 1,
    connections: 1,
  });
  try {
    for (const table of SNAPSHOT_TABLES) {
      const file = quoteText(join(folder, `${table}.parquet`));
      await database.run(`CREATE TABLE ${quoteIdentifier(table)} AS SELECT * FROM read_parquet(${file})`);
    }
    if (levels !== undefined) await writeCurveFileFrom(database, folder, levels);
    await database.run('CHECKPOINT');
  } finally {
    database.close();
  }
  await rename(temporary, join(folder, FACTS_FILE));
};

/** The path of a snapshot's `facts.duckdb`, made (with `curve.bin`) when it is not there. */
export const ensureFactsFile = async (
  folder: string,
  tempFolder: string,
  levels: number,
): Promise<string> => {
  const path = join(folder, FACTS_FILE);
  const there = await Promise.all([access(path), access(join(folder, CURVE_FILE))]).then(
    () => true,
    () => false,
  );
  if (!there) await buildFactsFile(folder, tempFolder, levels);
  return path;
};

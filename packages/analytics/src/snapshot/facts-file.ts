import { access, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../database/database.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';

/** Tables of a snapshot, each a Parquet file, and how rows are laid out. */
export const SNAPSHOT_TABLES = {
  line: 'line_no',
  curve: 'line_no',
  daily: 'line_no, date',
  size: 'line_no',
  place_coverage: 'line_no, code',
} as const;

/** The same tables in DuckDB's own format: what listings read. Made from the Parquet files, so it may be lost. */
export const FACTS_FILE = 'facts.duckdb';

/** Writes `facts.duckdb` of a snapshot folder from its Parquet files. */
export const buildFactsFile = async (folder: string, tempFolder: string): Promise<void> => {
  const temporary = join(folder, `.${FACTS_FILE}-${process.pid}`);
  await rm(temporary, { force: true });
  const database = await openDatabase({
    path: temporary,
    temp_folder: tempFolder,
    memory_limit: '500MB',
    connections: 1,
  });
  try {
    for (const [table, order] of Object.entries(SNAPSHOT_TABLES)) {
      const file = quoteText(join(folder, `${table}.parquet`));
      await database.run(
        `CREATE TABLE ${quoteIdentifier(table)} AS SELECT * FROM read_parquet(${file}) ORDER BY ${order}`,
      );
    }
    await database.run('CHECKPOINT');
  } finally {
    database.close();
  }
  await rename(temporary, join(folder, FACTS_FILE));
};

/** The path of a snapshot's `facts.duckdb`, made when it is not there. */
export const ensureFactsFile = async (folder: string, tempFolder: string): Promise<string> => {
  const path = join(folder, FACTS_FILE);
  const there = await access(path).then(
    () => true,
    () => false,
  );
  if (!there) await buildFactsFile(folder, tempFolder);
  return path;
};

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/database/database.ts';

/** Statements that DuckDB refuses, each with a value in what it says. */
export const REFUSED = [
  (value: string) => `SELECT CAST('${value}' AS DOUBLE)`,
  (value: string) => `SELECT DATE '${value}'`,
  (value: string) => `SELECT * FROM nowhere WHERE 'x' = '${value}'`,
  (value: string) => `SELECT "${value}" FROM (SELECT 1 AS a)`,
  (value: string) => `SELEKT '${value}'`,
  (value: string) => `SELECT error('${value}')`,
  (value: string) => `FROM read_parquet('/${value}.parquet')`,
  (value: string) => `SELECT 1 FROM (VALUES ('${value}')) t(c) WHERE c::INTEGER > 0`,
] as const;

/** What DuckDB throws for each of them. */
export async function faultsWith(value: string): Promise<Error[]> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-faults-'));
  const database = await openDatabase({ temp_folder: folder, memory_limit: '100MB' });
  try {
    const faults: Error[] = [];
    for (const statement of REFUSED)
      await database.run(statement(value)).catch((fault: Error) => faults.push(fault));
    return faults;
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

import { join } from 'node:path';
import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';

export interface WrittenFile {
  name: string;
  kind: string;
  rows: number;
  checksum: string;
}

/**
 * Writes a query's rows as Parquet. The checksum is of the content, whatever the order of rows: two files with
 * the same checksum hold the same rows.
 */
export async function writeParquet(
  session: Session,
  folder: string,
  name: string,
  kind: string,
  select: string,
): Promise<WrittenFile> {
  const path = join(folder, name);
  await session.run(
    `COPY (${select}) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 100000)`,
  );
  const [row] = await session.rows<{ rows: number; checksum: string }>(
    `SELECT count(*) AS rows, coalesce(sum(hash(t)::HUGEINT), 0)::VARCHAR AS checksum FROM read_parquet(${quoteText(path)}) t`,
  );
  return { name, kind, rows: row?.rows ?? 0, checksum: row?.checksum ?? '0' };
}

import { join } from 'node:path';
import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';

const COPY = '(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 20000)';

/** Days of history that listings can show. */
export const DAILY_DAYS = 366;

/** Writes the tables of a draft into a folder, a Parquet file each. */
export async function writeTables(session: Session, folder: string, dataDate: string): Promise<void> {
  const copy = (name: string, select: string): Promise<void> =>
    session.run(`COPY (${select}) TO ${quoteText(join(folder, `${name}.parquet`))} ${COPY}`);
  await copy('line', 'SELECT * FROM metric JOIN ranked USING (line_no) ORDER BY line_no');
  await copy('curve', 'SELECT * FROM curve ORDER BY line_no');
  await copy(
    'daily',
    `SELECT line_no, date, qty::FLOAT AS qty, sales FROM day WHERE date > DATE ${quoteText(dataDate)} - ${DAILY_DAYS} ORDER BY line_no, date`,
  );
  await copy('actual', 'SELECT * FROM line_actual ORDER BY line_no, phase');
  await copy('size', 'SELECT * FROM line_size ORDER BY line_no, size, item_id');
  await copy('prior', 'SELECT * FROM prior ORDER BY line_no, item_id NULLS FIRST, phase');
  await copy(
    'prior_point',
    'SELECT line_no, item_id, date, price, source FROM prior_point ORDER BY line_no, item_id NULLS FIRST, date',
  );
  await copy('place_coverage', 'SELECT * FROM place_coverage ORDER BY line_no, code');
}

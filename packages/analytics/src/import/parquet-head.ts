import type { Session } from '../database/database.ts';
import { quoteText } from '../database/sql.ts';
import type { ParquetHead } from './source.ts';

/** Asks DuckDB for the columns and first rows of a Parquet file. */
export const parquetHeadOf =
  (session: Session): ParquetHead =>
  async (path) => {
    const columns = await session.rows<{ column_name: string }>(
      `DESCRIBE SELECT * FROM read_parquet(${quoteText(path)})`,
    );
    const headings = columns.map(({ column_name }) => column_name);
    const rows = await session.rows(
      `SELECT COLUMNS(*)::VARCHAR FROM read_parquet(${quoteText(path)}) LIMIT 20`,
    );
    return { headings, preview: rows.map((row) => headings.map((name) => String(row[name] ?? ''))) };
  };

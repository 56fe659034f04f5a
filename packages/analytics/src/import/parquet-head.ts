import type { Session } from '../database/database.ts';
import { quoteText } from '../database/sql.ts';
import { FileProblem } from '../errors.ts';
import { LIMITS } from './limits.ts';
import type { ParquetHead } from './source.ts';

/** Of a cell, in the preview. */
const SHOWN_LETTERS = 500;

/** Asks DuckDB for the columns and first rows of a Parquet file. */
export const parquetHeadOf =
  (session: Session): ParquetHead =>
  async (path) => {
    const columns = await session.rows<{ column_name: string }>(
      `DESCRIBE SELECT * FROM read_parquet(${quoteText(path)})`,
    );
    const headings = columns.map(({ column_name }) => column_name);
    if (headings.length > LIMITS.columns) throw new FileProblem(`plus de ${LIMITS.columns} colonnes`);
    const rows = await session.rows(
      `SELECT left(COLUMNS(*)::VARCHAR, ${SHOWN_LETTERS}) FROM read_parquet(${quoteText(path)}) LIMIT 20`,
    );
    return { headings, preview: rows.map((row) => headings.map((name) => String(row[name] ?? ''))) };
  };

import type { Session } from '../database/session.ts';
import { quoteIdentifier, quoteText } from '../database/sql.ts';
import { FileProblem } from '../errors.ts';
import { LIMITS } from './limits.ts';
import { refuseNuls } from './nuls.ts';
import { parquetCellSql } from './read-source.ts';
import { LOOKED_LETTERS, type ParquetHead, SAMPLE_ROWS } from './source.ts';

/** Types that are text, or that may have some in them. */
const MAY_HOLD_TEXT = /VARCHAR|JSON|ENUM|STRUCT|MAP|UNION|\[/;

/** The columns that Spark writes as INT96: instants in UTC, which the file does not say. */
async function instantsOf(session: Session, path: string): Promise<string[]> {
  const columns = await session.rows<{ name: string }>(
    `SELECT name FROM parquet_schema(${quoteText(path)}) WHERE type = 'INT96'`,
  );
  return columns.map(({ name }) => name);
}

/** Asks DuckDB for the columns and first rows of a Parquet file. */
export function parquetHeadOf(session: Session): ParquetHead {
  return async (path) => {
    const columns = await session.rows<{ column_name: string; column_type: string }>(
      `DESCRIBE SELECT * FROM read_parquet(${quoteText(path)})`,
    );
    const headings = columns.map(({ column_name }) => column_name);
    if (headings.length > LIMITS.columns) throw new FileProblem(`plus de ${LIMITS.columns} colonnes`);
    refuseNuls(headings);
    const instants = await instantsOf(session, path);
    const texts = columns.flatMap((one) => (MAY_HOLD_TEXT.test(one.column_type) ? [one.column_name] : []));
    const cells = headings.map(
      (name) =>
        `left(${parquetCellSql(name, { instants, texts })}, ${LOOKED_LETTERS}) AS ${quoteIdentifier(name)}`,
    );
    const rows = await session.rows(
      `SELECT ${cells.join(', ')} FROM read_parquet(${quoteText(path)}) LIMIT ${SAMPLE_ROWS}`,
    );
    return {
      headings,
      rows: rows.map((row) => headings.map((name) => String(row[name] ?? ''))),
      instants,
      texts,
    };
  };
}

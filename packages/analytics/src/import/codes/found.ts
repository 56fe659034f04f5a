import type { Session } from '../../database/session.ts';

/** Codes that are to be read as others, and the rows that have them. */
export interface FoundCodes {
  codes: number;
  rows: number;
  /** The first of them, as « 123 → 0123 ». */
  examples: string[];
}

/** Examples that a question shows. */
const SHOWN = 3;

/**
 * Counts codes that are to be read as others; null when there is none.
 *
 * @param from SQL of rows `written, rows` and the code that each is.
 * @param meant the column of that code.
 */
export async function countFound(session: Session, from: string, meant: string): Promise<FoundCodes | null> {
  const [row] = await session.rows<{ codes: number; rows: number }>(
    `SELECT count(*)::DOUBLE AS codes, coalesce(sum(rows), 0)::DOUBLE AS rows FROM (${from})`,
  );
  if (!row || row.codes === 0) return null;
  const shown = await session.rows<{ example: string }>(
    `SELECT written || ' → ' || ${meant} AS example FROM (${from}) ORDER BY written LIMIT ${SHOWN}`,
  );
  return { ...row, examples: shown.map(({ example }) => example) };
}

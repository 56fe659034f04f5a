import pg from 'pg';

// bigint (versions) and numeric as numbers: both stay far below 2^53 here.
const parseNumber = (text: string) => Number(text);
const parseText = (text: string) => text;
const BIGINT = 20;
const NUMERIC = 1700;
const DATE = 1082;

/** How the client reads values, the same from a server and from the embedded database. */
export const VALUE_TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === BIGINT || oid === NUMERIC) return parseNumber;
    if (oid === DATE) return parseText;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** The rows of one statement, or of several, one after the other. */
export function rowsOf(result: pg.QueryResult | pg.QueryResult[]): unknown[] {
  return Array.isArray(result) ? result.flatMap((one) => one.rows) : result.rows;
}

import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';

/**
 * Statements of a connection that come again word for word: each is planned once. The one that was not asked for the
 * longest is given up first. A plan holds on to its tables, and is made again when tables come and go: then `clear`.
 */
export type Plans = {
  has(text: string): boolean;
  take(text: string): Promise<DuckDBPreparedStatement>;
  drop(text: string): void;
  clear(): void;
};

/** A plan of a group query with all columns is some hundred kilobytes. */
const MOST = 32;

export const plansOf = (connection: DuckDBConnection): Plans => {
  const kept = new Map<string, DuckDBPreparedStatement>();
  const drop = (text: string): void => {
    kept.get(text)?.destroySync();
    kept.delete(text);
  };
  return {
    has: (text) => kept.has(text),
    take: async (text) => {
      const statement = kept.get(text) ?? (await connection.prepare(text));
      kept.delete(text);
      kept.set(text, statement);
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) drop(oldest);
      return statement;
    },
    drop,
    clear: () => {
      for (const text of [...kept.keys()]) drop(text);
    },
  };
};

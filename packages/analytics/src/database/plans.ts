import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';

/**
 * Statements of a connection that come again word for word: each is planned once. The one that was not asked for the
 * longest is given up first. A plan keeps its tables alive, and is made again when tables come and go: then `clear`.
 *
 * DuckDB decides by the values that a column has when it plans (`x > 20` is nothing when none is larger) and never
 * again: a plan is good for one edition of what it reads.
 */
export interface Plans {
  has(text: string): boolean;
  take(text: string, edition: number): Promise<DuckDBPreparedStatement>;
  drop(text: string): void;
  clear(): void;
}

/**
 * A plan holds the hash tables of its last answer until the next: 3 MB for a column of 100,000 lines, 50 with their
 * names. So their number is no bound: the database lets them go when they hold too much.
 */
const MOST = 32;

export function plansOf(connection: DuckDBConnection): Plans {
  const kept = new Map<string, { statement: DuckDBPreparedStatement; edition: number }>();
  const drop = (text: string): void => {
    kept.get(text)?.statement.destroySync();
    kept.delete(text);
  };
  return {
    has: (text) => kept.has(text),
    take: async (text, edition) => {
      if (kept.get(text)?.edition !== edition) drop(text);
      const statement = kept.get(text)?.statement ?? (await connection.prepare(text));
      kept.delete(text);
      kept.set(text, { statement, edition });
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) drop(oldest);
      return statement;
    },
    drop,
    clear: () => {
      for (const text of [...kept.keys()]) drop(text);
    },
  };
}

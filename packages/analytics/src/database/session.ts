import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { cancelled } from '../errors.ts';
import { type Plans, plansOf } from './plans.ts';
import { plainRow, type Row, readRows } from './read-rows.ts';
import { raw, type Sql } from './sql.ts';
import { refuseBeyondTime } from './time-limit.ts';

/** One connection. Statements run one after the other. */
export interface Session {
  rows<T extends object = Row>(query: Sql | string): Promise<T[]>;
  /** Rows of a statement that comes again word for word: it is planned once an edition. */
  recurring<T extends object = Row>(query: Sql, edition: number): Promise<T[]>;
  run(query: Sql | string): Promise<void>;
  /** Result rows by batches of about 2,000, without holding the whole result. */
  stream<T extends object = Row>(query: Sql | string): AsyncGenerator<T[]>;
  readonly connection: DuckDBConnection;
  readonly plans: Plans;
  /** Other connections to the same database, for statements that run side by side; temporary tables are not theirs. */
  readonly beside: readonly Session[];
}

const asSql = (query: Sql | string): Sql => (typeof query === 'string' ? raw(query) : query);

function translateError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (/INTERRUPT/i.test(error.message)) return cancelled();
  // DuckDB's own errors come without the place that asked.
  if (!/\n\s+at /.test(error.stack ?? '')) Error.captureStackTrace(error);
  return error;
}

export function sessionOf(connection: DuckDBConnection): Session {
  const execute = async (query: Sql | string) => {
    const { text, values } = asSql(query);
    refuseBeyondTime();
    try {
      return await connection.run(text, values.length > 0 ? ([...values] as DuckDBValue[]) : undefined);
    } catch (error) {
      throw translateError(error);
    }
  };
  const plans = plansOf(connection);
  return {
    connection,
    plans,
    beside: [],
    async rows<T extends object>(query: Sql | string) {
      return readRows<T>(await execute(query));
    },
    async recurring<T extends object>({ text, values }: Sql, edition: number) {
      refuseBeyondTime();
      try {
        const statement = await plans.take(text, edition);
        statement.bind([...values] as DuckDBValue[]);
        return readRows<T>(await statement.run());
      } catch (error) {
        plans.drop(text);
        throw translateError(error);
      }
    },
    async run(query) {
      await execute(query);
    },
    async *stream<T extends object>(query: Sql | string) {
      const { text, values } = asSql(query);
      refuseBeyondTime();
      const result = await connection.stream(
        text,
        values.length > 0 ? ([...values] as DuckDBValue[]) : undefined,
      );
      try {
        for await (const batch of result.yieldRowObjectJs()) yield batch.map((row) => plainRow<T>(row));
      } catch (error) {
        throw translateError(error);
      }
    },
  };
}

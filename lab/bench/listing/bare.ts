import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { ProjectFacts } from '@palier/analytics';
import { FACTS_FILE } from '../../../packages/analytics/src/snapshot/facts-file.ts';

/** `another` answers on a connection of its own, beside the others. */
export type Bare = DuckDBConnection & { another: (text: string) => Promise<unknown> };

/** The same facts and decisions in a DuckDB of its own, asked by hand-written queries. */
export async function openBare(folder: string, facts: ProjectFacts): Promise<Bare> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '800MB' });
  const session = await instance.connect();
  await session.run(`ATTACH '${join(folder, FACTS_FILE)}' AS facts (READ_ONLY)`);
  await session.run('CREATE VIEW line AS FROM facts.line');
  await session.run(
    'CREATE TABLE decision (line_no INTEGER, discount_pct DOUBLE, "forecast.sales" DOUBLE, "forecast.profit" DOUBLE, "phase_forecast.sales_qty" DOUBLE)',
  );
  const appender = await session.createAppender('decision');
  let line = 0;
  for await (const batch of facts.rows({
    fields: ['forecast.sales', 'forecast.profit', 'phase_forecast.sales_qty'],
  }))
    for (const row of batch) {
      const forecast = row.forecast as { sales: number; profit: number };
      const values = [
        row.discount_pct,
        forecast.sales,
        forecast.profit,
        (row.phase_forecast as { sales_qty: number }).sales_qty,
      ];
      appender.appendInteger(line++);
      for (const value of values) {
        if (typeof value === 'number') appender.appendDouble(value);
        else appender.appendNull();
      }
      appender.endRow();
    }
  appender.closeSync();
  const free: DuckDBConnection[] = [];
  const another = async (text: string): Promise<unknown> => {
    const own = free.pop() ?? (await instance.connect());
    const rows = (await own.runAndReadAll(text)).getRowObjectsJS();
    free.push(own);
    return rows;
  };
  return Object.assign(session, { another });
}

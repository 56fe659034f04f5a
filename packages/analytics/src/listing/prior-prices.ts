import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { list, quoteText, raw, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';
import type { LinePricePoint, LinePrior, PriorPrices } from './prior-rows.ts';

/** What proves the prior prices of some lines; nothing in a snapshot of before they were kept. */
export async function readPriorPrices(context: ProjectContext, ids: readonly string[]): Promise<PriorPrices> {
  const file = (name: string): string => join(context.folder, `${name}.parquet`);
  const there = await access(file('prior')).then(
    () => true,
    () => false,
  );
  if (!there || ids.length === 0) return { priors: [], points: [] };
  const lines = sql`(SELECT line_no, _id FROM ${raw(context.facts)}.line WHERE _id IN (SELECT unnest(${list([...ids])})))`;
  const from = (name: string) =>
    sql`read_parquet(${raw(quoteText(file(name)))}) JOIN ${lines} l USING (line_no)`;
  const { database } = context;
  const priors =
    await database.rows<LinePrior>(sql`SELECT _id, item_id, phase::DOUBLE AS phase, begins::VARCHAR AS begins, state, price,
      date::VARCHAR AS date, source, sales_count FROM ${from('prior')} ORDER BY line_no, item_id NULLS FIRST, phase`);
  const points = await database.rows<LinePricePoint>(
    sql`SELECT _id, item_id, date::VARCHAR AS date, price FROM ${from('prior_point')} ORDER BY line_no, item_id NULLS FIRST, date`,
  );
  return { priors, points };
}

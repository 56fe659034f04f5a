import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { PriorPriceState } from '@palier/domain';
import { list, quoteText, raw, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';

/** The prior price of a variant, or of those of its product that no list names (`item_id` null), before a phase. */
export interface LinePrior {
  _id: string;
  item_id: string | null;
  phase: number;
  /** First of the days that count. */
  begins: string;
  state: PriorPriceState;
  price: number | null;
  date: string | null;
  source: 'list' | 'paid' | 'till' | null;
  sales_count: number | null;
}

/** A price of its lists from a day on. */
export interface LinePricePoint {
  _id: string;
  item_id: string | null;
  date: string;
  price: number | null;
}

export interface PriorPrices {
  priors: LinePrior[];
  points: LinePricePoint[];
}

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

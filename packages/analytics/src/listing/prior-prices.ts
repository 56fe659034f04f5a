import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { list, quoteText, raw, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';
import { plainValue } from './present.ts';
import type { LawfulLine, LinePricePoint, LinePrior, PriorPrices } from './prior-rows.ts';
import { linesSql, selectionSql } from './selection.ts';
import type { LineSelection } from './types.ts';

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

/** What the law asks of the lines of a selection, in line order. */
export async function readLawfulLines(
  context: ProjectContext,
  selection: LineSelection,
): Promise<LawfulLine[]> {
  const condition = selectionSql(context.fields, selection);
  const where = condition ? sql`WHERE ${condition}` : raw('');
  const rows = await context.database.rows<Record<keyof LawfulLine, unknown>>(
    sql`SELECT l._id, l.on_sale_date::VARCHAR AS on_sale_date, l.prior_prices, l.prior_price_states, d.previous_discount_pcts
      FROM ${raw(linesSql(context))} ${where} ORDER BY l.line_no`,
  );
  return rows.map((row): LawfulLine => {
    const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
    const previous = typeof row.previous_discount_pcts === 'string' ? row.previous_discount_pcts : '';
    return {
      _id: String(row._id),
      on_sale_date: typeof row.on_sale_date === 'string' ? row.on_sale_date : null,
      prior_prices: listOf(plainValue(row.prior_prices)).map((value) =>
        typeof value === 'number' ? value : null,
      ),
      prior_price_states: listOf(plainValue(row.prior_price_states)).map((value) =>
        typeof value === 'string' ? value : null,
      ),
      previous_discount_pcts: previous === '' ? [] : previous.split(',').map(Number),
    };
  });
}

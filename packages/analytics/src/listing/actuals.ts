import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { join as joinSql, quoteText, raw, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';
import { takesPartSql } from './decision-figures.ts';
import { keysSql } from './group-query.ts';
import type { ActualLine, SignedPhase } from './types.ts';

/**
 * The actuals of every line by phase, in line order; null for a snapshot of before they were kept.
 *
 * @param by the field that lines are grouped by, if any
 * @param signed when each phase began, and the first day of its signed forecast
 * @param validated how many phases are validated: in those, a line takes part as it did then
 */
export async function readActuals(
  context: ProjectContext,
  by: string | null,
  signed: readonly SignedPhase[],
  validated: number,
): Promise<ActualLine[] | null> {
  const file = join(context.folder, 'actual.parquet');
  const there = await access(file).then(
    () => true,
    () => false,
  );
  if (!there) return null;
  const [key = raw('NULL')] = by === null ? [] : keysSql(context, [by]);
  const left = context.manifest.closed ? 'd."forecast.stock"' : 'NULL::DOUBLE';
  const late = signed.filter(({ start, from }) => start < from);
  const spans = late.map(({ phase, start, from }) => sql`(${phase}::INTEGER, ${start}::DATE, ${from}::DATE)`);
  const before =
    spans.length === 0
      ? raw('SELECT NULL::INTEGER AS line_no, NULL::INTEGER AS phase, 0 AS qty WHERE false')
      : sql`SELECT line_no, phase, sum(qty) AS qty FROM ${raw(context.facts)}.daily
          JOIN (VALUES ${joinSql(spans, ', ')}) s (phase, from_day, to_day) ON date >= from_day AND date < to_day GROUP BY ALL`;
  return context.database.rows<ActualLine>(sql`WITH actual AS MATERIALIZED (FROM read_parquet(${raw(quoteText(file))})), early AS (${before})
    SELECT l._id, l.item_group_id, l.title, l.family, ${key} AS group_key, a.phase::DOUBLE AS phase, l.price, l.base_price, l.cost,
      coalesce(d.residual_value, 1)::DOUBLE AS residual_value, a.qty::DOUBLE AS qty, a.sales::DOUBLE AS sales, a.list_sales::DOUBLE AS list_sales,
      nullif(string_split(d.previous_discount_pcts, ',')[a.phase + 1], '')::DOUBLE AS decided_pct, a.out_share::DOUBLE AS out_share, coalesce(e.qty, 0)::DOUBLE AS unplanned_qty, coalesce(b.qty, 0)::DOUBLE AS before_qty, ${raw(left)} AS left_qty, ${raw(takesPartSql('d', 'a.phase', validated))} AS included
    FROM actual a JOIN ${raw(context.facts)}.line l USING (line_no) JOIN ${raw(context.decisions)} d USING (line_no)
      LEFT JOIN early e ON e.line_no = a.line_no AND e.phase = a.phase
      LEFT JOIN (FROM actual WHERE phase < 0) b ON b.line_no = a.line_no
    WHERE a.phase >= 0 AND ${context.fields.within ?? raw('true')} ORDER BY a.line_no, a.phase`);
}

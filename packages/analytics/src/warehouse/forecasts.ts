import type { Session } from '../database/session.ts';
import { hasOrdinary } from './corrections.ts';
import { resolvedSql } from './resolve.ts';
import { columnNames } from './tables.ts';
import type { StagedRows } from './types.ts';

/** Days of a period that has no end: a week. */
const USUAL_DAYS = 7;

const SAME_DAYS =
  'FROM span s WHERE s.item_group_id = p.item_group_id AND p.from_date <= s.last_day AND p.to_date >= s.first_day';

/** Corrected rows complete the forecast that they were a part of. */
const SAME_LINE = `FROM fresh f WHERE ${['item_group_id', 'item_id', 'from_date', 'to_date', 'discount_pct']
  .map((name) => `f.${name} IS NOT DISTINCT FROM p.${name}`)
  .join(' AND ')}`;

/**
 * Table `forecast`. Several rows of one product, period and discount add up (shops, sizes). A product's new forecasts
 * replace those it had in any period that touches theirs: a forecast is made anew as a whole. Discounts under one
 * point are shares.
 */
export async function mergeForecasts(
  session: Session,
  staged: readonly StagedRows[],
  full: boolean,
): Promise<void> {
  const columns = columnNames('forecast').join(', ');
  if (staged.length === 0)
    return session.run(`CREATE TABLE forecast AS SELECT ${columns} FROM known_forecast`);
  const rows = resolvedSql(staged, [
    ...['from_date', 'to_date', 'discount_pct', 'quantity', 'elasticity'],
    ...['size AS given_size', 'item_id AS given_item'],
  ]);
  await session.run(`CREATE TABLE forecast AS
    WITH dated AS (SELECT item_group_id, from_date, greatest(from_date, coalesce(to_date, from_date + ${USUAL_DAYS - 1})) AS to_date,
        CASE WHEN given_size IS NOT NULL OR given_item IS NOT NULL THEN item_id END AS item_id,
        CASE WHEN discount_pct > 0 AND discount_pct < 1 THEN 100 * discount_pct ELSE coalesce(discount_pct, 0) END AS discount_pct,
        quantity, elasticity, position FROM (${rows})),
    fresh AS (SELECT item_group_id, item_id, from_date, to_date, discount_pct, sum(quantity) AS quantity,
        arg_max(elasticity, position) AS elasticity FROM dated GROUP BY ALL),
    span AS (SELECT item_group_id, min(from_date) AS first_day, max(to_date) AS last_day FROM fresh GROUP BY item_group_id)
    SELECT ${columns} FROM fresh UNION ALL
    SELECT ${columns} FROM known_forecast p WHERE ${full ? 'false AND' : ''} NOT EXISTS (${hasOrdinary(staged) ? SAME_DAYS : SAME_LINE})`);
}

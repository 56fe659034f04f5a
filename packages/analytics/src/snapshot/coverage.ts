import { COVERAGE_MAXIMUM_WEEKS, COVERAGE_SCORE_LIMITS, COVERAGE_STOCK_SHARE } from '@palier/domain';
import type { Session } from '../database/database.ts';
import { quoteText } from '../database/sql.ts';
import type { SnapshotProject } from './types.ts';

/** SQL of the coverage at a constant weekly pace; see `coverageAtPace` of the domain. */
export const paceCoverage = (stock: string, weekly: string): string =>
  `CASE WHEN ${stock} <= 0 THEN 0 WHEN coalesce((${weekly}), 0) <= 0 THEN ${COVERAGE_MAXIMUM_WEEKS}
    ELSE least(${COVERAGE_MAXIMUM_WEEKS}, ${COVERAGE_STOCK_SHARE} * (${stock}) / (${weekly})) END`;

/** SQL of the grade of a coverage. */
export const scoreSql = (weeks: string): string =>
  `CASE WHEN ${weeks} IS NULL OR isnan(${weeks}) THEN NULL WHEN ${weeks} <= ${COVERAGE_SCORE_LIMITS.A} THEN 'A'
    WHEN ${weeks} <= ${COVERAGE_SCORE_LIMITS.B} THEN 'B' ELSE 'C' END`;

/**
 * Tables `place_coverage` (weeks by shop, at the pace of the last four weeks) and `line_coverage` (their quartiles).
 * Shops without stock are left out: they have nothing to cover.
 */
export const gatherCoverage = async (session: Session, { data_date }: SnapshotProject): Promise<void> => {
  await session.run(`CREATE TABLE place_coverage AS
    WITH stocked AS (
      SELECT line_no, inventory_code AS code, sum(quantity) AS stock_qty FROM present JOIN line USING (item_group_id)
      WHERE in_store AND inventory_code IS NOT NULL GROUP BY ALL HAVING sum(quantity) > 0),
    paced AS (
      SELECT line_no, location_code AS code, sum(quantity) / 4 AS weekly FROM "w_sale" JOIN line USING (item_group_id)
      WHERE date > DATE ${quoteText(data_date)} - 28 AND date <= DATE ${quoteText(data_date)} GROUP BY ALL)
    SELECT s.line_no, s.code, s.stock_qty, coalesce(p.weekly, 0) AS weekly_sales_qty, ${paceCoverage('s.stock_qty', 'p.weekly')} AS weeks
    FROM stocked s LEFT JOIN paced p USING (line_no, code) ORDER BY line_no, code`);
  await session.run(`CREATE TABLE line_coverage AS SELECT line_no, quantile_cont(weeks, 0.25) AS q1, quantile_cont(weeks, 0.5) AS q2, quantile_cont(weeks, 0.75) AS q3
    FROM place_coverage GROUP BY line_no`);
};

import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import { paceCoverageSql } from '../formulas.ts';
import { codeCondition } from './select.ts';
import type { SnapshotProject } from './types.ts';

/**
 * Tables `place_coverage` (weeks by shop, at the pace of the last four weeks) and `line_coverage` (their quartiles).
 * Shops without stock are left out: they have nothing to cover; and so are those whose sales are not the project's.
 */
export async function gatherCoverage(
  session: Session,
  { data_date, selection }: SnapshotProject,
): Promise<void> {
  const selling = codeCondition('inventory_code', selection.location_codes);
  await session.run(`CREATE TABLE place_coverage AS
    WITH stocked AS (
      SELECT line_no, inventory_code AS code, sum(quantity) AS stock_qty FROM present JOIN line USING (item_group_id)
      WHERE in_store AND inventory_code IS NOT NULL AND ${selling} GROUP BY ALL HAVING sum(quantity) > 0),
    paced AS (
      SELECT line_no, location_code AS code, sum(quantity) / 4 AS weekly FROM "w_sale" JOIN line USING (item_group_id)
      WHERE date > DATE ${quoteText(data_date)} - 28 AND date <= DATE ${quoteText(data_date)} GROUP BY ALL)
    SELECT s.line_no, s.code, s.stock_qty, coalesce(p.weekly, 0) AS weekly_sales_qty, ${paceCoverageSql('s.stock_qty', 'p.weekly')} AS weeks
    FROM stocked s LEFT JOIN paced p USING (line_no, code) ORDER BY line_no, code`);
  await session.run(`CREATE TABLE line_coverage AS SELECT line_no, quantile_cont(weeks, 0.25) AS q1, quantile_cont(weeks, 0.5) AS q2, quantile_cont(weeks, 0.75) AS q3
    FROM place_coverage GROUP BY line_no`);
}

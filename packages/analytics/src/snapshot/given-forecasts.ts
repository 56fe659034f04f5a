import type { Session } from '../database/session.ts';
import { eachBatch } from './batches.ts';
import type { GivenForecasts, Period } from './types.ts';

/** A period is forecast when the file covers at least this share of its days; the others follow their pace. */
const LEAST_COVER = 0.5;

const day = (count: number): string => `DATE '1970-01-01' + ${Math.trunc(count)}`;

/**
 * Imported forecasts of the lines over some periods: the units of the weeks (or of any spans) that lie in each,
 * by discount. Those of a product win over the sum of its sizes'.
 */
export async function readGivenForecasts(
  session: Session,
  periods: readonly Period[],
): Promise<GivenForecasts | null> {
  const values = periods.map(
    ({ from_day, to_day }, index) => `(${index}, ${day(from_day)}, ${day(to_day)}, ${to_day - from_day})`,
  );
  if (values.length === 0) return null;
  const columns: number[][] = [[], [], [], [], []];
  await eachBatch(
    session,
    `WITH period(period_no, first_day, after_day, days) AS (VALUES ${values.join(', ')}),
    part AS (
      SELECT line_no, period_no, days, discount_pct, item_id, quantity, elasticity,
        least(to_date + 1, after_day) - greatest(from_date, first_day) AS covered, to_date + 1 - from_date AS span
      FROM "w_forecast" JOIN line USING (item_group_id) JOIN period ON from_date < after_day AND to_date >= first_day
      WHERE discount_pct < 100),
    summed AS (
      SELECT line_no, period_no, days, discount_pct, avg(elasticity) AS elasticity,
        coalesce(sum(quantity * covered / span) FILTER (item_id IS NULL), sum(quantity * covered / span)) AS units,
        coalesce(sum(covered) FILTER (item_id IS NULL), sum(covered) / count(DISTINCT item_id)) AS covered
      FROM part GROUP BY ALL)
    SELECT line_no, period_no, (discount_pct / 100)::DOUBLE, (units * days / covered)::DOUBLE, coalesce(elasticity, 'nan'::DOUBLE)
    FROM summed WHERE days > 0 AND covered >= ${LEAST_COVER} * days ORDER BY line_no, period_no, discount_pct`,
    (batch, count) => {
      columns.forEach((column, at) => {
        for (let index = 0; index < count; index++) column.push(batch[at]?.[index] ?? Number.NaN);
      });
    },
  );
  const [line = [], period = [], discount = [], units = [], elasticity = []] = columns;
  if (line.length === 0) return null;
  return {
    line: Int32Array.from(line),
    period: Int32Array.from(period),
    discount: Float32Array.from(discount),
    units: Float32Array.from(units),
    elasticity: Float32Array.from(elasticity),
  };
}

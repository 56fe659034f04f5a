import type { SerieDays } from '@palier/domain';
import { quoteText } from '../database/sql.ts';
import type { ProjectContext } from '../listing/context.ts';

/** Days of sales that say how a family sells over the week. */
const PACE_DAYS = 56;
/** Units of the whole project that stand beside a family's own: a family that sold little sells as the others do. */
const PRIOR_UNITS = 50;
/** Part of the units spread evenly over the week, so that no day is left out of a forecast. */
const EVEN = 0.1;

const date = (day: string): string => `DATE ${quoteText(day)}`;

/** Every day that the series holds: `phase`, `day` (from 0) and `date`. */
function heldDays(phases: readonly SerieDays[]): string {
  const spans = phases.map(
    ({ project_phase, start_date, from_date, to_date }) =>
      `(${project_phase}, ${date(start_date)}, ${date(from_date)}, ${date(to_date)})`,
  );
  return `SELECT phase, (date - start_day)::INTEGER AS day, date FROM (
    SELECT phase, start_day, unnest(generate_series(from_day, to_day, INTERVAL 1 DAY))::DATE AS date
    FROM (VALUES ${spans.join(', ')}) span (phase, start_day, from_day, to_day))`;
}

/** How each family sells over the days of the week, as shares. */
function paceSql({ facts, manifest }: ProjectContext): string {
  return `sold AS (SELECT coalesce(l.family::VARCHAR, '') AS family, isodow(y.date) AS weekday, greatest(sum(y.qty), 0) AS qty
      FROM ${facts}.daily y JOIN ${facts}.line l ON l.line_no = y.line_no
      WHERE y.date > ${date(manifest.data_date)} - ${PACE_DAYS} GROUP BY ALL),
    whole AS (SELECT weekday, coalesce((SELECT sum(qty) FROM sold WHERE sold.weekday = w.weekday), 0) AS qty FROM (SELECT unnest(range(1, 8)) AS weekday) w),
    usual AS (SELECT weekday, ${EVEN} / 7 + (1 - ${EVEN}) * coalesce(qty / nullif(sum(qty) OVER (), 0), 1.0 / 7) AS share FROM whole),
    pace AS (SELECT f.family, usual.weekday, coalesce(sold.qty, 0) + ${PRIOR_UNITS} * usual.share AS weight
      FROM (SELECT DISTINCT family FROM serie_line) f CROSS JOIN usual LEFT JOIN sold ON sold.family = f.family AND sold.weekday = usual.weekday)`;
}

/**
 * The shape by day of each family's phases: table `(family, phase, day, share)`, whose shares of a phase add up to 1. Of
 * sales, as they were sold; of a forecast, as the family sells over the days of the week.
 */
export function daysSql(context: ProjectContext, phases: readonly SerieDays[], actual: boolean): string {
  if (phases.length === 0) return `SELECT '' AS family, 0 AS phase, 0 AS day, 0::DOUBLE AS share WHERE false`;
  const weights = actual
    ? `weight AS (SELECT f.family, held.phase, held.day, coalesce(sold.qty, 0) AS weight
        FROM (SELECT DISTINCT family FROM serie_line) f CROSS JOIN held LEFT JOIN (
          SELECT coalesce(l.family::VARCHAR, '') AS family, y.date, sum(y.qty) AS qty FROM ${context.facts}.daily y JOIN ${context.facts}.line l ON l.line_no = y.line_no
          GROUP BY ALL) sold ON sold.family = f.family AND sold.date = held.date)`
    : `${paceSql(context)}, weight AS (SELECT pace.family, held.phase, held.day, pace.weight FROM held JOIN pace ON pace.weekday = isodow(held.date))`;
  return `WITH held AS (${heldDays(phases)}), ${weights}
    SELECT family, phase, day, CASE WHEN sum(weight) OVER w > 0 THEN weight / sum(weight) OVER w ELSE 1.0 / count(*) OVER w END::DOUBLE AS share
    FROM weight WINDOW w AS (PARTITION BY family, phase)`;
}

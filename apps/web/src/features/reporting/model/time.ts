import {
  addDays,
  daysBetween,
  formatDateRange,
  formatShortDate,
  isShown,
  meanDiscountPct,
  parseDay,
  type SerieMetric,
  serieGap,
} from '@palier/domain';
import type { BarGroup } from './chart.ts';

import type { Report } from './rows.ts';

type Day = NonNullable<Report['days']>[number];
type Figures = Day['series'][number];

/** Metrics that the server gives day by day. */
const BY_DAY: readonly string[] = ['sales', 'profit', 'sales_qty', 'sales_discount_pct', 'discount_budget'];

export function isByDay(metric: Pick<SerieMetric, 'id'>): boolean {
  return BY_DAY.includes(metric.id);
}

/** A metric of each serie from the first day to each day; null where a serie has no such day. */
export function cumulated(days: readonly Day[], metric: SerieMetric, serie: number): (number | null)[] {
  return days.map((day) => day.series[serie]?.[metric.id] ?? null);
}

/** The Monday of a day's week. */
function mondayOf(date: string): string {
  const since = daysBetween('2024-01-01', date);
  return addDays(date, -(((since % 7) + 7) % 7));
}

/** What a period sold: the figures so far at its end less those at the end of the one before. */
function between(metric: SerieMetric, end: Figures, before: Figures): number | null {
  const now = end?.[metric.id];
  if (!isShown(now)) return null;
  if (metric.type !== 'percent') return now - (before?.[metric.id] ?? 0);
  const list = listSales(end);
  const [sales, soFar] = [end?.sales, listSales(before)];
  if (list === null || !isShown(sales)) return null;
  return meanDiscountPct(sales - (before?.sales ?? 0), list - (soFar ?? 0));
}

/** Sales at full price: what was paid and what the discounts gave up. */
function listSales(figures: Figures): number | null {
  const [sales, budget] = [figures?.sales, figures?.discount_budget];
  return isShown(sales) && isShown(budget) ? sales + budget : null;
}

/**
 * A metric by week of the projects' calendar: the series, aligned by phase and day, side by side.
 *
 * @param against what is compared, and with what; null when nothing is: one serie, or series of other days
 */
export function weekGroups(
  days: readonly Day[],
  metric: SerieMetric,
  count: number,
  against: { reference: number; main: number } | null,
): BarGroup[] {
  const before: Figures[] = Array.from({ length: count }, () => null);
  return [...Map.groupBy(days, ({ date }) => mondayOf(date))].map(([monday, own]) => {
    const values = before.map((soFar, serie) => {
      const end = own.findLast((day) => day.series[serie] !== null)?.series[serie] ?? null;
      if (end) before[serie] = end;
      return end ? between(metric, end, soFar) : null;
    });
    const [first, last] = [own[0]?.date ?? monday, own.at(-1)?.date ?? monday];
    return {
      id: monday,
      label: formatDateRange(first, last),
      values,
      gap: against && serieGap(values[against.main], values[against.reference], metric),
    };
  });
}

/** Where phases begin among the days. */
export function phaseStarts(days: readonly Day[]): { index: number; label: string }[] {
  return days.flatMap(({ project_phase, label }, index) =>
    days[index - 1]?.project_phase === project_phase ? [] : [{ index, label }],
  );
}

/** « J8 de Démarque 2, 8 juil. »: a day of the chart. */
export function dayText({ date, day, label }: Day): string {
  return parseDay(date) ? `${label}, jour ${day} (${formatShortDate(date)})` : label;
}
